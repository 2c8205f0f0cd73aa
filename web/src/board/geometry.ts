/**
 * Geometry of square and triangle boards: points, vertices, outlines, turning.
 *
 * A *point* is (x, y), column and row from 0 at the bottom left. A *vertex* is a corner of a cell
 * in whole numbers (on triangles x counts half units). A *place* is a position in the plane with
 * y upwards, the edge of a cell being 1 long. Everything that is drawn is built in places and
 * flipped to the screen at the very end.
 */
import type { BoardTable, Point } from '../net/protocol';

export type { Point };
export type Vec = readonly [x: number, y: number];
export type Vertex = readonly [x: number, y: number];

/** Height of a triangle with edge 1. */
export const S3 = Math.sqrt(3) / 2;

export interface Lattice {
  readonly triangles: boolean;
  /** A triangle points up iff x + y + parity is even. */
  readonly parity: number;
}

export function latticeOf(board: BoardTable): Lattice {
  return { triangles: board.lattice === 'triangle', parity: board.parity };
}

const odd = (n: number): boolean => (n & 1) === 1;

export function pointsUp(p: Point, l: Lattice): boolean {
  return l.triangles && !odd(p[0] + p[1] + l.parity);
}

/** The corners of a cell, counter-clockwise. */
export function vertices(p: Point, l: Lattice): Vertex[] {
  const [x, y] = p;
  if (!l.triangles)
    return [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y + 1],
    ];
  return pointsUp(p, l)
    ? [
        [x, y],
        [x + 2, y],
        [x + 1, y + 1],
      ]
    : [
        [x, y + 1],
        [x + 1, y],
        [x + 2, y + 1],
      ];
}

export function placeOf(v: Vertex, l: Lattice): Vec {
  return l.triangles ? [v[0] / 2, v[1] * S3] : [v[0], v[1]];
}

export function centreOf(p: Point, l: Lattice): Vec {
  if (!l.triangles) return [p[0] + 0.5, p[1] + 0.5];
  return [(p[0] + 1) / 2, (p[1] + (pointsUp(p, l) ? 1 / 3 : 2 / 3)) * S3];
}

/** The point whose cell contains a place. */
export function pointAt(at: Vec, l: Lattice): Point {
  if (!l.triangles) return [Math.floor(at[0]), Math.floor(at[1])];
  const y = Math.floor(at[1] / S3);
  const f = at[1] / S3 - y;
  const h = at[0] * 2; // in half units
  const x = Math.floor(h);
  // Within the half-unit column x two triangles meet along a slanted edge: the one that begins
  // at x, and the one that began at x - 1.
  const g = h - x;
  if (pointsUp([x, y], l)) return f <= g ? [x, y] : [x - 1, y];
  return f >= 1 - g ? [x, y] : [x - 1, y];
}

/** Points that share an edge with this one (they may lie off the board). */
export function neighbours(p: Point, l: Lattice): Point[] {
  const [x, y] = p;
  if (!l.triangles)
    return [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ];
  return [[x - 1, y], [x + 1, y], pointsUp(p, l) ? [x, y - 1] : [x, y + 1]];
}

/** The shortest moves that keep an orientation what it is. */
export function steps(l: Lattice): Point[] {
  return l.triangles
    ? [
        [2, 0],
        [1, 1],
        [-1, 1],
        [-2, 0],
        [-1, -1],
        [1, -1],
      ]
    : [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ];
}

// --- names ------------------------------------------------------------------

export function columnText(x: number): string {
  const first = x < 26 ? '' : String.fromCharCode(96 + Math.floor(x / 26));
  return first + String.fromCharCode(97 + (x % 26));
}

export function pointText(p: Point): string {
  return columnText(p[0]) + String(p[1] + 1);
}

export const pointKey = (p: Point): string => `${p[0]},${p[1]}`;

// --- outlines ---------------------------------------------------------------

const vKey = (v: Vertex): string => `${v[0]},${v[1]}`;

/** Loops of vertices around a set of cells: outer ones counter-clockwise, holes clockwise. */
export function boundary(cells: readonly Point[], l: Lattice): Vertex[][] {
  const edges = new Map<string, [Vertex, Vertex]>();
  for (const c of cells) {
    const v = vertices(c, l);
    v.forEach((a, i) => {
      const b = v[(i + 1) % v.length]!;
      const back = `${vKey(b)}>${vKey(a)}`;
      if (edges.has(back)) edges.delete(back);
      else edges.set(`${vKey(a)}>${vKey(b)}`, [a, b]);
    });
  }
  const from = new Map<string, [Vertex, Vertex][]>();
  for (const e of edges.values()) {
    const list = from.get(vKey(e[0]));
    if (list) list.push(e);
    else from.set(vKey(e[0]), [e]);
  }
  const loops: Vertex[][] = [];
  while (from.size > 0) {
    const start = from.keys().next().value as string;
    const loop: Vertex[] = [];
    let at = start;
    let before: [Vertex, Vertex] | null = null;
    do {
      const list = from.get(at)!;
      // Where two cells meet only in this vertex, turn left, so that the loops stay apart.
      let pick = list.length - 1;
      if (before !== null && list.length > 1) {
        const a = placeOf(before[0], l);
        const b = placeOf(before[1], l);
        let best = -Infinity;
        list.forEach((e, i) => {
          const c = placeOf(e[1], l);
          const cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
          if (cross > best) {
            best = cross;
            pick = i;
          }
        });
      }
      const e = list.splice(pick, 1)[0]!;
      if (list.length === 0) from.delete(at);
      loop.push(e[0]);
      before = e;
      at = vKey(e[1]);
    } while (at !== start);
    loops.push(loop);
  }
  return loops;
}

