/**
 * Variants made in the page itself, for tests and for the development page: boards and piece sets
 * are written down here on their own, so that tables.ts is checked against a second source.
 */
import type {
  BoardTable,
  ColourId,
  PieceTable,
  Point,
  StartRule,
  VariantTable,
} from '../../net/protocol';
import { S3, centreOf, pointKey, pointsUp, type Lattice } from '../../board/geometry';

const SQUARES: [string, string][] = [
  ['1', '#'],
  ['2', '##'],
  ['I3', '###'],
  ['V3', '#./##'],
  ['I4', '####'],
  ['L4', '#../###'],
  ['O', '##/##'],
  ['T4', '.#./###'],
  ['Z4', '##./.##'],
  ['F', '.##/##./.#.'],
  ['I5', '#####'],
  ['L5', '#.../####'],
  ['N', '##../.###'],
  ['P', '##/##/#.'],
  ['T5', '###/.#./.#.'],
  ['U', '#.#/###'],
  ['V5', '#../#../###'],
  ['W', '#../##./.##'],
  ['X', '.#./###/.#.'],
  ['Y', '.#../####'],
  ['Z5', '##./.#./.##'],
];

const TRIANGLES: [string, Point[]][] = [
  ['1', [[0, 0]]],
  [
    '2',
    [
      [0, 0],
      [1, 0],
    ],
  ],
  [
    'I3',
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
  ],
  [
    'I4',
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  ],
  [
    'C4',
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  ],
  [
    'A4',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
    ],
  ],
  [
    'I5',
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
    ],
  ],
  [
    'L5',
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
    ],
  ],
  [
    'C5',
    [
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [3, 0],
    ],
  ],
  [
    'P5',
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
    ],
  ],
  [
    'I6',
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 0],
    ],
  ],
  [
    'L6',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ],
  ],
  [
    'V',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ],
  ],
  [
    'S',
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ],
  ],
  [
    'P6',
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [2, 0],
    ],
  ],
  [
    'F',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [3, 1],
    ],
  ],
  [
    'W',
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 2],
    ],
  ],
  [
    'A6',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [3, 0],
    ],
  ],
  [
    'G',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [3, 0],
      [3, 1],
    ],
  ],
  [
    'O',
    [
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [3, 0],
      [3, 1],
    ],
  ],
  [
    'X',
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ],
  ],
  [
    'Y',
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [2, 1],
    ],
  ],
];

function cellsOf(drawing: string): Point[] {
  const out: Point[] = [];
  const rows = drawing.split('/').reverse();
  rows.forEach((row, y) => {
    [...row].forEach((c, x) => {
      if (c === '#') out.push([x, y]);
    });
  });
  return out;
}

const byRow = (a: Point, b: Point): number => a[1] - b[1] || a[0] - b[0];

/** In the drawings of triangles above, (0, 0) points up. */
const DRAWN: Lattice = { triangles: true, parity: 0 };

/** The cells turned clockwise or mirrored, on any spot of the lattice where they fit. */
function moved(cells: Point[], l: Lattice, how: 'turn' | 'flip'): Point[] {
  const c = cells.map((p) => centreOf(p, l));
  const angle = -Math.PI / (l.triangles ? 3 : 2);
  const m = c.map(([x, y]): [number, number] =>
    how === 'flip'
      ? [-x, y]
      : [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)],
  );
  // Put the first centre onto each nearby cell in turn; the one where all others meet cells too.
  for (let y = 0; y < 2; y++)
    for (let x = 0; x < 2; x++) {
      // A turn by 60 degrees makes an upward triangle a downward one; a mirror leaves it.
      if (
        l.triangles &&
        pointsUp([20 + x, 20 + y], l) !== (pointsUp(cells[0]!, l) === (how === 'flip'))
      )
        continue;
      const at = centreOf([20 + x, 20 + y], l);
      const by: [number, number] = [at[0] - m[0]![0], at[1] - m[0]![1]];
      const all = m.map((q) => nearest([q[0] + by[0], q[1] + by[1]], l));
      if (all.every((q) => q !== null)) return all;
    }
  throw new Error('no spot for the turned piece');
}

function nearest(at: [number, number], l: Lattice): Point | null {
  const w = l.triangles ? 2 : 1;
  const row = Math.floor(at[1] / (l.triangles ? S3 : 1));
  for (let y = row - 1; y <= row + 1; y++) {
    for (let x = Math.floor(at[0] * w) - 2; x <= at[0] * w + 2; x++) {
      const c = centreOf([x, y], l);
      if (Math.hypot(c[0] - at[0], c[1] - at[1]) < 1e-6) return [x, y];
    }
  }
  return null;
}

