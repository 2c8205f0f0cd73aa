/** How the pieces lie in the tray. */
import type { OrientationRef, Tables } from '../board/tables';

function width(o: OrientationRef): number {
  const columns = o.points.map((p) => p[0]);
  return Math.max(...columns) - Math.min(...columns);
}

/** A piece as it lies in the tray: upright on squares. */
export function trayOrientation(tables: Tables, piece: number): OrientationRef {
  const all = tables.orientationsOf(piece);
  let best = all[0]!;
  if (!tables.lattice.triangles) for (const o of all) if (width(o) < width(best)) best = o;
  return best;
}

/** Largest first, on squares then slim ones, so that rows are of one height. */
export function trayOrder(tables: Tables): readonly number[] {
  const slim = (piece: number): number =>
    tables.lattice.triangles ? 0 : width(trayOrientation(tables, piece));
  const key = tables.pieces.map((p, i) => [-p.size, slim(i)] as const);
  return tables.pieces
    .map((_, i) => i)
    .sort((a, b) => key[a]![0] - key[b]![0] || key[a]![1] - key[b]![1] || a - b);
}
