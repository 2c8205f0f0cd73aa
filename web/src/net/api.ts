/** Requests to the server. Every failure is an `ApiError`; nothing is retried here. */
import type {
  ErrorWire,
  GameSummary,
  NewGame,
  ServerMessage,
  StartRule,
  VariantSummary,
  VariantTable,
} from './protocol';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    /** HTTP status; 0 when the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly detail?: Record<string, unknown>,
  ) {
    super(message);
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch {
    throw new ApiError(0, 'unreachable', 'The server could not be reached.');
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  let data: unknown;
  try {
    data = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new ApiError(response.status, 'not_json', `Answer ${response.status} is not JSON.`);
  }
  if (!response.ok) {
    const error = (data as { error?: ErrorWire } | undefined)?.error;
    throw new ApiError(
      response.status,
      error?.code ?? 'http',
      error?.message ?? `${response.status} ${response.statusText}`,
      error?.detail,
    );
  }
  return data as T;
}

export async function getVariants(): Promise<VariantSummary[]> {
  return (await request<{ variants: VariantSummary[] }>('GET', '/api/variants')).variants;
}

export function getVariant(id: string, start?: StartRule): Promise<VariantTable> {
  const query = start ? `?start=${encodeURIComponent(start)}` : '';
  return request('GET', `/api/variants/${encodeURIComponent(id)}${query}`);
}

export type VariantCheck =
  | { ok: true; variant: VariantTable }
  | { ok: false; errors: { line: number | null; reason: string }[] };

export function checkVariant(toml: string): Promise<VariantCheck> {
  return request('POST', '/api/variants/check', { toml });
}

export async function createGame(game: NewGame): Promise<string> {
  return (await request<{ id: string }>('POST', '/api/games', game)).id;
}

export async function listGames(): Promise<GameSummary[]> {
  return (await request<{ games: GameSummary[] }>('GET', '/api/games')).games;
}

/** The game's full state, as the socket's first message. */
export function getGame(id: string): Promise<Extract<ServerMessage, { t: 'state' }>> {
  return request('GET', `/api/games/${encodeURIComponent(id)}`);
}

export function deleteGame(id: string): Promise<void> {
  return request('DELETE', `/api/games/${encodeURIComponent(id)}`);
}

export function recordUrl(id: string, format: 'blksgf' | 'json'): string {
  return `/api/games/${encodeURIComponent(id)}/record.${format}`;
}
