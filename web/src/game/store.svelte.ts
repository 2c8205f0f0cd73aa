/** One game as this page knows it: what the server said, and what is on its way to it. */
import { Tables } from '../board/tables';
import { ApiError, getGame } from '../net/api';
import type {
  ClientMessage,
  ColourId,
  Command,
  ErrorWire,
  GameEvent,
  GameInfo,
  Now,
  Point,
  RefusalWire,
  ServerMessage,
} from '../net/protocol';
import {
  GONE,
  GameSocket,
  NO_GAME,
  commandId,
  gameUrl,
  type Connection,
  type SocketLike,
} from '../net/socket';
import { fold, type Past } from './fold';

export type Phase = 'loading' | 'ready' | 'missing' | 'gone' | 'failed';

export interface Refused {
  command: Command;
  error: ErrorWire;
  refusal: RefusalWire | null;
}

export interface Hint {
  placement: number;
  value: number;
}

/** What a piece of the page wants to hear of beyond the state itself. */
export interface GameListener {
  /** New events, live (not those that a page load brings). */
  events?(events: readonly GameEvent[], now: Now): void;
  refused?(refused: Refused): void;
  reconnected?(): void;
}

export class GameStore {
  phase: Phase = $state('loading');
  connection: Connection = $state('connecting');
  /** When the next try to connect is due. */
  retryAt: number | null = $state(null);
  info: GameInfo | null = $state.raw(null);
  tables: Tables | null = $state.raw(null);
  now: Now | null = $state.raw(null);
  events: readonly GameEvent[] = $state.raw([]);
  seats: readonly number[] = $state.raw([]);
  thinking: { seat: number | null; colour: ColourId } | null = $state.raw(null);
  /** The command that the server has not answered yet. */
  waiting: Command | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  hints: { colour: ColourId; moves: readonly Hint[] } | null = $state.raw(null);
  hintBusy = $state(false);
  /** An error that belongs to no command. */
  error: ErrorWire | null = $state.raw(null);
  /** Pieces with a later event than this have just arrived. */
  freshAfter = $state(Number.MAX_SAFE_INTEGER);

  readonly past: Past = $derived(fold(this.events));

  private socket: GameSocket;
  private hintId: string | null = null;
  private why: { id: string; answer: (r: RefusalWire | null) => void } | null = null;
  /** A taking back that named an old `seq`, to be sent once more. */
  private again: Command | null = null;
  private listeners = new Set<GameListener>();
  private closed = false;

  constructor(
    readonly id: string,
    open?: (url: string) => SocketLike,
  ) {
    this.socket = new GameSocket({
      url: open ? `mock:${id}` : gameUrl(id),
      open,
      onmessage: (m) => this.receive(m),
      onconnection: (state, retryAt, code) => this.connected(state, retryAt, code),
    });
  }

  start(): void {
    this.socket.start();
  }

  close(): void {
    this.closed = true;
    this.socket.close();
  }

