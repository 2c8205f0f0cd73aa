/** How pieces look: outline, facets lit from the upper left, marks. All results are path texts. */
import {
  boundary,
  centreOf,
  inset,
  placeOf,
  vertices,
  type Point,
  type Vec,
  type Vertex,
} from '../geometry';
import type { ColourId } from '../../net/protocol';
import { num, polygon, rounded, turned, type View } from './view';

const at = (v: Vertex, view: View): Vec => turned(placeOf(v, view.lattice), view);

/** The outline of a set of cells, moved inwards by d with corners rounded by r (picture units). */
export function outline(cells: readonly Point[], view: View, d: number, r: number): string {
  return boundary(cells, view.lattice)
    .map((loop) =>
      rounded(
        inset(
          loop.map((v) => at(v, view)),
          d,
        ),
        r,
      ),
    )
    .join('');
}

/** Straight-cornered polygons of single cells, moved inwards by d. */
export function cellPolygons(cells: readonly Point[], view: View, d: number): string {
  return cells
    .map((c) =>
      polygon(
        inset(
          vertices(c, view.lattice).map((v) => at(v, view)),
          d,
        ),
      ),
    )
    .join('');
}

export function roundedCells(cells: readonly Point[], view: View, d: number, r: number): string {
  return cells
    .map((c) =>
      rounded(
        inset(
          vertices(c, view.lattice).map((v) => at(v, view)),
          d,
        ),
        r,
      ),
    )
    .join('');
}

/** Centre of a cell in the picture, y downwards. */
export function centre(p: Point, view: View): Vec {
  const c = turned(centreOf(p, view.lattice), view);
  return [c[0], -c[1]];
}

const LIGHT: Vec = [-0.5, 0.866];

/** Facets of cells: light, half light, half shade, shade, top face. */
export function facets(cells: readonly Point[], view: View): string[] {
  const out = ['', '', '', '', ''];
  const t = view.lattice.triangles;
  const u = view.unit;
  for (const cell of cells) {
    const v = vertices(cell, view.lattice).map((p) => at(p, view));
    const o = inset(v, u * (t ? 0.055 : 0.075));
    const i = inset(v, u * (t ? 0.135 : 0.215));
    const n = v.length;
    for (let k = 0; k < n; k++) {
      const a = v[k]!;
      const b = v[(k + 1) % n]!;
      const len = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const d = ((b[1] - a[1]) * LIGHT[0] - (b[0] - a[0]) * LIGHT[1]) / len;
      const f = d > 0.7 ? 0 : d > 0.2 ? 1 : d > -0.6 ? 2 : 3;
      out[f] += polygon([o[k]!, o[(k + 1) % n]!, i[(k + 1) % n]!, i[k]!]);
    }
    out[4] += polygon(i);
  }
  return out;
}

/** A colour's mark as a path; `solid` ones are filled, the others stroked. */
export interface Mark {
  d: string;
  solid: boolean;
}

/** Ring, double bar, diamond, triangle; purple square, orange cross; s is half its size. */
export function mark(colour: ColourId, x: number, y: number, s: number): Mark {
  const a = num;
  switch (colour) {
    case 'blue': {
      const r = s * 0.78;
      return {
        d: `M${a(x - r)} ${a(y)}a${a(r)} ${a(r)} 0 1 0 ${a(2 * r)} 0a${a(r)} ${a(r)} 0 1 0 ${a(-2 * r)} 0Z`,
        solid: false,
      };
    }
    case 'yellow':
      return {
        d: `M${a(x - s * 0.9)} ${a(y - s * 0.42)}h${a(s * 1.8)}M${a(x - s * 0.9)} ${a(y + s * 0.42)}h${a(s * 1.8)}`,
        solid: false,
      };
    case 'red':
      return {
        d: `M${a(x)} ${a(y - s)}L${a(x + s)} ${a(y)}L${a(x)} ${a(y + s)}L${a(x - s)} ${a(y)}Z`,
        solid: true,
      };
    case 'green':
      return {
        d: `M${a(x)} ${a(y - s * 0.95)}L${a(x + s * 0.95)} ${a(y + s * 0.7)}H${a(x - s * 0.95)}Z`,
        solid: false,
      };
    case 'purple':
      return {
        d: `M${a(x - s * 0.75)} ${a(y - s * 0.75)}h${a(s * 1.5)}v${a(s * 1.5)}h${a(-s * 1.5)}Z`,
        solid: false,
      };
    default:
      return {
        d: `M${a(x - s)} ${a(y)}h${a(2 * s)}M${a(x)} ${a(y - s)}v${a(2 * s)}`,
        solid: false,
      };
  }
}

export type Detail = 0 | 1 | 2;

/** Everything of a piece that is drawn, as path texts. */
export interface PiecePaths {
  body: string;
  cast: string;
  facets: string[];
  marks: Mark | null;
}

export function piecePaths(
  cells: readonly Point[],
  view: View,
  colour: ColourId,
  detail: Detail,
): PiecePaths {
  const t = view.lattice.triangles;
  const u = view.unit;
  let marks: Mark | null = null;
  if (detail > 1) {
    const each = cells.map((c) => {
      const p = centre(c, view);
      return mark(colour, p[0], p[1], u * (t ? 0.098 : 0.135));
    });
    marks = { d: each.map((m) => m.d).join(''), solid: each[0]?.solid ?? false };
  }
  return {
    body: outline(cells, view, u * 0.03, u * (t ? 0.1 : 0.13)),
    cast: outline(cells, view, u * 0.02, u * 0.1),
    facets: detail > 0 ? facets(cells, view) : [],
    marks,
  };
}

/** How much detail is worth drawing for cells of so many pixels. */
export function detailFor(cellPixels: number): Detail {
  return cellPixels >= 14 ? 2 : cellPixels >= 6 ? 1 : 0;
}
