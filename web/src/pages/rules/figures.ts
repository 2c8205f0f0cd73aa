/**
 * The pictures of the placing rules: small boards with pieces that lie there and one in hand.
 * Their texts are in messages/rules.json under `fig`; figures.test.ts holds them to the rules.
 */
import type { BoardPiece, BoardStart, Blame, Ghost } from '../../board/types';
import type { BoardTable, Point } from '../../net/protocol';
import { hexagon, pointsOf, squares } from '../../ui/boards';
import type { BoardName } from '../../ui/variants';

export type Topic = 'start' | 'corner' | 'edge' | 'middle' | 'others' | 'board';
export type FigureName = `${Topic}_${'ok' | 'bad'}`;

export interface Figure {
  name: FigureName;
  board: BoardTable;
  pieces: BoardPiece[];
  starts: BoardStart[];
  ghost: Ghost;
  /** Corners where the piece in hand touches its own colour, as vertices of the lattice. */
  touches: Point[];
}

interface Sketch {
  /** Pieces of the own and of the other colour that lie there. */
  own?: readonly string[];
  other?: readonly string[];
  hand: string;
  /** The hand belongs to the other colour. */
  theirs?: true;
  start?: string;
  touches?: readonly Point[];
  /** Why it does not fit: the hand's cells, and what they collide with. */
  blame?: { show: Blame['show']; points?: string; others?: string };
  /** Points of the hand that are off the board and have no name. */
  off?: readonly Point[];
}
type Sketches = Partial<Record<FigureName, Sketch>>;

const named = (cells: string | undefined): Point[] => (cells ? pointsOf(cells) : []);

/** A piece in hand: its points relative to the lowest, then leftmost one. */
function inHand(colour: string, points: Point[], board: BoardTable, blame: Blame | null): Ghost {
  const sorted = [...points].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const [x0, y0] = sorted[0]!;
  return {
    points: sorted.map(([x, y]) => [x - x0, y - y0]),
    up: board.lattice === 'triangle' && (x0 + y0 + board.parity) % 2 === 0,
    anchor: [x0, y0],
    colour,
    state: blame ? 'bad' : 'ok',
    blame,
  };
}

function draw(sketches: Sketches, board: BoardTable, own: string, other: string): Figure[] {
  return (Object.entries(sketches) as [FigureName, Sketch][]).map(([name, sketch]) => {
    const off = [...(sketch.off ?? [])];
    const blame: Blame | null = sketch.blame
      ? {
          show: sketch.blame.show,
          points: [...named(sketch.blame.points), ...off],
          others: named(sketch.blame.others),
          text: '',
        }
      : null;
    const lie = [
      ...(sketch.own ?? []).map((cells) => ({ colour: own, points: pointsOf(cells) })),
      ...(sketch.other ?? []).map((cells) => ({ colour: other, points: pointsOf(cells) })),
    ];
    return {
      name,
      board,
      pieces: lie.map((piece, key) => ({ key, ...piece })),
      starts: sketch.start ? [{ point: pointsOf(sketch.start)[0]!, colour: own }] : [],
      ghost: inHand(sketch.theirs ? other : own, [...pointsOf(sketch.hand), ...off], board, blame),
      touches: [...(sketch.touches ?? [])],
    };
  });
}

const W = 'a8,a7,b7,b6,c6';
const Z = 'd5,e5,e4,f4';
const SQUARES: Sketches = {
  start_ok: { hand: W, start: 'a8' },
  start_bad: { hand: 'b7,b6,c6,c5,d5', start: 'a8', blame: { show: 'starts', others: 'a8' } },
  corner_ok: { own: [W], hand: Z, touches: [[3, 5]] },
  corner_bad: { own: [W], hand: 'e3,f3,g3,f2', blame: { show: 'corners', others: 'd5' } },
  edge_ok: {
    own: [W, Z],
    hand: 'd7,e7,f7,f6',
    touches: [
      [3, 6],
      [5, 5],
    ],
  },
  edge_bad: {
    own: [W],
    hand: 'd6,e6,f6,f5',
    blame: { show: 'edges', points: 'd6', others: 'c6' },
  },
  others_ok: {
    own: [W, Z],
    other: ['h4,h3,g3,g2'],
    hand: 'f5,g5,f6,g6',
    theirs: true,
    touches: [[7, 4]],
  },
  others_bad: {
    own: [W, Z],
    other: ['g3,h3,g2,h2'],
    hand: 'g3,g2,g1,h1',
    blame: { show: 'overlap', points: 'g3,g2' },
  },
  board_ok: { own: [W, Z], hand: 'g3,h3,h2,h1', touches: [[6, 3]] },
  board_bad: {
    own: [W, Z],
    hand: 'g3,h3',
    off: [
      [8, 2],
      [8, 1],
    ],
    blame: { show: 'outside' },
  },
};

