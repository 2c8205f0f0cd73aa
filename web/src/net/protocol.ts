/**
 * The messages between page and server, version 1.
 *
 * Written by `python -m cornerwise.server.typescript` from src/cornerwise/server/wire.py: change
 * that file, not this one.
 */

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

/** One distinct way to hold a piece. */
export interface OrientationTable {
  /** Points relative to the anchor; the first is [0, 0]. */
  points: Point[];
  /** On triangles: whether the anchor points up. */
  up: boolean;
  /** Index within the piece after a clockwise turn. */
  clockwise: number;
  /** Index within the piece after a turn back. */
  counterclockwise: number;
  /** Index within the piece after a flip. */
  flip: number;
}

/** A piece: how many a colour has, and all its orientations. */
export interface PieceTable {
  name: string;
  size: number;
  count: number;
  orientations: OrientationTable[];
}

/** A board's cells. */
export interface BoardTable {
  lattice: 'square' | 'triangle';
  columns: number;
  rows: number;
  parity: number;
  /** Board order: rows from the bottom, then columns. A cell is an index into this. */
  cells: Point[];
}

/** A chair at the table. */
export interface SeatTable {
  colours: ColourId[];
  team: number | null;
}

/** A colour and the cells of which its first piece must cover one. */
export interface ColourTable {
  id: ColourId;
  starts: number[];
}

/** All that a page needs to draw and play a variant. */
export interface VariantTable {
  id: string;
  name: string;
  digest: string;
  board: BoardTable;
  pieces: PieceTable[];
  colours: ColourTable[];
  seats: SeatTable[];
  shared: ColourId | null;
  neutral: ColourId | null;
  start: StartRule;
  scoring: Scoring;
  end: EndRule;
  /** Points for placing all pieces, and instead of it when the one-cell piece went last. */
  bonus: [number, number];
  /** Number of placements: a check on the ids that the page derives. */
  placements: number;
}

/** A variant in the list of those that can be chosen. */
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

/** Answer of `GET /api/variants`. */
export interface VariantList {
  variants: VariantSummary[];
}

/** Body of `POST /api/variants/check`. */
export interface CheckRequest {
  toml: string;
}

/** What is wrong with a variant's TOML. */
export interface CheckProblem {
  line: number | null;
  reason: string;
}

/** The TOML is a variant. */
export interface CheckGood {
  ok: true;
  variant: VariantTable;
}

/** The TOML is none, and why. */
export interface CheckBad {
  ok: false;
  errors: CheckProblem[];
}

export type CheckAnswer = CheckGood | CheckBad;

/** Who sits in a seat; `level` is a computer's strength (1 to 3) and null for people. */
export interface SeatInfo {
  name: string;
  kind: 'human' | 'computer';
  level: number | null;
}

/** Body of `POST /api/games`: exactly one of `variant` and `toml`. */
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

/** Answer of `POST /api/games`. */
export interface NewGameAnswer {
  id: string;
}

/** The game was made. */
export interface CreatedEvent {
  seq: number;
  at: number;
  type: 'created';
}

/** A piece was placed. */
export interface PlayedEvent {
  seq: number;
  at: number;
  type: 'played';
  colour: ColourId;
  seat: number | null;
  by: 'seat' | 'computer' | 'neutral';
  move: string;
  placement: number;
  piece: string;
}

/** A colour cannot place any more. */
export interface SkippedEvent {
  seq: number;
  at: number;
  type: 'skipped';
  colour: ColourId;
}

/** A seat's colours play no more. */
export interface StoppedEvent {
  seq: number;
  at: number;
  type: 'stopped';
  seat: number;
  reason: 'resigned' | 'left' | 'time';
}

/** The last `plies` placings, and what followed from them, are taken back. */
export interface UndoneEvent {
  seq: number;
  at: number;
  type: 'undone';
  plies: number;
  by: number;
}

/** The game is over. */
export interface EndedEvent {
  seq: number;
  at: number;
  type: 'ended';
  reason: 'blocked' | 'first_blocked' | 'stopped';
}

export type GameEvent =
  CreatedEvent | PlayedEvent | SkippedEvent | StoppedEvent | UndoneEvent | EndedEvent;

/** One colour's standing. */
export interface ColourNow {
  /** Cells on the board. */
  placed: number;
  /** Cells of the pieces left. */
  left: number;
  bonus: number;
  scores: Record<Scoring, number>;
  /** Copies left by piece index. */
  remaining: number[];
  /** Cannot place any more, or its seat is stopped. */
  out: boolean;
}

/** Whose turn it is. */
export interface Turn {
  colour: ColourId;
  /** Null for a neutral colour. */
  seat: number | null;
  by: 'seat' | 'computer' | 'neutral';
}

/** A seat's place at the end. */
export interface SeatResult {
  seat: number;
  place: number;
  /** Whether another seat shares the place. */
  tied: boolean;
  totals: Record<Scoring, number>;
  /** Total a colour, in the game's own system; differs where seats own unequally many. */
  mean: number;
}

/** A team's place at the end. */
export interface TeamResult {
  team: number;
  place: number;
  tied: boolean;
  totals: Record<Scoring, number>;
}

