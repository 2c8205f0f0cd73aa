import { describe, expect, it } from 'vitest';
import { boardOf, hexagon, pointsOf } from './boards';

describe('boards for pictures', () => {
  it('have as many places as the real ones', () => {
    expect(boardOf('classic').cells).toHaveLength(400);
    expect(boardOf('duo').cells).toHaveLength(196);
    expect(boardOf('trigon').cells).toHaveLength(486);
    expect(hexagon(8).cells).toHaveLength(384);
  });

  it('are hexagons with the right size and direction', () => {
    const { columns, rows, parity, cells } = boardOf('trigon');
    expect([columns, rows]).toEqual([35, 18]);
    // a10 is the leftmost triangle of row 10 and points up.
    expect(cells.find(([, y]) => y === 9)).toEqual([0, 9]);
    expect((0 + 9 + parity) % 2).toBe(0);
    const small = hexagon(8);
    expect([small.columns, small.rows]).toEqual([31, 16]);
    expect((0 + 8 + small.parity) % 2).toBe(0);
  });
});

describe('cells as texts', () => {
  it('count columns past z', () => {
    expect(pointsOf('a1,z7,aa10,ai9')).toEqual([
      [0, 0],
      [25, 6],
      [26, 9],
      [34, 8],
    ]);
  });

  it('refuse what names no cell', () => {
    expect(() => pointsOf('e10,')).toThrow('not a cell');
    expect(() => pointsOf('10e')).toThrow('not a cell');
  });
});
