/** The variants' tables, asked for once each. */
import type { StartRule, VariantSummary, VariantTable } from '../net/protocol';
import { get } from './api';

const asked = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let answer = asked.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = get<T>(path);
    asked.set(path, answer);
    // A failure is not kept: the next one to ask tries again.
    answer.catch(() => asked.delete(path));
  }
  return answer;
}

/** All built-in variants. */
export const variantList = async (): Promise<VariantSummary[]> =>
  (await once<{ variants: VariantSummary[] }>('/api/variants')).variants;

/** One variant with its board and pieces; `start` picks the start rule. */
export const variantTable = (id: string, start?: StartRule): Promise<VariantTable> =>
  once(`/api/variants/${encodeURIComponent(id)}${start ? `?start=${start}` : ''}`);
