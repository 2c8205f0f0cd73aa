/** What the board widget can be told to show. It knows no rules and no network. */
import type { ColourId, Point } from '../net/protocol';
import type { Vec } from './geometry';

export interface BoardPiece {
  /** Stays the same as long as the piece lies there. */
  key: string | number;
  colour: ColourId;
  points: readonly Point[];
  /** How it arrives, if it has just been placed. */
  fresh?: 'own' | 'other';
}

export interface BoardStart {
  point: Point;
  /** Null: any colour may start here. */
  colour: ColourId | null;
}

/** Why the piece in hand does not fit: what to point at. */
export interface Blame {
  /** Points of the piece in hand that break the rule. */
  points: readonly Point[];
  /** What they collide with. */
  others: readonly Point[];
  /** How the two are shown. */
  show: 'edges' | 'overlap' | 'outside' | 'corners' | 'starts' | 'piece';
  text: string;
}

export interface Ghost {
  points: readonly Point[];
  /** On triangles: whether the anchor points up. */
  up: boolean;
  anchor: Point;
  colour: ColourId;
  /** `held`: over no cell of the board yet. */
  state: 'ok' | 'bad' | 'waiting' | 'prepared' | 'held';
  blame?: Blame | null;
  /** Changes with each turn or flip, so that it can be shown turning. */
  spin?: { id: number; by: number; flip: boolean; about: Vec } | null;
}

export interface BoardHint {
  points: readonly Point[];
  colour: ColourId;
  label: string;
}

/** Where a pointer is, over the board or beside it. */
export interface BoardSpot {
  /** The place on the lattice. */
  place: Vec;
  /** Inside the board's frame? */
  inside: boolean;
}
