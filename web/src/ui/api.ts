/** Requests to the server. Sockets are in net/; this is everything that asks and gets an answer. */
import type { ErrorWire } from '../net/protocol';

/** What went wrong: the server's own code, or `offline` where no answer came at all. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly detail: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? undefined : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (cause) {
    throw new ApiError('offline', String(cause), 0);
  }
  if (response.status === 204) return undefined;
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    throw new ApiError('no_json', response.statusText || String(response.status), response.status);
  }
  if (response.ok) return answer;
  const error = (answer as { error?: Partial<ErrorWire> } | null)?.error;
  throw new ApiError(
    error?.code ?? 'unknown',
    error?.message ?? String(response.status),
    response.status,
    error?.detail,
  );
}

export const get = <T>(path: string): Promise<T> => ask('GET', path) as Promise<T>;
export const post = <T>(path: string, body: unknown): Promise<T> =>
  ask('POST', path, body) as Promise<T>;
export const del = (path: string): Promise<void> => ask('DELETE', path) as Promise<void>;
