import { describe, expect, it } from 'vitest';
import { centreOf, type Point } from './geometry';
import { boardView } from './draw/view';
import { Hand } from './hand.svelte';
import { Tables } from './tables';
import { MockServer } from '../game/testing/mock';
import { variant } from '../game/testing/variants';

const duo = new Tables(variant('duo'));
const trigon = new Tables(variant('trigon'));

function legalOf(id: 'duo' | 'trigon'): Set<number> {
  const v = variant(id);
  const server = new MockServer({
    variant: v,
    seats: v.seats.map(() => ({ name: 'A', kind: 'human', level: null })),
  });
  return new Set(server.now().legal);
}

describe('the piece in hand', () => {
  it('shows an orientation that fits, if one does', () => {
    const hand = new Hand(duo);
    const piece = duo.pieceNamed('L5');
    const o = duo.orientation(piece, 3);
    const [from] = duo.range(o);
    hand.legal = new Set([from]);
    hand.pick(piece);
    expect(hand.index).toBe(3);
    hand.legal = new Set();
    hand.pick(piece);
    expect(hand.index).toBe(0);
  });

  it('keeps the held cell under the pointer through turns and flips', () => {
    for (const tables of [duo, trigon]) {
      for (let piece = 0; piece < tables.pieces.length; piece++) {
        const hand = new Hand(tables);
        hand.pick(piece, 0);
        const at = centreOf([8, 8], tables.lattice);
        hand.moveTo(at);
        for (const how of ['clockwise', 'flip', 'counterclockwise', 'clockwise'] as const) {
          hand.turn(how);
          const held = hand.points[hand.grip]!;
          const c = centreOf(held, tables.lattice);
          // On triangles the held cell changes its direction, so it may be the one beside.
          expect(Math.hypot(c[0] - at[0], c[1] - at[1])).toBeLessThan(1.2);
        }
      }
    }
  });

  it('comes back to itself after a full turn and after two flips', () => {
    for (const [tables, n] of [
      [duo, 4],
      [trigon, 6],
    ] as const) {
      const hand = new Hand(tables);
      hand.pick(tables.pieceNamed('F'), 0);
      for (let i = 0; i < n; i++) hand.turn('clockwise');
      expect(hand.index).toBe(0);
      hand.turn('flip');
      expect(hand.index).not.toBe(0);
      hand.turn('flip');
      expect(hand.index).toBe(0);
    }
  });

  it('steps through exactly the fitting places of the piece', () => {
    for (const id of ['duo', 'trigon'] as const) {
      const tables = id === 'duo' ? duo : trigon;
      const hand = new Hand(tables);
      hand.legal = legalOf(id);
      const piece =
        tables.pieceNamed('V3') >= 0 ? tables.pieceNamed('V3') : tables.pieceNamed('C4');
      const all = hand.fitting(piece);
      expect(all.length).toBeGreaterThan(3);
      hand.pick(piece, 0);
      const seen = new Set<number>();
      for (let i = 0; i < all.length; i++) {
        expect(hand.step(1)).toBe(true);
        expect(hand.fits).toBe(true);
        seen.add(hand.placement);
      }
      expect([...seen].sort((a, b) => a - b)).toEqual(all);
      const here = hand.placement;
      hand.step(1);
      hand.step(-1);
      expect(hand.placement).toBe(here);
    }
  });

  it('snaps to a fitting place within reach, and not beyond', () => {
    const hand = new Hand(duo);
    hand.legal = legalOf('duo');
    const piece = duo.pieceNamed('1');
    hand.pick(piece, 0);
    // The one start of purple is e10.
    hand.snapTo([5.6, 10.4], 1.5);
    expect(hand.anchor).toEqual([4, 9]);
    hand.snapTo([8.5, 9.5], 1.5);
    expect(hand.anchor).toEqual([8, 9]);
  });

  it('moves by one on the screen, however the board is turned', () => {
    for (let turn = 0; turn < 4; turn++) {
      const view = boardView(duo.cells, duo.lattice, turn);
      const hand = new Hand(duo);
      hand.pick(duo.pieceNamed('1'), 0);
      hand.moveTo([6.5, 6.5]);
      hand.nudge('right', view);
      const expected: Point[] = [
        [7, 6],
        [6, 5],
        [5, 6],
        [6, 7],
      ];
      expect(hand.anchor).toEqual(expected[turn]);
    }
  });

  it('on triangles keeps its column when it goes up and down', () => {
    const view = boardView(trigon.cells, trigon.lattice, 0);
    const hand = new Hand(trigon);
    hand.pick(trigon.pieceNamed('1'), 0);
    hand.moveTo(centreOf([17, 4], trigon.lattice));
    const from = hand.anchor!;
    for (let i = 0; i < 4; i++) hand.nudge('up', view);
    expect(hand.anchor![1]).toBe(from[1] + 4);
    expect(Math.abs(hand.anchor![0] - from[0])).toBeLessThanOrEqual(1);
    for (let i = 0; i < 4; i++) hand.nudge('down', view);
    expect(hand.anchor).toEqual(from);
  });

  it('cannot be pushed off the board for good', () => {
    const view = boardView(duo.cells, duo.lattice, 0);
    const hand = new Hand(duo);
    hand.pick(duo.pieceNamed('I5'), 0);
    hand.moveTo([1, 1]);
    for (let i = 0; i < 20; i++) hand.nudge('left', view);
    expect(hand.points.some((p) => duo.cellAt(p) >= 0)).toBe(true);
  });
});
