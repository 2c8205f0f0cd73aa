/**
 * A variant's orientations and placements, numbered as everywhere: for each piece in the set's
 * order, for each of its orientations, for each anchor cell in board order (of the right direction
 * on triangles) where all cells are on the board, the next number.
 */
import type { VariantTable, PieceTable } from '../net/protocol';
import {
  latticeOf,
  pointKey,
  pointText,
  pointsUp,
  translate,
  type Lattice,
  type Point,
} from './geometry';

export interface OrientationRef {
  /** Index among all orientations of the variant. */
  readonly id: number;
  readonly piece: number;
  /** Index among the piece's own orientations. */
  readonly index: number;
  readonly points: readonly Point[];
  readonly up: boolean;
  readonly clockwise: number;
  readonly counterclockwise: number;
  readonly flip: number;
}

export class Tables {
  readonly lattice: Lattice;
  readonly cells: readonly Point[];
  readonly pieces: readonly PieceTable[];
  readonly orientations: readonly OrientationRef[];
  readonly placements: number;

  private readonly index = new Map<string, number>();
  /** First orientation of each piece. */
  private readonly first: number[] = [];
  /** First placement of each orientation, and one past the last. */
  private readonly from: number[] = [];
  private readonly orientationOfPlacement: Uint16Array;
  private readonly anchorOfPlacement: Uint16Array;
  /** Per orientation: placement by anchor cell, -1 where it does not fit on the board. */
  private readonly byAnchor: Int32Array[] = [];

  constructor(readonly variant: VariantTable) {
    const { board } = variant;
    this.lattice = latticeOf(board);
    this.cells = board.cells;
    this.pieces = variant.pieces;
    board.cells.forEach((p, i) => this.index.set(pointKey(p), i));
    const orientations: OrientationRef[] = [];
    variant.pieces.forEach((piece, p) => {
      this.first.push(orientations.length);
      piece.orientations.forEach((o, index) => {
        orientations.push({ id: orientations.length, piece: p, index, ...o });
      });
    });
    this.orientations = orientations;
    const of: number[] = [];
    const at: number[] = [];
    for (const o of orientations) {
      this.from.push(of.length);
      const here = new Int32Array(board.cells.length).fill(-1);
      board.cells.forEach((p, cell) => {
        if (this.lattice.triangles && pointsUp(p, this.lattice) !== o.up) return;
        for (const q of o.points) if (!this.index.has(`${p[0] + q[0]},${p[1] + q[1]}`)) return;
        here[cell] = of.length;
        of.push(o.id);
        at.push(cell);
      });
      this.byAnchor.push(here);
    }
    this.from.push(of.length);
    this.orientationOfPlacement = Uint16Array.from(of);
    this.anchorOfPlacement = Uint16Array.from(at);
    this.placements = of.length;
    if (variant.placements !== this.placements)
      throw new Error(
        `${variant.id}: this page numbers ${String(this.placements)} placements, the server ` +
          String(variant.placements),
      );
  }

  /** The cell at a point, or -1 off the board. */
  cellAt(p: Point): number {
    return this.index.get(pointKey(p)) ?? -1;
  }

  text(cell: number): string {
    return pointText(this.cells[cell]!);
  }

  orientation(piece: number, index: number): OrientationRef {
    return this.orientations[this.first[piece]! + index]!;
  }

  orientationsOf(piece: number): readonly OrientationRef[] {
    const n = this.pieces[piece]!.orientations.length;
    return this.orientations.slice(this.first[piece]!, this.first[piece]! + n);
  }

  orientationAt(placement: number): OrientationRef {
    return this.orientations[this.orientationOfPlacement[placement]!]!;
  }

  anchorAt(placement: number): Point {
    return this.cells[this.anchorOfPlacement[placement]!]!;
  }

  pointsAt(placement: number): Point[] {
    return translate(this.orientationAt(placement).points, this.anchorAt(placement));
  }

  cellsAt(placement: number): number[] {
    return this.pointsAt(placement).map((p) => this.cellAt(p));
  }

  /** The placement of an orientation at an anchor, or -1 where part of it is off the board. */
  find(o: OrientationRef, anchor: Point): number {
    const cell = this.cellAt(anchor);
    return cell < 0 ? -1 : this.byAnchor[o.id]![cell]!;
  }

  /** Placements of an orientation: [from, to). */
  range(o: OrientationRef): [number, number] {
    return [this.from[o.id]!, this.from[o.id + 1]!];
  }

  /** Placements of a piece: [from, to). */
  pieceRange(piece: number): [number, number] {
    const next = this.first[piece + 1] ?? this.orientations.length;
    return [this.from[this.first[piece]!]!, this.from[next]!];
  }

  nameOf(piece: number): string {
    return this.pieces[piece]?.name ?? '';
  }

  pieceNamed(name: string): number {
    return this.pieces.findIndex((p) => p.name === name);
  }
}
