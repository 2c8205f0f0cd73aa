/** The variants' tables, asked for once each. */
import { getVariant, getVariants } from '../net/api';
import type { StartRule, VariantSummary, VariantTable } from '../net/protocol';

const asked = new Map<string, Promise<unknown>>();

function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  let answer = asked.get(key) as Promise<T> | undefined;
  if (!answer) {
    answer = ask();
    asked.set(key, answer);
    // A failure is not kept: the next one to ask tries again.
    answer.catch(() => asked.delete(key));
  }
  return answer;
}

/** All built-in variants. */
export const variantList = (): Promise<VariantSummary[]> => once('', getVariants);

/** One variant with its board and pieces; `start` picks the start rule. */
export const variantTable = (id: string, start?: StartRule): Promise<VariantTable> =>
  once(`${id} ${start ?? ''}`, () => getVariant(id, start));
