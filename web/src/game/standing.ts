/** The final table: rows in order of place, as the score card shows them. */
import type { ColourId, Result, Scoring, VariantTable } from '../net/protocol';

export const SYSTEMS: readonly Scoring[] = ['online', 'advanced', 'basic', 'net'];

export interface Row {
  seat: number;
  place: number;
  tied: boolean;
  colours: readonly ColourId[];
  team: number | null;
  totals: Record<Scoring, number>;
  mean: number;
}

export interface TeamRow {
  team: number;
  place: number;
  tied: boolean;
  totals: Record<Scoring, number>;
  seats: readonly number[];
}

export function rowsOf(result: Result, variant: VariantTable): Row[] {
  return result.seats
    .map((s) => ({
      ...s,
      colours: variant.seats[s.seat]?.colours ?? [],
      team: variant.seats[s.seat]?.team ?? null,
    }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

export function teamsOf(result: Result, variant: VariantTable): TeamRow[] {
  return result.teams
    .map((team) => ({
      ...team,
      seats: variant.seats.flatMap((s, i) => (s.team === team.team ? [i] : [])),
    }))
    .sort((a, b) => a.place - b.place || a.team - b.team);
}

/** Whether seats own unequally many colours: then the mean a colour decides. */
export function unequal(variant: VariantTable): boolean {
  return new Set(variant.seats.map((s) => s.colours.length)).size > 1;
}

/** How many cells each colour had on the board after each piece: one list a colour, from 0. */
export function growth(
  plies: readonly { colour: ColourId; placement: number }[],
  colours: readonly ColourId[],
  size: (placement: number) => number,
): Record<ColourId, number[]> {
  const out: Record<ColourId, number[]> = {};
  for (const c of colours) out[c] = [0];
  for (const p of plies)
    for (const c of colours) {
      const line = out[c]!;
      line.push(line[line.length - 1]! + (c === p.colour ? size(p.placement) : 0));
    }
  return out;
}
