/**
 * The connection to one game. It comes back by itself, asks only for what it missed, and sends a
 * command again, under the same id, until the server has answered it.
 */
import type { ClientMessage, Command, ServerMessage } from './protocol';

export type Connection = 'connecting' | 'open' | 'lost' | 'closed';

/** What of a WebSocket is used; tests put their own in its place. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  readonly readyState: number;
  send(data: string): void;
  close(code?: number): void;
}

export interface SocketOptions {
  url: string;
  onmessage: (message: ServerMessage) => void;
  /** `code`: with which the server closed the connection for good. */
  onconnection: (state: Connection, retryAt: number | null, code?: number) => void;
  open?: (url: string) => SocketLike;
}

/** Waits between tries, in ms; the last one repeats. */
export const BACKOFF = [500, 1000, 2000, 4000, 8000, 15000] as const;
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;
/** Codes with which the server closes for good: the game is gone, or this page may not have it. */
export const GONE = 4010;
export const NO_GAME = 4404;
const FINAL = new Set([1003, 1009, GONE, 4400, 4401, 4403, NO_GAME]);
/** Too much was asked for: come back late. */
const TOO_MANY = 4429;

let counter = 0;
/** An id that no other command of any page has. */
export function commandId(): string {
  counter += 1;
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${random[0]!.toString(36)}${random[1]!.toString(36)}-${counter.toString(36)}`;
}

export class GameSocket {
  /** The last event that is known; sent when the connection comes back. */
  seq: number | null = null;
  private socket: SocketLike | null = null;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private pinger: ReturnType<typeof setInterval> | null = null;
  private pongTimer: ReturnType<typeof setTimeout> | null = null;
  private pings = 0;
  private done = false;
  /** Set once the server has answered this connection's hello. */
  private greeted = false;
  private pending: { id: string; seq: number; command: Command } | null = null;

  constructor(private readonly options: SocketOptions) {}

  start(): void {
    this.connect();
    if (typeof addEventListener === 'function') addEventListener('online', this.hurry);
  }

  close(): void {
    this.done = true;
    this.stopTimers();
    if (typeof removeEventListener === 'function') removeEventListener('online', this.hurry);
    this.socket?.close(1000);
    this.socket = null;
    this.options.onconnection('closed', null);
  }

  /** Tries at once instead of waiting. */
  readonly hurry = (): void => {
    if (this.done || this.retry === null) return;
    clearTimeout(this.retry);
    this.retry = null;
    this.connect();
  };

  /** The command that the server has not answered yet. */
  get waiting(): { id: string; command: Command } | null {
    return this.pending;
  }

  command(command: Command): string {
    const id = commandId();
    this.pending = { id, seq: this.seq ?? 0, command };
    if (this.greeted) this.post({ t: 'command', ...this.pending });
    return id;
  }

  /** Gives a command up that has not been answered. The server may still have done it. */
  forget(): void {
    this.pending = null;
  }

  /** Sends what may be lost with the connection. False if there is none. */
  ask(message: Extract<ClientMessage, { t: 'why' | 'hint' }>): boolean {
    if (!this.greeted) return false;
    this.post(message);
    return true;
  }

  private post(message: ClientMessage): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    if (this.done) return;
    this.greeted = false;
    this.options.onconnection(this.tries === 0 ? 'connecting' : 'lost', null);
    const open = this.options.open ?? ((url) => new WebSocket(url) as unknown as SocketLike);
    const socket = open(this.options.url);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.post(this.seq === null ? { t: 'hello', v: 1 } : { t: 'hello', v: 1, since: this.seq });
    };
    socket.onmessage = (event) => {
      if (socket === this.socket && typeof event.data === 'string') this.receive(event.data);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  private receive(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      this.socket?.close(4000);
      return;
    }
    if (message.t === 'pong') {
      if (this.pongTimer) clearTimeout(this.pongTimer);
      this.pongTimer = null;
      return;
    }
    if (message.t === 'state' || message.t === 'update') {
      this.seq = message.seq;
      if (!this.greeted) {
        this.greeted = true;
        this.tries = 0;
        this.startPings();
        this.options.onmessage(message);
        this.options.onconnection('open', null);
        // Sent again under its old id: if it did arrive before, it does not act twice.
        if (this.pending) this.post({ t: 'command', ...this.pending });
        return;
      }
    }
    if ((message.t === 'ack' || message.t === 'refused') && message.id === this.pending?.id)
      this.pending = null;
    this.options.onmessage(message);
  }

  private lost(code: number): void {
    this.stopTimers();
    this.socket = null;
    this.greeted = false;
    if (this.done) return;
    if (FINAL.has(code)) {
      this.done = true;
      this.options.onconnection('closed', null, code);
      return;
    }
    if (code === TOO_MANY) this.tries = BACKOFF.length - 1;
    const base = BACKOFF[Math.min(this.tries, BACKOFF.length - 1)]!;
    // Spread, so that not everybody comes back at the same instant.
    const wait = base * (0.75 + Math.random() * 0.5);
    this.tries += 1;
    this.options.onconnection('lost', Date.now() + wait);
    this.retry = setTimeout(() => {
      this.retry = null;
      this.connect();
    }, wait);
  }

  private startPings(): void {
    this.stopTimers();
    this.pinger = setInterval(() => {
      this.pings += 1;
      this.post({ t: 'ping', n: this.pings });
      this.pongTimer ??= setTimeout(() => {
        // Half-dead connections of phones do not close by themselves.
        this.pongTimer = null;
        const old = this.socket;
        this.lost(1006);
        old?.close();
      }, PONG_WITHIN);
    }, PING_EVERY);
  }

  private stopTimers(): void {
    if (this.pinger) clearInterval(this.pinger);
    if (this.pongTimer) clearTimeout(this.pongTimer);
    if (this.retry) clearTimeout(this.retry);
    this.pinger = null;
    this.pongTimer = null;
    this.retry = null;
  }
}

export function gameUrl(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/games/${encodeURIComponent(id)}`;
}
