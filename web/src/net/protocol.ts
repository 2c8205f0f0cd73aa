/** The messages between page and server, version 1. */

export type Point = [x: number, y: number];
export type ColourId = string;
export type StartRule = 'fixed' | 'free' | 'corners';
export type Scoring = 'online' | 'advanced' | 'basic' | 'net';
export type EndRule = 'all_blocked' | 'first_blocked';
export type ReasonCode =
  | 'not_your_turn'
  | 'piece_used'
  | 'occupied'
  | 'off_board'
  | 'edge_contact'
  | 'no_corner_contact'
  | 'start_not_covered';

// --- variants -------------------------------------------------------------

export interface OrientationTable {
  /** Points relative to the anchor; the first is [0, 0]. */
  points: Point[];
  /** On triangles: whether the anchor points up. */
  up: boolean;
  /** Index within the piece after a turn or a flip. */
  clockwise: number;
  counterclockwise: number;
  flip: number;
}
export interface PieceTable {
  name: string;
  size: number;
  count: number;
  orientations: OrientationTable[];
}
export interface BoardTable {
  lattice: 'square' | 'triangle';
  columns: number;
  rows: number;
  parity: number;
  /** Board order: rows from the bottom, then columns. A cell is an index into this. */
  cells: Point[];
}
export interface SeatTable {
  colours: ColourId[];
  team: number | null;
}
export interface VariantTable {
  id: string;
  name: string;
  digest: string;
  board: BoardTable;
  pieces: PieceTable[];
  colours: { id: ColourId; starts: number[] }[];
  seats: SeatTable[];
  shared: ColourId | null;
  neutral: ColourId | null;
  start: StartRule;
  scoring: Scoring;
  end: EndRule;
  /** Points for placing all pieces, and instead of it when the one-cell piece went last. */
  bonus: [all: number, last: number];
  /** Number of placements: a check on the ids that the page derives. */
  placements: number;
}
export interface VariantSummary {
  id: string;
  name: string;
  board: 'classic' | 'duo' | 'junior' | 'trigon' | 'custom';
  seats: SeatTable[];
  colours: ColourId[];
  shared: ColourId | null;
  neutral: ColourId | null;
  start: StartRule;
  starts: StartRule[];
  scoring: Scoring;
  end: EndRule;
}

// --- games ----------------------------------------------------------------

export interface SeatInfo {
  name: string;
  kind: 'human' | 'computer';
  level: number | null;
}
export interface NewGame {
  /** A variant's id, or the TOML of one's own. */
  variant?: string;
  toml?: string;
  start?: StartRule;
  scoring?: Scoring;
  end?: EndRule;
  seats: SeatInfo[];
  undo?: boolean;
}

export type GameEvent = { seq: number; at: number } & (
  | { type: 'created' }
  | {
      type: 'played';
      colour: ColourId;
      seat: number | null;
      by: 'seat' | 'computer' | 'neutral';
      move: string;
      placement: number;
      piece: string;
    }
  | { type: 'skipped'; colour: ColourId }
  | { type: 'stopped'; seat: number; reason: 'resigned' | 'left' | 'time' }
  | { type: 'undone'; plies: number; by: number }
  | { type: 'ended'; reason: 'blocked' | 'first_blocked' | 'stopped' }
);

export interface ColourNow {
  /** Cells on the board and cells of the pieces left. */
  placed: number;
  left: number;
  bonus: number;
  scores: Record<Scoring, number>;
  /** Copies left by piece index. */
  remaining: number[];
  /** Cannot place any more, or its seat is stopped. */
  out: boolean;
}
export interface Turn {
  colour: ColourId;
  /** Null for a neutral colour. */
  seat: number | null;
  by: 'seat' | 'computer' | 'neutral';
}
export interface SeatResult {
  seat: number;
  place: number;
  /** Whether another seat shares the place. */
  tied: boolean;
  totals: Record<Scoring, number>;
  /** Total a colour, in the game's own system; differs where seats own unequally many. */
  mean: number;
}
export interface TeamResult {
  team: number;
  place: number;
  tied: boolean;
  totals: Record<Scoring, number>;
}
export interface Result {
  reason: 'blocked' | 'first_blocked' | 'stopped';
  scoring: Scoring;
  seats: SeatResult[];
  teams: TeamResult[];
  winners: number[];
}
/** Everything that changes with a move. */
export interface Now {
  turn: Turn | null;
  colours: Record<ColourId, ColourNow>;
  /** Of the colour to play: cells it may extend to, and legal placement ids. */
  attach: number[];
  legal: number[];
  stopped: number[];
  result: Result | null;
  can: { play: boolean; undo: boolean; hint: boolean; resign: boolean };
}
export interface GameInfo {
  id: string;
  created: number;
  variant: VariantTable;
  seats: SeatInfo[];
  undo: boolean;
  neutral_seed: number;
}
export interface GameSummary {
  id: string;
  created: number;
  changed: number;
  variant: { id: string; name: string };
  seats: SeatInfo[];
  plies: number;
  turn: Turn | null;
  result: Result | null;
}

// --- socket: page to server -------------------------------------------------

export type Command =
  | { type: 'play'; seat: number; placement: number }
  | { type: 'undo'; seat: number }
  | { type: 'resign'; seat: number };

export type ClientMessage =
  /** First message. With `since`, only later events come back; without, the full state. */
  | { t: 'hello'; v: 1; since?: number }
  /** `id` is unique to the command: sent twice, it acts once. `seq` is the last event seen. */
  | { t: 'command'; id: string; seq: number; command: Command }
  /** Why would this orientation (index within its piece) at this anchor point not fit? */
  | { t: 'why'; id: string; colour: ColourId; piece: number; orientation: number; at: Point }
  | { t: 'hint'; id: string }
  | { t: 'ping'; n: number };

// --- socket: server to page -------------------------------------------------

export interface RefusalWire {
  reason: ReasonCode;
  /** Points of the attempt that break the rule, maybe off the board. */
  points: Point[];
  /** What they collide with: own cells touched, the used piece, near corners, starts. */
  others: Point[];
}
export interface ErrorWire {
  code: string;
  message: string;
  detail?: Record<string, unknown>;
}
export type ServerMessage =
  | { t: 'state'; v: 1; seq: number; game: GameInfo; events: GameEvent[]; now: Now; you: { seats: number[] } }
  | { t: 'update'; seq: number; events: GameEvent[]; now: Now }
  /** The command is stored for good; `seq` is the last event it made. */
  | { t: 'ack'; id: string; seq: number }
  /** The command changed nothing. A current state follows when `seq` was stale. */
  | { t: 'refused'; id: string; seq: number; error: ErrorWire; refusal: RefusalWire | null }
  | { t: 'why'; id: string; refusal: RefusalWire | null }
  | { t: 'hint'; id: string; moves: { placement: number; value: number }[] }
  | { t: 'thinking'; seat: number | null; colour: ColourId }
  | { t: 'pong'; n: number; at: number }
  | { t: 'error'; error: ErrorWire };
