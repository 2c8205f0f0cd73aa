import type { BoardPiece } from '../../board/types';
import { pointsOf } from '../../ui/boards';
import type { BoardName } from '../../ui/variants';
import games from './games.json';

/** A whole game on each board, for pictures. */
export function demoPieces(board: BoardName): BoardPiece[] {
  return games[board].map(([colour, text], key) => ({
    key,
    colour: colour!,
    points: pointsOf(text!),
    fresh: 'other',
  }));
}