function normal(cells: Point[], l: Lattice): { points: Point[]; up: boolean } {
  const sorted = [...cells].sort(byRow);
  const [x, y] = sorted[0]!;
  return {
    points: sorted.map((p) => [p[0] - x, p[1] - y]),
    up: l.triangles && ((x + y + l.parity) & 1) === 0,
  };
}

const shapeKey = (o: { points: Point[]; up: boolean }): string =>
  o.points.map(pointKey).join(' ') + String(o.up);

export function pieceTable(
  name: string,
  cells: Point[],
  count: number,
  triangles: boolean,
): PieceTable {
  const l: Lattice = triangles ? DRAWN : { triangles: false, parity: 0 };
  const n = triangles ? 6 : 4;
  const found = new Map<string, number>();
  const shapes: { points: Point[]; up: boolean; cells: Point[] }[] = [];
  let now = cells;
  for (let flip = 0; flip < 2; flip++) {
    for (let i = 0; i < n; i++) {
      const o = normal(now, l);
      if (!found.has(shapeKey(o))) {
        found.set(shapeKey(o), shapes.length);
        shapes.push({ ...o, cells: now });
      }
      now = moved(now, l, 'turn');
    }
    now = moved(cells, l, 'flip');
  }
  const to = (from: Point[], times: number, flip = false): number => {
    let c = flip ? moved(from, l, 'flip') : from;
    for (let i = 0; i < times; i++) c = moved(c, l, 'turn');
    return found.get(shapeKey(normal(c, l)))!;
  };
  return {
    name,
    size: cells.length,
    count,
    orientations: shapes.map((s) => ({
      points: s.points,
      up: s.up,
      clockwise: to(s.cells, 1),
      counterclockwise: to(s.cells, n - 1),
      flip: to(s.cells, 0, true),
    })),
  };
}

export const POLYOMINOES = SQUARES.map(([name, d]) => pieceTable(name, cellsOf(d), 1, false));
export const POLYIAMONDS = TRIANGLES.map(([name, c]) => pieceTable(name, c, 1, true));

export function squareBoard(columns: number, rows: number): BoardTable {
  const cells: Point[] = [];
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) cells.push([x, y]);
  return { lattice: 'square', columns, rows, parity: 0, cells };
}

export function hexagonBoard(edge: number): BoardTable {
  const cells: Point[] = [];
  for (let y = 0; y < 2 * edge; y++) {
    const from = y >= edge ? y - edge : edge - 1 - y;
    const to = y >= edge ? 5 * edge - 2 - y : 3 * edge - 1 + y;
    for (let x = from; x <= to; x++) cells.push([x, y]);
  }
  return { lattice: 'triangle', columns: 4 * edge - 1, rows: 2 * edge, parity: edge & 1, cells };
}

const FOUR: ColourId[] = ['blue', 'yellow', 'red', 'green'];

export function variant(id: 'classic' | 'duo' | 'trigon', start?: StartRule): VariantTable {
  const tri = id === 'trigon';
  const board = tri ? hexagonBoard(9) : squareBoard(id === 'duo' ? 14 : 20, id === 'duo' ? 14 : 20);
  const pieces = tri ? POLYIAMONDS : POLYOMINOES;
  const cell = (x: number, y: number): number =>
    board.cells.findIndex((p) => p[0] === x && p[1] === y);
  const rule = start ?? (tri ? 'free' : 'fixed');
  const colours = id === 'duo' ? ['purple', 'orange'] : FOUR;
  const spots =
    id === 'classic'
      ? [cell(0, 19), cell(19, 19), cell(19, 0), cell(0, 0)]
      : id === 'duo'
        ? [cell(4, 9), cell(9, 4)]
        : [cell(17, 14), cell(17, 3), cell(9, 11), cell(9, 6), cell(25, 11), cell(25, 6)];
  let placements = 0;
  const on = new Set(board.cells.map(pointKey));
  for (const p of pieces)
    for (const o of p.orientations)
      for (const a of board.cells)
        if (
          (!tri || (((a[0] + a[1] + board.parity) & 1) === 0) === o.up) &&
          o.points.every((q) => on.has(pointKey([a[0] + q[0], a[1] + q[1]])))
        )
          placements++;
  return {
    id,
    name: { classic: 'Classic', duo: 'Duo', trigon: 'Trigon' }[id],
    digest: '',
    board,
    pieces,
    colours: colours.map((c, i) => ({ id: c, starts: rule === 'fixed' ? [spots[i]!] : spots })),
    seats: colours.map((c) => ({ colours: [c], team: null })),
    shared: null,
    neutral: null,
    start: rule,
    scoring: 'online',
    end: 'all_blocked',
    bonus: [15, 20],
    placements,
  };
}
