/** Boards for pictures that need no server: lists of points in board order, nothing more. */
import type { BoardTable, Point } from '../net/protocol';
import type { BoardName } from './variants';

/** A board of columns × rows squares. */
export function squares(columns: number, rows: number): BoardTable {
  const cells: Point[] = [];
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) cells.push([x, y]);
  return { lattice: 'square', columns, rows, parity: 0, cells };
}

/** A hexagon of triangles whose edge is `edge` triangles long. */
export function hexagon(edge: number): BoardTable {
  const cells: Point[] = [];
  for (let y = 0; y < 2 * edge; y++) {
    const from = y >= edge ? y - edge : edge - 1 - y;
    for (let x = from; x <= 4 * edge - 2 - from; x++) cells.push([x, y]);
  }
  // The leftmost triangle of the row above the middle points up.
  return { lattice: 'triangle', columns: 4 * edge - 1, rows: 2 * edge, parity: edge % 2, cells };
}

export const boardOf = (name: BoardName): BoardTable =>
  name === 'classic' ? squares(20, 20) : name === 'trigon' ? hexagon(9) : squares(14, 14);

/** The points of a move's text: `e10,f10,e11`. */
export function pointsOf(text: string): Point[] {
  return text.split(',').map((cell) => {
    const match = /^([a-z]{1,2})(\d{1,3})$/.exec(cell);
    if (!match) throw new Error(`not a cell: ${cell}`);
    let x = 0;
    for (const letter of match[1]!) x = x * 26 + (letter.charCodeAt(0) - 96);
    return [x - 1, Number(match[2]) - 1];
  });
}
