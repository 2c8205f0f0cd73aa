/** The worked example of the scoring systems: numbers for a picture, from a variant's own table. */
import type { Scoring, VariantTable } from '../../net/protocol';

export const SYSTEMS: readonly Scoring[] = ['online', 'advanced', 'basic', 'net'];

export interface Example {
  kind: 'left' | 'all' | 'last';
  placed: number;
  left: number;
  bonus: number;
  /** Names of the pieces that are left. */
  pieces: string[];
  scores: Record<Scoring, number>;
}

/** Somebody who kept two straight pieces, somebody who placed all, and the same with the best end. */
export function countExamples({ pieces, bonus }: VariantTable): Example[] {
  const total = pieces.reduce((sum, piece) => sum + piece.size * piece.count, 0);
  const kept = pieces.filter((piece) => piece.name === 'I5' || piece.name === 'I3');
  const left = kept.reduce((sum, piece) => sum + piece.size, 0);
  const count = (kind: Example['kind'], rest: number, extra: number): Example => ({
    kind,
    placed: total - rest,
    left: rest,
    bonus: extra,
    pieces: rest > 0 ? kept.map((piece) => piece.name) : [],
    scores: {
      online: total - rest + extra,
      advanced: extra - rest,
      basic: rest,
      net: total - rest - rest + extra,
    },
  });
  const [all, last] = bonus;
  const out = [count('left', left, 0), count('all', 0, all)];
  if (last !== all) out.push(count('last', 0, last));
  return out;
}
