import { describe, expect, it } from 'vitest';
import { Tables } from './tables';
import { POLYIAMONDS, POLYOMINOES, variant } from '../game/testing/variants';

describe('placements', () => {
  it.each([
    ['classic', 30433],
    ['duo', 13729],
    ['trigon', 32131],
  ] as const)('%s has %i', (id, n) => {
    const tables = new Tables(variant(id));
    expect(tables.placements).toBe(n);
  });

  it('has the orientations that each set has', () => {
    expect(POLYOMINOES.reduce((n, p) => n + p.orientations.length, 0)).toBe(91);
    expect(POLYIAMONDS.reduce((n, p) => n + p.orientations.length, 0)).toBe(155);
  });

  it('finds each placement back from its orientation and anchor', () => {
    for (const id of ['duo', 'trigon'] as const) {
      const tables = new Tables(variant(id));
      for (let p = 0; p < tables.placements; p += 7) {
        expect(tables.find(tables.orientationAt(p), tables.anchorAt(p))).toBe(p);
        expect(tables.cellsAt(p)).not.toContain(-1);
      }
    }
  });

  it('numbers by orientation, then by anchor in board order', () => {
    const tables = new Tables(variant('duo'));
    expect(tables.cellsAt(0).map((c) => tables.text(c))).toEqual(['a1']);
    expect(tables.cellsAt(195).map((c) => tables.text(c))).toEqual(['n14']);
    expect(tables.cellsAt(196).map((c) => tables.text(c))).toEqual(['a1', 'b1']);
    for (let p = 1; p < tables.placements; p++)
      expect(tables.orientationAt(p).id).toBeGreaterThanOrEqual(tables.orientationAt(p - 1).id);
  });

  it('refuses a table whose number of placements differs', () => {
    expect(() => new Tables({ ...variant('duo'), placements: 13728 })).toThrow('13729');
  });

  it('gives -1 where a part lies off the board', () => {
    const tables = new Tables(variant('duo'));
    const i5 = tables.orientation(tables.pieceNamed('I5'), 0);
    expect(tables.find(i5, [12, 3])).toBe(-1);
    expect(tables.find(i5, [-1, 3])).toBe(-1);
  });
});
