import { describe, expect, it } from 'vitest';
import { latticeOf, neighbours, pointKey, translate, vertices } from '../../board/geometry';
import type { Point } from '../../net/protocol';
import { BOARDS } from '../../ui/variants';
import { figuresOf, type Figure } from './figures';

/** What the rules say about the piece in hand, told from the picture alone. */
function look(figure: Figure) {
  const lattice = latticeOf(figure.board);
  const keys = (points: readonly Point[]) => new Set(points.map(pointKey));
  const hand = translate(figure.ghost.points, figure.ghost.anchor);
  const lying = (mine: boolean) =>
    figure.pieces
      .filter((piece) => (piece.colour === figure.ghost.colour) === mine)
      .flatMap((piece) => [...piece.points]);
  const own = lying(true);
  const corners = (points: readonly Point[]) =>
    new Set(points.flatMap((p) => vertices(p, lattice).map((v) => `${v[0]},${v[1]}`)));
  const shared = [...corners(hand)].filter((v) => corners(own).has(v)).sort();
  return {
    off: hand.filter((p) => !keys(figure.board.cells).has(pointKey(p))),
    over: hand.filter((p) => keys([...own, ...lying(false)]).has(pointKey(p))),
    edge: hand.filter((p) => neighbours(p, lattice).some((q) => keys(own).has(pointKey(q)))),
    start:
      figure.starts.length === 0 ||
      hand.some((p) => keys([figure.starts[0]!.point]).has(pointKey(p))),
    first: own.length === 0,
    shared,
    own,
    hand,
  };
}

/** Connected by edges, so that it is one piece. */
function whole(points: readonly Point[], figure: Figure): boolean {
  const lattice = latticeOf(figure.board);
  const left = new Map(points.map((p) => [pointKey(p), p]));
  const todo = [points[0]!];
  left.delete(pointKey(points[0]!));
  for (let p = todo.pop(); p; p = todo.pop()) {
    for (const q of neighbours(p, lattice)) {
      if (left.delete(pointKey(q))) todo.push(q);
    }
  }
  return left.size === 0;
}

describe.each(BOARDS)('figures of %s', (board) => {
  const figures = figuresOf(board);

  it('come in pairs, right before wrong', () => {
    const names = figures.map((figure) => figure.name);
    for (let i = 0; i < names.length; i += 2) {
      expect(names[i]).toMatch(/_ok$/);
      expect(names[i + 1]).toBe(names[i]!.replace('_ok', '_bad'));
    }
  });

  it.each(figures.map((figure) => [figure.name, figure] as const))(
    '%s is drawn truly',
    (name, figure) => {
      const seen = look(figure);
      const blame = figure.ghost.blame;
      for (const piece of figure.pieces) {
        expect(whole(piece.points, figure)).toBe(true);
        for (const p of piece.points) {
          expect(figure.board.cells.some((q) => pointKey(q) === pointKey(p))).toBe(true);
        }
      }
      expect(whole(seen.hand, figure)).toBe(true);
      const fits =
        seen.off.length === 0 &&
        seen.over.length === 0 &&
        seen.edge.length === 0 &&
        (seen.first ? seen.start : seen.shared.length > 0);
      expect(fits).toBe(name.endsWith('_ok'));
      if (fits) {
        // Every contact by a corner is ringed.
        if (!seen.first) {
          expect(figure.touches.map((v) => `${v[0]},${v[1]}`).sort()).toEqual(seen.shared);
        }
        return;
      }
      const points = blame?.points.map(pointKey).sort();
      if (blame?.show === 'edges') expect(points).toEqual(seen.edge.map(pointKey).sort());
      if (blame?.show === 'overlap') expect(points).toEqual(seen.over.map(pointKey).sort());
      if (blame?.show === 'outside') expect(points).toEqual(seen.off.map(pointKey).sort());
      if (blame?.show === 'corners') expect(seen.shared).toEqual([]);
      if (blame?.show === 'starts') expect(seen.start).toBe(false);
    },
  );

  it.each(figures.map((figure) => [figure.name, figure] as const))(
    '%s shows pieces that could have been placed',
    (_, figure) => {
      // No two pieces of one colour share an edge, and no two pieces overlap.
      const lattice = latticeOf(figure.board);
      figure.pieces.forEach((a, i) => {
        figure.pieces.slice(0, i).forEach((b) => {
          const theirs = new Set(b.points.map(pointKey));
          expect(a.points.some((p) => theirs.has(pointKey(p)))).toBe(false);
          if (a.colour !== b.colour) return;
          const touch = a.points.some((p) =>
            neighbours(p, lattice).some((q) => theirs.has(pointKey(q))),
          );
          expect(touch).toBe(false);
        });
      });
    },
  );
});
