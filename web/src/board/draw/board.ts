/** The board at rest: frame, bed, wells, coordinates. */
import {
  boundary,
  inset,
  placeOf,
  columnText,
  vertices,
  S3,
  type Point,
  type Vec,
} from '../geometry';
import { cellPolygons, roundedCells } from './piece';
import { bounds, polygon, rounded, turned, type Box, type View } from './view';

export interface BoardPaths {
  frame: string;
  bed: string;
  well: string;
  /** Downward triangles: a shade darker. */
  well2: string;
  /** The board's cells, in the picture (y downwards). */
  box: Box;
}

export function boardPaths(cells: readonly Point[], view: View, margin: number): BoardPaths {
  const l = view.lattice;
  const loops = boundary(cells, l).map((loop) => loop.map((v) => turned(placeOf(v, l), view)));
  const b = bounds(loops.flat());
  const box = { x0: b.x0, x1: b.x1, y0: -b.y1, y1: -b.y0 };
  const grow = l.triangles ? -margin * 0.86 : -margin;
  const frame = loops
    .filter((p) => area(p) > 0)
    .map((p) => rounded(inset(p, grow), l.triangles ? 16 : Math.min(7, margin * 0.6)))
    .join('');
  const bed = loops.map((p) => polygon(inset(p, l.triangles ? -1.5 : -1))).join('');
  if (l.triangles) {
    const up = cells.filter((c) => ((c[0] + c[1] + l.parity) & 1) === 0);
    const down = cells.filter((c) => ((c[0] + c[1] + l.parity) & 1) === 1);
    return {
      frame,
      bed,
      well: cellPolygons(up, view, 1.1),
      well2: cellPolygons(down, view, 1.1),
      box,
    };
  }
  return { frame, bed, well: roundedCells(cells, view, 0.55, 1.6), well2: '', box };
}

function area(p: readonly Vec[]): number {
  let a = 0;
  p.forEach((v, i) => {
    const w = p[(i + 1) % p.length]!;
    a += v[0] * w[1] - w[0] * v[1];
  });
  return a / 2;
}

export interface Label {
  text: string;
  x: number;
  y: number;
}

/**
 * Column letters and row numbers beside the board. On squares all of them; on triangles the rows.
 * They stay with their column or row when the board is turned.
 */
export function coordinates(cells: readonly Point[], view: View, margin: number): Label[] {
  const l = view.lattice;
  const out: Label[] = [];
  const rows = new Map<number, Point>();
  const columns = new Map<number, Point>();
  for (const p of cells) {
    const r = rows.get(p[1]);
    if (!r || p[0] < r[0]) rows.set(p[1], p);
    const c = columns.get(p[0]);
    if (!c || p[1] < c[1]) columns.set(p[0], p);
  }
  const put = (text: string, at: Vec, nudge: number): void => {
    const q = turned(at, view);
    out.push({ text, x: q[0], y: -q[1] + nudge });
  };
  if (l.triangles) {
    for (const [y, p] of rows) {
      const left = Math.min(...vertices(p, l).map((v) => v[0])) / 2;
      // Outside the slanted edge, at half the row's height.
      put(String(y + 1), [left + 0.25 - 13 / view.unit, (y + 0.5) * S3], 3.5);
    }
    return out;
  }
  // Beside the row's first cell and below the column's lowest: the frame of a drawn board is there.
  const off = margin / 2 / view.unit;
  // In an inner corner of the board both would stand in one gap: there they make room.
  const gap = ([x, y]: Point): string => `${x},${y}`;
  const below = new Set([...columns.values()].map(([x, y]) => gap([x, y - 1])));
  const beside = new Set([...rows.values()].map(([x, y]) => gap([x - 1, y])));
  const room = 0.24;
  for (const [x, p] of columns) {
    const aside = beside.has(gap([x, p[1] - 1])) ? room : 0;
    put(columnText(x), [x + 0.5 - aside, p[1] - off], 2.9);
  }
  for (const [y, p] of rows) {
    const down = below.has(gap([p[0] - 1, y])) ? room : 0;
    put(String(y + 1), [p[0] - off, y + 0.5 - down], 2.9);
  }
  return out;
}
