/**
 * From the lattice to the picture: unit length, turning of the board, and back again.
 * Pictures are lit from the upper left however the board is turned, so turning happens here, before
 * facets and shadows are made, not as a transform of the finished picture.
 */
import { placeOf, vertices, type Lattice, type Point, type Vec } from '../geometry';

export interface View {
  readonly lattice: Lattice;
  /** Length of a cell's edge in the picture's units. */
  readonly unit: number;
  /** Turning of the board, counter-clockwise, in radians. */
  readonly angle: number;
  /** The place about which the board turns. */
  readonly middle: Vec;
}

export const UNIT_SQUARE = 20;
export const UNIT_TRIANGLE = 40;

export function unitOf(l: Lattice): number {
  return l.triangles ? UNIT_TRIANGLE : UNIT_SQUARE;
}

/** How many ways a board can be turned. */
export function turnsOf(l: Lattice): number {
  return l.triangles ? 6 : 4;
}

/** A view of a whole board, turned `turn` times to the left. */
export function boardView(cells: readonly Point[], l: Lattice, turn = 0): View {
  const b = bounds(cells.flatMap((p) => vertices(p, l).map((v) => placeOf(v, l))));
  return {
    lattice: l,
    unit: unitOf(l),
    angle: (turn * 2 * Math.PI) / turnsOf(l),
    middle: [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2],
  };
}

/** A view of a piece alone. */
export function pieceView(l: Lattice, unit: number): View {
  return { lattice: l, unit, angle: 0, middle: [0, 0] };
}

/** Turned and scaled, y upwards. */
export function turned(at: Vec, v: View): Vec {
  if (v.angle === 0) return [at[0] * v.unit, at[1] * v.unit];
  const x = at[0] - v.middle[0];
  const y = at[1] - v.middle[1];
  const c = Math.cos(v.angle);
  const s = Math.sin(v.angle);
  return [(v.middle[0] + x * c - y * s) * v.unit, (v.middle[1] + x * s + y * c) * v.unit];
}

/** The place under a position of the picture (y downwards). */
export function placeAt(pos: Vec, v: View): Vec {
  const x = pos[0] / v.unit - v.middle[0];
  const y = -pos[1] / v.unit - v.middle[1];
  const c = Math.cos(v.angle);
  const s = Math.sin(v.angle);
  return [v.middle[0] + x * c + y * s, v.middle[1] - x * s + y * c];
}

/** A shift of the lattice as a shift of the picture (y downwards). */
export function shift(by: Vec, v: View): Vec {
  const c = Math.cos(v.angle);
  const s = Math.sin(v.angle);
  return [(by[0] * c - by[1] * s) * v.unit, -(by[0] * s + by[1] * c) * v.unit];
}

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export function bounds(points: readonly Vec[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    x1 = Math.max(x1, x);
    y0 = Math.min(y0, y);
    y1 = Math.max(y1, y);
  }
  return { x0, y0, x1, y1 };
}

const f2 = (n: number): string => {
  const r = Math.round(n * 100) / 100;
  return String(r === 0 ? 0 : r);
};
export const num = f2;

/** Path of a closed polygon, given with y upwards. */
export function polygon(p: readonly Vec[]): string {
  return `M${p.map((v) => `${f2(v[0])} ${f2(-v[1])}`).join('L')}Z`;
}

/** Path of a closed polygon with its corners rounded by at most r, given with y upwards. */
export function rounded(p: readonly Vec[], r: number): string {
  const n = p.length;
  let d = '';
  for (let i = 0; i < n; i++) {
    const a = p[(i + n - 1) % n]!;
    const b = p[i]!;
    const c = p[(i + 1) % n]!;
    const la = Math.hypot(a[0] - b[0], a[1] - b[1]);
    const lc = Math.hypot(c[0] - b[0], c[1] - b[1]);
    const k = Math.min(r, la / 2.2, lc / 2.2);
    const s: Vec = [b[0] + ((a[0] - b[0]) / la) * k, b[1] + ((a[1] - b[1]) / la) * k];
    const e: Vec = [b[0] + ((c[0] - b[0]) / lc) * k, b[1] + ((c[1] - b[1]) / lc) * k];
    d += `${i === 0 ? 'M' : 'L'}${f2(s[0])} ${f2(-s[1])}Q${f2(b[0])} ${f2(-b[1])} ${f2(e[0])} ${f2(-e[1])}`;
  }
  return `${d}Z`;
}
