/** The corner of the board that a colour plays from. */
import type { ColourId, Point } from '../net/protocol';
import type { GameFacts } from './facts.svelte';
import type { Played } from './fold';

/** The corner nearest to these points: 0 upper left, then clockwise, the board not turned. */
export function nearestCorner(
  points: readonly Point[],
  board: { columns: number; rows: number },
): number {
  const x = points.reduce((a, p) => a + p[0] + 0.5, 0) / points.length;
  const y = points.reduce((a, p) => a + p[1] + 0.5, 0) / points.length;
  const left = x <= board.columns / 2;
  const top = y >= board.rows / 2;
  return top ? (left ? 0 : 1) : left ? 3 : 2;
}

/**
 * Where a colour's first piece lies; before it, where its fixed start is. Null while it may still
 * start anywhere.
 */
export function cornerOf(
  game: GameFacts,
  board: { readonly plies: readonly Played[] },
  colour: ColourId,
): number | null {
  const { variant, tables } = game;
  const own = variant.colours.find((c) => c.id === colour)?.starts ?? [];
  const first = board.plies.find((p) => p.colour === colour);
  if (first) {
    const cells = tables.cellsAt(first.placement);
    const starts = variant.start === 'fixed' ? own : variant.colours.flatMap((c) => c.starts);
    const covered = cells.filter((c) => starts.includes(c));
    return nearestCorner(
      (covered.length > 0 ? covered : cells).map((c) => tables.cells[c]!),
      variant.board,
    );
  }
  if (variant.start !== 'fixed' || own.length === 0) return null;
  return nearestCorner(
    own.map((c) => tables.cells[c]!),
    variant.board,
  );
}