/** Duo begins inside the board. */
const INSIDE: Sketches = {
  ...SQUARES,
  start_ok: { hand: 'c6,c5,d5,d4,e4', start: 'c6' },
  start_bad: { hand: 'd6,d5,e5,e4,f4', start: 'c6', blame: { show: 'starts', others: 'c6' } },
};

/** Junior has simpler shapes. */
const L = 'a8,a7,a6,a5,b5';
const S = 'c4,d4,d3,e3';
const SIMPLE: Sketches = {
  start_ok: { hand: 'c6,c5,c4,c3,d3', start: 'c6' },
  start_bad: { hand: 'd6,d5,d4,d3,e3', start: 'c6', blame: { show: 'starts', others: 'c6' } },
  corner_ok: { own: [L], hand: S, touches: [[2, 4]] },
  corner_bad: { own: [L], hand: 'd2,e2,f2,e1', blame: { show: 'corners', others: 'c4' } },
  edge_ok: {
    own: [L, S],
    hand: 'c6,d6,e6,e5',
    touches: [
      [2, 5],
      [4, 4],
    ],
  },
  edge_bad: {
    own: [L],
    hand: 'c5,d5,e5,e4',
    blame: { show: 'edges', points: 'c5', others: 'b5' },
  },
  others_ok: {
    own: [L, S],
    other: ['g3,g2,f2,f1'],
    hand: 'e4,f4,e5,f5',
    theirs: true,
    touches: [[6, 3]],
  },
  others_bad: {
    own: [L, S],
    other: ['f2,g2,f1,g1'],
    hand: 'f2,g2,h2,h1',
    blame: { show: 'overlap', points: 'f2,g2' },
  },
  board_ok: { own: [L, S], hand: 'f2,f1,g1,h1', touches: [[5, 2]] },
  board_bad: {
    own: [L, S],
    hand: 'f2,f1',
    off: [
      [5, -1],
      [6, -1],
    ],
    blame: { show: 'outside' },
  },
};

/** A hexagon with edge 4. */
const I = 'd6,e6,f6,g6';
const A = 'h5,i5,j5,i4';
const TRIANGLES: Sketches = {
  start_ok: { hand: I, start: 'f6' },
  start_bad: { hand: 'd4,e4,f4,g4', start: 'f6', blame: { show: 'starts', others: 'f6' } },
  corner_ok: { own: [I], hand: A, touches: [[7, 5]] },
  corner_bad: { own: [I], hand: 'f2,g2,h2', blame: { show: 'corners', others: 'h5' } },
  edge_ok: {
    own: [I, A],
    hand: 'i6,i7,j7,k7',
    touches: [
      [8, 6],
      [9, 5],
    ],
  },
  edge_bad: {
    own: [I],
    hand: 'h6,i6,j6',
    blame: { show: 'edges', points: 'h6', others: 'g6' },
  },
  middle_ok: { own: [I], hand: 'e5,d4,e4,f4', touches: [[5, 5]] },
  middle_bad: {
    own: [I],
    hand: 'f5,g5,h5',
    blame: { show: 'edges', points: 'f5', others: 'f6' },
  },
  others_ok: {
    own: [I],
    other: ['l5,m5,m4,l4'],
    hand: 'h6,i6,j6,k6',
    theirs: true,
    touches: [[11, 5]],
  },
  others_bad: {
    own: [I],
    other: ['j5,k5,l5,k4'],
    hand: 'h5,i5,j5,k5',
    blame: { show: 'overlap', points: 'j5,k5' },
  },
  board_ok: { own: [I], hand: 'i7,j7,j8,i8', touches: [[8, 6]] },
  board_bad: { own: [I], hand: 'i7,j7,j8,k8', off: [[10, 8]], blame: { show: 'outside' } },
};

/** The figures of a board's rules, right and wrong ones in turn. */
export function figuresOf(board: BoardName): Figure[] {
  if (board === 'trigon') return draw(TRIANGLES, hexagon(4), 'blue', 'yellow');
  if (board === 'classic') return draw(SQUARES, squares(8, 8), 'blue', 'yellow');
  return draw(board === 'duo' ? INSIDE : SIMPLE, squares(8, 8), 'purple', 'orange');
}
