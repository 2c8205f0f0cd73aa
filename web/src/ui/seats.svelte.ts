/** The seats of a table that is being set up: who sits there and what they are called. */
import type { SeatInfo } from '../net/protocol';
import { computerName, humanSeat, type Level } from './variants';

export type Sitter = 'human' | '1' | '2' | '3';

export interface SeatDraft {
  sitter: Sitter;
  /** What the person typed; null as long as the name is ours. */
  typed: string | null;
}

export type NameFault = 'empty' | 'long' | 'odd' | 'same';

const isLevel = (sitter: Sitter): sitter is '1' | '2' | '3' => sitter !== 'human';

/** As many drafts as asked for; what was chosen before stays. */
export function fitSeats(before: readonly SeatDraft[], count: number, rest: Sitter): SeatDraft[] {
  return Array.from(
    { length: count },
    (_, seat) => before[seat] ?? { sitter: seat === 0 ? 'human' : rest, typed: null },
  );
}

/** The seat of whoever sets the table up: the first person's, or -1 where only computers play. */
export const ownSeat = (drafts: readonly SeatDraft[]): number =>
  drafts.findIndex((draft) => draft.sitter === 'human');

/** The name that a seat has: the typed one, else ours. Reactive to the language. */
export function seatName(drafts: readonly SeatDraft[], seat: number): string {
  const draft = drafts[seat]!;
  if (draft.typed !== null) return draft.typed;
  if (!isLevel(draft.sitter)) {
    return humanSeat(seat, ownSeat(drafts) === seat).name;
  }
  // Computers of one level count among themselves.
  const twins = drafts.slice(0, seat).filter((d) => d.sitter === draft.sitter).length;
  return computerName(Number(draft.sitter) as Level, twins);
}

/** What the server would refuse in a name, and names that would be mixed up. */
export function nameFault(drafts: readonly SeatDraft[], seat: number): NameFault | null {
  const name = seatName(drafts, seat).trim();
  if (name === '') return 'empty';
  if ([...name].length > 40) return 'long';
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return 'odd';
  const same = (other: number): boolean =>
    seatName(drafts, other).trim().toLowerCase() === name.toLowerCase();
  return drafts.some((_, other) => other < seat && same(other)) ? 'same' : null;
}

/** The seats as the server wants them. */
export function seatInfos(drafts: readonly SeatDraft[]): SeatInfo[] {
  return drafts.map((draft, seat) => ({
    name: seatName(drafts, seat).trim(),
    kind: isLevel(draft.sitter) ? 'computer' : 'human',
    level: isLevel(draft.sitter) ? Number(draft.sitter) : null,
  }));
}
