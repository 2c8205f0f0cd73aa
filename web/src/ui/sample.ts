/** Four colours that touch each other, for pictures of palettes and marks. */
import type { BoardPiece } from '../board/types';
import { pointsOf, squares } from './boards';

export const SAMPLE_BOARD = squares(6, 5);
export const SAMPLE_PIECES: readonly BoardPiece[] = (
  [
    ['blue', 'a5,b5,a4,a3'],
    ['green', 'c5,d5,c4,b4'],
    ['yellow', 'e5,f5,e4,d4'],
    ['red', 'f4,f3,e3,d3'],
    ['red', 'b3,b2,c2,c3'],
    ['green', 'd2,e2,f2'],
    ['blue', 'd1,e1,f1'],
    ['yellow', 'a2,a1,b1,c1'],
  ] as const
).map(([colour, cells], key) => ({ key, colour, points: pointsOf(cells) }));