/** The edge shared by two neighbouring cells, or null. */
export function sharedEdge(a: Point, b: Point, l: Lattice): [Vertex, Vertex] | null {
  const keys = new Set(vertices(a, l).map(vKey));
  const both = vertices(b, l).filter((v) => keys.has(vKey(v)));
  return both.length === 2 ? [both[0]!, both[1]!] : null;
}

/** Drops vertices that lie on a straight line between their neighbours. */
export function corners(loop: readonly Vec[]): Vec[] {
  const n = loop.length;
  return loop.filter((b, i) => {
    const a = loop[(i + n - 1) % n]!;
    const c = loop[(i + 1) % n]!;
    return Math.abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > 1e-6;
  });
}

/** Moves a counter-clockwise polygon's sides inwards by d (outwards where d is negative). */
export function inset(loop: readonly Vec[], d: number): Vec[] {
  const p = corners(loop);
  const n = p.length;
  const normal = (q: Vec, r: Vec): Vec => {
    const x = r[0] - q[0];
    const y = r[1] - q[1];
    const len = Math.hypot(x, y);
    return [-y / len, x / len];
  };
  return p.map((b, i) => {
    const m = normal(p[(i + n - 1) % n]!, b);
    const k = normal(b, p[(i + 1) % n]!);
    const s = Math.max(1 + m[0] * k[0] + m[1] * k[1], 0.15);
    return [b[0] + (d * (m[0] + k[0])) / s, b[1] + (d * (m[1] + k[1])) / s];
  });
}

// --- turning pieces in the hand ----------------------------------------------

/** Centres of an orientation's cells around their own middle. */
function spread(points: readonly Point[], up: boolean, triangles: boolean): Vec[] {
  const l: Lattice = { triangles, parity: up ? 0 : 1 };
  const c = points.map((p) => centreOf(p, l));
  const mx = c.reduce((s, p) => s + p[0], 0) / c.length;
  const my = c.reduce((s, p) => s + p[1], 0) / c.length;
  return c.map((p) => [p[0] - mx, p[1] - my]);
}

export type Turning = 'clockwise' | 'counterclockwise' | 'flip';

/**
 * Which cell of orientation `to` is the cell `index` of `from` after a turn or flip.
 * Both are given as their points and whether the anchor points up.
 */
export function carry(
  from: { points: readonly Point[]; up: boolean },
  to: { points: readonly Point[]; up: boolean },
  index: number,
  how: Turning,
  triangles: boolean,
): number {
  const a = spread(from.points, from.up, triangles)[index]!;
  const b = spread(to.points, to.up, triangles);
  let moved: Vec;
  if (how === 'flip') moved = [-a[0], a[1]];
  else {
    const angle = ((how === 'clockwise' ? -1 : 1) * Math.PI) / (triangles ? 3 : 2);
    moved = [
      a[0] * Math.cos(angle) - a[1] * Math.sin(angle),
      a[0] * Math.sin(angle) + a[1] * Math.cos(angle),
    ];
  }
  let best = 0;
  let bestD = Infinity;
  b.forEach((p, i) => {
    const d = Math.hypot(p[0] - moved[0], p[1] - moved[1]);
    if (d < bestD) {
      bestD = d;
      best = i;
    }
  });
  return best;
}

/**
 * Where the anchor of an orientation must be so that its cell `grip` lies as near as possible to a
 * place. Translations keep the direction of triangles, so not every point will do.
 */
export function anchorFor(
  orientation: { points: readonly Point[]; up: boolean },
  grip: number,
  at: Vec,
  l: Lattice,
): Point {
  const off = orientation.points[grip]!;
  const p = pointAt(at, l);
  if (!l.triangles) return [p[0] - off[0], p[1] - off[1]];
  let best: Point = [p[0] - off[0], p[1] - off[1]];
  let bestD = Infinity;
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -2; dx <= 2; dx++) {
      const q: Point = [p[0] + dx, p[1] + dy];
      const anchor: Point = [q[0] - off[0], q[1] - off[1]];
      if (pointsUp(anchor, l) !== orientation.up) continue;
      const c = centreOf(q, l);
      const d = Math.hypot(c[0] - at[0], c[1] - at[1]);
      if (d < bestD) {
        bestD = d;
        best = anchor;
      }
    }
  return best;
}

export function translate(points: readonly Point[], by: Point): Point[] {
  return points.map((p) => [p[0] + by[0], p[1] + by[1]]);
}
