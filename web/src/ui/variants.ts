/** Names for variants and the ways to share their colours among seats. */
import { t } from '../i18n/index.svelte';
import type { ColourId, NewGame, SeatInfo, SeatTable, StartRule } from '../net/protocol';
import { isKnownColour } from './colours';
import { myName } from './myname';

export const BOARDS = ['classic', 'duo', 'trigon', 'junior'] as const;
export type BoardName = (typeof BOARDS)[number];
export const isBoard = (name: string): name is BoardName =>
  (BOARDS as readonly string[]).includes(name);

export const MODES = [
  'four',
  'teams',
  'two_two',
  'two',
  'three',
  'three_shared',
  'three_two',
  'three_neutral',
  'one',
  'other',
] as const;
export type Mode = (typeof MODES)[number];

interface Seated {
  seats: readonly SeatTable[];
  shared: ColourId | null;
  neutral: ColourId | null;
}

/** How a variant shares its colours among its seats. */
export function modeOf({ seats, shared, neutral }: Seated): Mode {
  const owned = seats.map((seat) => seat.colours.length);
  const evenly = (each: number): boolean => owned.every((n) => n === each);
  const teams = seats.some((seat) => seat.team !== null);
  if (seats.length === 1) return 'one';
  if (seats.length === 2 && !teams) {
    return evenly(1) ? 'two' : evenly(2) ? 'two_two' : 'other';
  }
  if (seats.length === 3 && !teams) {
    if (shared !== null) return 'three_shared';
    if (neutral !== null) return 'three_neutral';
    return evenly(1) ? 'three' : 'three_two';
  }
  if (seats.length === 4 && evenly(1)) return teams ? 'teams' : 'four';
  return 'other';
}

const MODE_OF_ENDING: Record<string, Mode> = {
  teams: 'teams',
  '1': 'one',
  '2': 'two_two',
  '3_two': 'three_two',
  '3_neutral': 'three_neutral',
  '3_shared': 'three_shared',
};

/** Board and mode of a variant of ours by its id alone; null for people's own. */
export function variantParts(id: string): { board: BoardName; mode: Mode } | null {
  const [board = '', ...rest] = id.split('_');
  if (!isBoard(board)) return null;
  const ending = rest.join('_');
  if (ending === '') return { board, mode: board === 'duo' || board === 'junior' ? 'two' : 'four' };
  if (ending === '3') return { board, mode: board === 'trigon' ? 'three' : 'three_shared' };
  const mode = MODE_OF_ENDING[ending];
  return mode ? { board, mode } : null;
}

/** A variant's name in the page's language: "Classic · Two teams of two". */
export function variantName({ id, name }: { id: string; name: string }): string {
  const parts = variantParts(id);
  if (!parts) return name;
  const usual = parts.mode === 'four' || (parts.mode === 'two' && parts.board !== 'classic');
  const board = t(`board.${parts.board}`);
  return usual ? board : `${board} · ${t(`mode.${parts.mode}.name`)}`;
}

export const colourName = (id: ColourId): string => (isKnownColour(id) ? t(`colour.${id}`) : id);

/** The start rule that a table made on this page begins with. */
export const USUAL_START: Record<BoardName, StartRule> = {
  classic: 'free',
  duo: 'fixed',
  trigon: 'free',
  junior: 'fixed',
};

const SEATS: Record<BoardName, number> = { classic: 4, duo: 2, trigon: 4, junior: 2 };

export type Level = 1 | 2 | 3;
export const LEVELS: readonly Level[] = [1, 2, 3];

/** A computer's name: four a level, so that no two at a table are called alike. */
export function computerName(level: Level, seat: number): string {
  return t(`computer.${level}.${(seat % 4) as 0 | 1 | 2 | 3}`);
}

/** A computer's seat. */
export function computerSeat(level: Level, seat: number): SeatInfo {
  return { name: computerName(level, seat), kind: 'computer', level };
}

/**
 * A person's seat. The name is one for everybody's eyes and any language: whose browser it is, the
 * game says itself. The first person gets the name that this browser knows.
 */
export function humanSeat(seat: number, first: boolean): SeatInfo {
  const name = (first ? myName() : null) ?? t('seat.player', { n: seat + 1 });
  return { name, kind: 'human', level: null };
}

/** Seats for a quick start: one person against the computer, or people only. */
export function quickSeats(
  count: number,
  against: 'computer' | 'screen',
  level: Level,
): SeatInfo[] {
  const seats = Array.from({ length: count }, (_, seat) =>
    against === 'screen' || seat === 0
      ? humanSeat(seat, seat === 0)
      : computerSeat(level, seat - 1),
  );
  // Whoever is called like one of the others is "Player 1" this time.
  const [own, ...others] = seats;
  if (own && others.some(({ name }) => name.toLowerCase() === own.name.toLowerCase())) {
    seats[0] = humanSeat(0, false);
  }
  return seats;
}

/** A game on one of our boards in one click. */
export function quickGame(board: BoardName, against: 'computer' | 'screen'): NewGame {
  return {
    variant: board,
    start: USUAL_START[board],
    seats: quickSeats(SEATS[board], against, board === 'junior' ? 1 : 2),
    undo: true,
  };
}
