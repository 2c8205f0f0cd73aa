import { describe, expect, it } from 'vitest';
import {
  anchorFor,
  boundary,
  carry,
  centreOf,
  columnText,
  neighbours,
  pointAt,
  pointText,
  pointsUp,
  sharedEdge,
  type Lattice,
  type Point,
} from './geometry';
import { hexagonBoard, squareBoard, POLYIAMONDS, POLYOMINOES } from '../game/testing/variants';

const SQ: Lattice = { triangles: false, parity: 0 };
const TRI: Lattice = { triangles: true, parity: 1 };

describe('points', () => {
  it('are named by column letters and row', () => {
    expect(pointText([0, 0])).toBe('a1');
    expect(pointText([25, 9])).toBe('z10');
    expect(columnText(26)).toBe('aa');
    expect(columnText(34)).toBe('ai');
  });

  it('are found under their centre and near it', () => {
    for (const [l, cells] of [
      [SQ, squareBoard(5, 5).cells],
      [TRI, hexagonBoard(3).cells],
    ] as const) {
      for (const p of cells) {
        const c = centreOf(p, l);
        for (const d of [0, 0.2, -0.2]) expect(pointAt([c[0] + d, c[1] - d / 2], l)).toEqual(p);
      }
    }
  });

  it('share exactly the edges of their neighbours', () => {
    for (const l of [SQ, TRI]) {
      const p: Point = [7, 6];
      const n = neighbours(p, l);
      expect(n).toHaveLength(l.triangles ? 3 : 4);
      for (const q of n) expect(sharedEdge(p, q, l)).not.toBeNull();
      expect(sharedEdge(p, [p[0] + 3, p[1]], l)).toBeNull();
    }
  });

  it('of a hexagon of edge 9: 486, the leftmost of row 10 points up', () => {
    const b = hexagonBoard(9);
    expect(b.cells).toHaveLength(486);
    expect(b.columns).toBe(35);
    expect(pointsUp([0, 9], { triangles: true, parity: b.parity })).toBe(true);
  });
});

describe('outlines', () => {
  it('has one loop around a piece, two with a hole', () => {
    expect(
      boundary(
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
        SQ,
      ),
    ).toHaveLength(1);
    const ring: Point[] = [];
    for (let x = 0; x < 3; x++)
      for (let y = 0; y < 3; y++) if (x !== 1 || y !== 1) ring.push([x, y]);
    expect(boundary(ring, SQ)).toHaveLength(2);
  });

  it('keeps cells that meet only at a corner apart', () => {
    const loops = boundary(
      [
        [0, 0],
        [1, 1],
      ],
      SQ,
    );
    expect(loops.map((l) => l.length)).toEqual([4, 4]);
  });
});

describe('turning about a cell', () => {
  it.each([
    ['squares', POLYOMINOES, SQ],
    ['triangles', POLYIAMONDS, TRI],
  ] as const)('carries each cell of each piece to a different one (%s)', (_, pieces, l) => {
    for (const piece of pieces)
      for (const o of piece.orientations)
        for (const how of ['clockwise', 'counterclockwise', 'flip'] as const) {
          const to = piece.orientations[o[how]]!;
          const all = o.points.map((_, i) => carry(o, to, i, how, l.triangles));
          expect(new Set(all).size).toBe(o.points.length);
        }
  });

  it('puts the held cell under the pointer', () => {
    for (const piece of POLYIAMONDS)
      for (const o of piece.orientations)
        o.points.forEach((off, grip) => {
          const at = centreOf([11, 8], TRI);
          const a = anchorFor(o, grip, at, TRI);
          expect(pointsUp(a, TRI)).toBe(o.up);
          const c = centreOf([a[0] + off[0], a[1] + off[1]], TRI);
          expect(Math.hypot(c[0] - at[0], c[1] - at[1])).toBeLessThan(0.6);
        });
  });
});