/** How a game ended. */
export interface Result {
  reason: 'blocked' | 'first_blocked' | 'stopped';
  scoring: Scoring;
  seats: SeatResult[];
  teams: TeamResult[];
  winners: number[];
}

/** What the viewer may do now. */
export interface Can {
  play: boolean;
  undo: boolean;
  hint: boolean;
  resign: boolean;
  /** The viewer's seats whose resignation would end the game. */
  resign_ends: number[];
}

/** Everything that changes with a move. */
export interface Now {
  turn: Turn | null;
  colours: Record<ColourId, ColourNow>;
  /** Of the colour to play: cells it may extend to. */
  attach: number[];
  /**
   * Of the colour to play: legal placement ids; empty for watchers and while a computer is to play.
   */
  legal: number[];
  stopped: number[];
  result: Result | null;
  can: Can;
}

/** What stays the same during a game. */
export interface GameInfo {
  id: string;
  created: number;
  variant: VariantTable;
  seats: SeatInfo[];
  undo: boolean;
  neutral_seed: number;
}

/** A variant's id and name. */
export interface VariantName {
  id: string;
  name: string;
}

/** A game in a list. */
export interface GameSummary {
  id: string;
  created: number;
  changed: number;
  variant: VariantName;
  seats: SeatInfo[];
  plies: number;
  turn: Turn | null;
  result: Result | null;
}

/** Answer of `GET /api/games`. */
export interface GameList {
  games: GameSummary[];
}

/** Place a piece. */
export interface PlayCommand {
  type: 'play';
  seat: number;
  placement: number;
}

/** Take back to before the seat's last own placing. */
export interface UndoCommand {
  type: 'undo';
  seat: number;
}

/** Stop playing with this seat's colours. */
export interface ResignCommand {
  type: 'resign';
  seat: number;
}

export type Command = PlayCommand | UndoCommand | ResignCommand;

/** First message. With `since`, only later events come back; without, the full state. */
export interface HelloMessage {
  t: 'hello';
  v: 1;
  since?: number;
}

/** `id` is unique to the command: sent twice, it acts once. `seq` is the last event seen. */
export interface CommandMessage {
  t: 'command';
  id: string;
  seq: number;
  command: Command;
}

/** Why would this orientation (index within its piece) at this anchor point not fit? */
export interface WhyMessage {
  t: 'why';
  id: string;
  colour: string;
  piece: number;
  orientation: number;
  at: [number, number];
}

/** Ask for good placings, in games against a computer. */
export interface HintMessage {
  t: 'hint';
  id: string;
}

/** Ask for a sign of life. */
export interface PingMessage {
  t: 'ping';
  n: number;
}

export type ClientMessage = HelloMessage | CommandMessage | WhyMessage | HintMessage | PingMessage;

/** Why a placing does not fit. */
export interface RefusalWire {
  reason: ReasonCode;
  /** Points of the attempt that break the rule, maybe off the board. */
  points: Point[];
  /** What they collide with: own cells touched, the used piece, near corners, starts. */
  others: Point[];
}

/** An error: `code` for programs, `message` for people. */
export interface ErrorWire {
  code: string;
  message: string;
  detail?: Record<string, unknown>;
}

/** Body of every HTTP answer that is an error. */
export interface ErrorAnswer {
  error: ErrorWire;
}

/** What the viewer owns. */
export interface You {
  seats: number[];
}

/** The whole game. */
export interface StateMessage {
  t: 'state';
  v: 1;
  seq: number;
  game: GameInfo;
  events: GameEvent[];
  now: Now;
  you: You;
}

/** What happened since the last event seen. */
export interface UpdateMessage {
  t: 'update';
  seq: number;
  events: GameEvent[];
  now: Now;
}

/** The command is stored for good; `seq` is the last event it made. */
export interface AckMessage {
  t: 'ack';
  id: string;
  seq: number;
}

/** The command changed nothing. A current state follows when `seq` was stale. */
export interface RefusedMessage {
  t: 'refused';
  id: string;
  seq: number;
  error: ErrorWire;
  refusal: RefusalWire | null;
}

/** Answer to `why`; a null refusal means that it fits. */
export interface WhyAnswer {
  t: 'why';
  id: string;
  refusal: RefusalWire | null;
}

/** A good placing and what it is worth, 0 to 1. */
export interface HintMove {
  placement: number;
  value: number;
}

/** Answer to `hint`, best first. */
export interface HintAnswer {
  t: 'hint';
  id: string;
  moves: HintMove[];
}

/** A computer has begun to think about this colour's turn. */
export interface ThinkingMessage {
  t: 'thinking';
  seat: number | null;
  colour: ColourId;
}

/** Answer to `ping`, with the server's time in milliseconds. */
export interface PongMessage {
  t: 'pong';
  n: number;
  at: number;
}

/** Something is wrong with what was sent, or with the connection. */
export interface ErrorMessage {
  t: 'error';
  error: ErrorWire;
}

export type ServerMessage =
  | StateMessage
  | UpdateMessage
  | AckMessage
  | RefusedMessage
  | WhyAnswer
  | HintAnswer
  | ThinkingMessage
  | PongMessage
  | ErrorMessage;
