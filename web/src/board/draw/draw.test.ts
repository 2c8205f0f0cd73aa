import { describe, expect, it } from 'vitest';
import { hexagonBoard, squareBoard, variant } from '../../game/testing/variants';
import { centreOf, latticeOf, type Point } from '../geometry';
import { boardPaths, coordinates } from './board';
import { placeCallout } from './callout';
import { centre, detailFor, facets, outline, piecePaths } from './piece';
import { boardView, placeAt, shift } from './view';

describe('the view of a board', () => {
  it('leads back from the picture to the lattice, however it is turned', () => {
    for (const board of [squareBoard(14, 14), hexagonBoard(9)]) {
      const l = latticeOf(board);
      for (let turn = 0; turn < 6; turn++) {
        const view = boardView(board.cells, l, turn);
        for (const p of board.cells.slice(0, 60)) {
          const back = placeAt(centre(p, view), view);
          const c = centreOf(p, l);
          expect(back[0]).toBeCloseTo(c[0], 9);
          expect(back[1]).toBeCloseTo(c[1], 9);
        }
      }
    }
  });

  it('turns whole boards onto themselves', () => {
    for (const [board, turns] of [
      [squareBoard(14, 14), 4],
      [hexagonBoard(9), 6],
    ] as const) {
      const l = latticeOf(board);
      const base = boardPaths(board.cells, boardView(board.cells, l, 0), 10).box;
      for (let turn = 1; turn < turns; turn++) {
        const box = boardPaths(board.cells, boardView(board.cells, l, turn), 10).box;
        expect(box.x1 - box.x0).toBeCloseTo(base.x1 - base.x0, 6);
        expect(box.y1 - box.y0).toBeCloseTo(base.y1 - base.y0, 6);
      }
    }
  });

  it('shifts to the right on the screen for one step along the row', () => {
    const board = squareBoard(5, 5);
    const view = boardView(board.cells, latticeOf(board), 0);
    expect(shift([1, 0], view)).toEqual([20, -0]);
    const turned = shift([1, 0], boardView(board.cells, latticeOf(board), 1));
    expect(turned[0]).toBeCloseTo(0, 9);
    expect(turned[1]).toBeCloseTo(-20, 9);
  });
});

describe('pieces', () => {
  it('have closed outlines without any missing number', () => {
    for (const id of ['duo', 'trigon'] as const) {
      const v = variant(id);
      const view = boardView(v.board.cells, latticeOf(v.board));
      for (const piece of v.pieces)
        for (const o of piece.orientations) {
          // On triangles the anchor must point as the orientation says.
          const at = v.board.cells.find(
            (p) => id === 'duo' || ((p[0] + p[1] + v.board.parity) % 2 === 0) === o.up,
          )!;
          const cells = o.points.map((p): [number, number] => [p[0] + at[0], p[1] + at[1]]);
          const paths = piecePaths(cells, view, 'blue', 2);
          for (const d of [paths.body, paths.cast, ...paths.facets, paths.marks!.d]) {
            expect(d).not.toMatch(/NaN|Infinity|undefined/);
          }
          expect(paths.body.match(/M/g)).toHaveLength(1);
          expect(paths.body.endsWith('Z')).toBe(true);
        }
    }
  });

  it('are lit from the upper left: the top edge is the light one', () => {
    const board = squareBoard(3, 3);
    for (let turn = 0; turn < 4; turn++) {
      const view = boardView(board.cells, latticeOf(board), turn);
      const light = facets([[1, 1]], view)[0]!;
      const ys = [...light.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((m) => Number(m[2]));
      const [, y] = centre([1, 1], view);
      expect(Math.max(...ys)).toBeLessThan(y);
    }
  });

  it('are drawn with a hole where they have one', () => {
    const board = squareBoard(3, 3);
    const view = boardView(board.cells, latticeOf(board));
    const ring = board.cells.filter((p) => p[0] !== 1 || p[1] !== 1);
    expect(outline(ring, view, 0.6, 2).match(/Z/g)).toHaveLength(2);
  });

  it('show less the smaller they are', () => {
    expect([30, 14, 13, 6, 5].map(detailFor)).toEqual([2, 2, 1, 1, 0]);
  });
});

describe('coordinates', () => {
  it('stand beside the squares of a drawn board, apart even in its inner corners', () => {
    // Five by five without its corner squares.
    const cells: Point[] = [];
    for (let y = 0; y < 5; y++)
      for (let x = 0; x < 5; x++) if ((x > 0 && x < 4) || (y > 0 && y < 4)) cells.push([x, y]);
    const view = boardView(cells, { triangles: false, parity: 0 });
    const labels = coordinates(cells, view, 15);
    expect(labels.map((l) => l.text).sort()).toEqual('12345abcde'.split(''));
    const near = (a: (typeof labels)[number]) =>
      Math.min(
        ...cells.map(([x, y]) =>
          Math.hypot(a.x - (x + 0.5) * view.unit, a.y + (y + 0.5) * view.unit),
        ),
      );
    for (const label of labels) expect(near(label)).toBeLessThan(view.unit * 1.1);
    labels.forEach((a, i) =>
      labels.slice(i + 1).forEach((b) => {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(view.unit * 0.45);
      }),
    );
  });

  it('name all columns and rows of squares, and the rows of triangles', () => {
    const sq = squareBoard(14, 14);
    expect(coordinates(sq.cells, boardView(sq.cells, latticeOf(sq)), 15)).toHaveLength(28);
    const tri = hexagonBoard(9);
    const rows = coordinates(tri.cells, boardView(tri.cells, latticeOf(tri)), 22);
    expect(rows.map((r) => r.text)).toEqual(Array.from({ length: 18 }, (_, i) => String(i + 1)));
  });
});

describe('callouts', () => {
  const area = { x0: 0, y0: 0, x1: 400, y1: 400 };

  it('stay inside and do not cover the piece', () => {
    for (const at of [
      [20, 20],
      [200, 200],
      [390, 20],
      [390, 390],
      [5, 390],
    ] as const) {
      const avoid = { x0: at[0] - 30, y0: at[1] - 30, x1: at[0] + 30, y1: at[1] + 30 };
      const c = placeCallout(at, avoid, area, 120, 44, 20, false);
      expect(c.x).toBeGreaterThanOrEqual(0);
      expect(c.x + 120).toBeLessThanOrEqual(400);
      expect(c.y).toBeGreaterThanOrEqual(0);
      expect(c.y + 44).toBeLessThanOrEqual(400);
      const apart =
        c.x + 120 <= avoid.x0 || c.x >= avoid.x1 || c.y + 44 <= avoid.y0 || c.y >= avoid.y1;
      expect(apart).toBe(true);
      expect(c.lead).toContain('M');
      expect(c.lead).not.toContain('NaN');
    }
  });

  it('do not cover a start mark that they point at, be the piece far away or near', () => {
    const at = [200, 120] as const;
    const mark = { x0: 191, y0: 111, x1: 209, y1: 129 };
    for (const [x, y] of [
      [60, 320],
      [200, 170],
      [140, 120],
      [260, 60],
    ] as const) {
      const avoid = { x0: x - 30, y0: y - 30, x1: x + 30, y1: y + 30 };
      const c = placeCallout([...at], avoid, area, 160, 44, 26, false, [mark]);
      for (const b of [mark, avoid])
        expect(c.x + 160 <= b.x0 || c.x >= b.x1 || c.y + 44 <= b.y0 || c.y >= b.y1).toBe(true);
    }
  });
});
