/** A game's events as a list of what lies on the board and what else happened. */
import type { ColourId, GameEvent } from '../net/protocol';

export type Played = Extract<GameEvent, { type: 'played' }>;
export interface Past {
  /** Pieces on the board, in the order they were placed. */
  plies: Played[];
  /** Colours found unable to place, by the number of plies before. */
  skipped: { colour: ColourId; after: number }[];
  stopped: { seat: number; reason: 'resigned' | 'left' | 'time'; after: number }[];
  startedAt: number | null;
  endedAt: number | null;
}

export function fold(events: readonly GameEvent[]): Past {
  const past: Past = { plies: [], skipped: [], stopped: [], startedAt: null, endedAt: null };
  for (const e of events) {
    switch (e.type) {
      case 'created':
        past.startedAt = e.at;
        break;
      case 'played':
        past.plies.push(e);
        break;
      case 'skipped':
        past.skipped.push({ colour: e.colour, after: past.plies.length });
        break;
      case 'stopped':
        past.stopped.push({ seat: e.seat, reason: e.reason, after: past.plies.length });
        break;
      case 'undone': {
        const left = Math.max(0, past.plies.length - e.plies);
        past.plies.length = left;
        past.skipped = past.skipped.filter((s) => s.after <= left);
        past.endedAt = null;
        break;
      }
      case 'ended':
        past.endedAt = e.at;
        break;
    }
  }
  return past;
}

/**
 * The moves in rounds: one row a round, one column a colour. A colour's place in a row is that of
 * its own count, so skipped colours leave gaps and nothing shifts.
 */
export function rounds(
  plies: readonly Played[],
  colours: readonly ColourId[],
): (number | null)[][] {
  const rows: (number | null)[][] = [];
  let row = -1;
  let column = colours.length;
  plies.forEach((p, i) => {
    const at = colours.indexOf(p.colour);
    if (at <= column) {
      row += 1;
      rows[row] = colours.map(() => null);
    }
    rows[row]![at] = i;
    column = at;
  });
  return rows;
}

/** Row and column of the piece that a colour places next, in the table of rounds. */
export function nextInRounds(
  plies: readonly Played[],
  colours: readonly ColourId[],
  colour: ColourId,
): { row: number; column: number } {
  const rows = rounds(plies, colours).length;
  const column = colours.indexOf(colour);
  const last = plies.at(-1);
  return { row: last && column > colours.indexOf(last.colour) ? rows - 1 : rows, column };
}
