import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../i18n/index.svelte';
import { sayOf } from './say';
import { GameStore } from './store.svelte';
import { Table } from './table.svelte';
import { MockServer } from './testing/mock';
import { variant } from './testing/variants';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['en'] });
  await startTexts();
});

let store: GameStore;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

async function tableOf({ plies = 0, mine = [0] } = {}): Promise<Table> {
  const server = new MockServer({
    variant: variant('duo'),
    seats: ['Ada', 'Bo'].map((name) => ({ name, kind: 'human', level: null })),
    plies,
    mine,
  });
  store = new GameStore('g', server.open);
  store.start();
  await vi.advanceTimersByTimeAsync(1);
  const table = new Table(store);
  // What an effect of the screen does; there are none here.
  table.hand.legal = table.game.legal;
  return table;
}

const step = (table: Table, by: 1 | -1): boolean =>
  table.keys.act({ do: 'step', by }, () => undefined);

describe('the keys for the next and previous fitting place', () => {
  it('with an empty hand take the first or last piece that fits, and put it where it fits', async () => {
    // Late in a game some of the pieces left fit nowhere, the largest first of all.
    const table = await tableOf({ plies: 24 });
    expect(table.game.myTurn).toBe(true);
    const left = table.trayOrder.filter((p) => table.game.remaining[p]! > 0);
    const fitting = left.filter((p) => table.hand.fitting(p).length > 0);
    expect(fitting[0]).not.toBe(left[0]);
    for (const [by, piece] of [
      [1, fitting[0]!],
      [-1, fitting.at(-1)!],
    ] as const) {
      expect(step(table, by)).toBe(true);
      expect(table.hand.piece).toBe(piece);
      expect(table.hand.fits).toBe(true);
      expect(table.spot.state).toBe('ok');
      expect(table.pinned).toBe(true);
      const name = table.tables.nameOf(piece);
      const places = table.hand.fitting(piece).length;
      expect(table.voice.polite).toMatch(new RegExp(`^${name}\\b.*\\b${String(places)}\\b`));
      table.release();
    }
  });

  it('go on from there with the piece in hand', async () => {
    const table = await tableOf();
    step(table, 1);
    const { piece, placement } = table.hand;
    step(table, 1);
    expect(table.hand.piece).toBe(piece);
    expect(table.hand.placement).not.toBe(placement);
    expect(table.hand.fits).toBe(true);
  });

  it('do nothing while it is not my turn, or while the past is looked at', async () => {
    const waiting = await tableOf({ mine: [1] });
    expect(step(waiting, 1)).toBe(false);
    expect(waiting.hand.piece).toBeNull();
    store.close();
    const past = await tableOf({ plies: 4 });
    past.look(2);
    expect(step(past, -1)).toBe(false);
    expect(past.hand.piece).toBeNull();
  });
});

describe('a piece taken by touch', () => {
  it('goes where it fits, though the one before lay elsewhere', async () => {
    const table = await tableOf({ plies: 12 });
    const fitting = table.trayOrder.filter((p) => table.game.fitting.pieces.has(p));
    for (const piece of fitting) {
      table.pick(piece, 'touch');
      expect(table.hand.piece).toBe(piece);
      expect(table.spot.state).toBe('ok');
    }
  });

  it('covers nothing while the one before is on its way, or while others play', async () => {
    const table = await tableOf({ plies: 12 });
    const covered = (): number[] =>
      table.hand.points.map((p) => table.tables.cellAt(p)).filter((c) => table.board.owner.has(c));
    const fitting = table.trayOrder.filter((p) => table.game.fitting.pieces.has(p));
    table.pick(fitting[0]!, 'touch');
    const laid = table.hand.points.map(String);
    table.place();
    expect(table.spot.state).toBe('waiting');
    table.pick(fitting[1]!, 'touch');
    expect(table.hand.piece).toBe(fitting[1]);
    expect(table.spot.state).toBe('prepared');
    expect(table.hand.points.map(String).filter((p) => laid.includes(p))).toEqual([]);
    expect(covered()).toEqual([]);
    // What has been sent stays to be seen.
    expect(table.board.pieces).toHaveLength(13);
    await vi.advanceTimersByTimeAsync(50);
    expect(table.board.pieces).toHaveLength(13);
    table.pick(fitting[2]!, 'touch');
    expect(covered()).toEqual([]);
  });

  it('waits without a place for the pointer of a mouse', async () => {
    const table = await tableOf({ plies: 12 });
    const fitting = table.trayOrder.filter((p) => table.game.fitting.pieces.has(p));
    table.pick(fitting[0]!, 'touch');
    table.place();
    table.pick(fitting[1]!, 'mouse');
    expect(table.hand.piece).toBe(fitting[1]);
    expect(table.hand.anchor).toBeNull();
  });
});

it('the line above the board says what the first two pieces of a colour have to do', async () => {
  const first = await tableOf({ mine: [0, 1] });
  expect(sayOf(first).tag?.text).toBe('Cover the marked square with your first piece');
  store.close();
  const second = await tableOf({ plies: 2, mine: [0, 1] });
  expect(sayOf(second).tag?.text).toBe('Touch a corner of your own, never an edge');
  store.close();
  const third = await tableOf({ plies: 4, mine: [0, 1] });
  expect(sayOf(third).tag).toBeNull();
});