  listen(listener: GameListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  retryNow(): void {
    this.socket.hurry();
  }

  private connected(state: Connection, retryAt: number | null, code?: number): void {
    const was = this.connection;
    this.connection = state;
    this.retryAt = retryAt;
    if (state === 'open') {
      if (was === 'lost') for (const l of this.listeners) l.reconnected?.();
      return;
    }
    this.thinking = null;
    this.hintBusy = false;
    if (this.closed) return;
    if (state === 'closed') {
      if (code === GONE) this.phase = 'gone';
      else if (code === NO_GAME) this.phase = 'missing';
      else {
        this.error = { code: 'closed', message: String(code) };
        this.phase = 'failed';
      }
    } else if (state === 'lost' && this.phase === 'loading' && retryAt !== null)
      void this.findOut();
  }

  /** A socket cannot say why it was refused; a plain request can. */
  private async findOut(): Promise<void> {
    try {
      await getGame(this.id);
    } catch (e) {
      if (this.phase !== 'loading' || !(e instanceof ApiError)) return;
      if (e.status === 404 || e.status === 422 || e.status === 400) {
        this.phase = 'missing';
        this.close();
      }
    }
  }

  private receive(m: ServerMessage): void {
    switch (m.t) {
      case 'state':
        this.take(m);
        break;
      case 'update': {
        const last = this.events.at(-1)?.seq ?? 0;
        const fresh = m.events.filter((e) => e.seq > last);
        if (fresh.length > 0) {
          this.freshAfter = last;
          this.events = [...this.events, ...fresh];
          this.thinking = null;
          this.hints = null;
        }
        this.now = m.now;
        this.sendAgain();
        if (fresh.length > 0) for (const l of this.listeners) l.events?.(fresh, m.now);
        break;
      }
      case 'ack':
        this.again = null;
        this.waiting = this.socket.waiting?.command ?? null;
        break;
      case 'refused': {
        const command = this.waiting;
        this.waiting = this.socket.waiting?.command ?? null;
        if (command?.type === 'undo' && m.error.code === 'stale' && !this.again) {
          // Somebody placed in the same moment. Taking back still means the same: once more.
          this.again = command;
          break;
        }
        this.again = null;
        if (command) {
          this.refused = { command, error: m.error, refusal: m.refusal };
          for (const l of this.listeners) l.refused?.(this.refused);
        }
        break;
      }
      case 'why':
        if (this.why?.id === m.id) {
          this.why.answer(m.refusal);
          this.why = null;
        }
        break;
      case 'hint':
        if (this.hintId === m.id) {
          this.hintId = null;
          this.hintBusy = false;
          const colour = this.now?.turn?.colour;
          // More than three would hide the board.
          if (colour) this.hints = { colour, moves: m.moves.slice(0, 3) };
        }
        break;
      case 'thinking':
        this.thinking = { seat: m.seat, colour: m.colour };
        break;
      case 'error':
        this.error = m.error;
        this.hintBusy = false;
        break;
      case 'pong':
        break;
    }
  }

  private take(m: Extract<ServerMessage, { t: 'state' }>): void {
    try {
      // The tables are large and stay the same: they are made once.
      if (this.tables === null || this.info?.variant.digest !== m.game.variant.digest)
        this.tables = new Tables(m.game.variant);
    } catch (e) {
      this.error = { code: 'tables', message: e instanceof Error ? e.message : String(e) };
      this.phase = 'failed';
      this.close();
      return;
    }
    this.info = m.game;
    this.seats = m.you.seats;
    this.events = m.events;
    this.freshAfter = m.seq;
    this.now = m.now;
    this.thinking = null;
    this.hints = null;
    this.phase = 'ready';
    this.sendAgain();
  }

  // --- what a player does ------------------------------------------------------

  private send(command: Command): void {
    this.refused = null;
    this.error = null;
    this.waiting = command;
    this.socket.command(command);
  }

  play(seat: number, placement: number): void {
    this.send({ type: 'play', seat, placement });
  }

  private sendAgain(): void {
    if (!this.again || this.waiting || !this.now?.can.undo) return;
    this.waiting = this.again;
    this.socket.command(this.again);
  }

  undo(seat: number): void {
    this.send({ type: 'undo', seat });
  }

  resign(seat: number): void {
    this.send({ type: 'resign', seat });
  }

  hint(): void {
    const id = commandId();
    const message: ClientMessage = { t: 'hint', id };
    this.error = null;
    if (this.socket.ask(message)) {
      this.hintId = id;
      this.hintBusy = true;
    }
  }

  clearHints(): void {
    this.hints = null;
  }

  /** Asks why an orientation would not fit; only the answer to the latest question comes. */
  askWhy(
    colour: ColourId,
    piece: number,
    orientation: number,
    at: Point,
    answer: (refusal: RefusalWire | null) => void,
  ): void {
    const id = commandId();
    if (this.socket.ask({ t: 'why', id, colour, piece, orientation, at }))
      this.why = { id, answer };
  }

  dropWhy(): void {
    this.why = null;
  }
}
