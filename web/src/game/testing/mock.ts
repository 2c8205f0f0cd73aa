/**
 * A small server inside the page, for tests and for the development page. It knows just enough of
 * the rules to let a game be played; the real ones are the server's.
 */
import { neighbours, vertices, type Point } from '../../board/geometry';
import { Tables } from '../../board/tables';
import type {
  ClientMessage,
  ColourId,
  ColourNow,
  Command,
  GameEvent,
  Now,
  RefusalWire,
  Scoring,
  SeatInfo,
  ServerMessage,
  VariantTable,
} from '../../net/protocol';
import type { SocketLike } from '../../net/socket';

export interface MockOptions {
  variant: VariantTable;
  seats: SeatInfo[];
  /** Plies played before anybody connects. */
  plies?: number;
  /** Milliseconds that a computer thinks. */
  pace?: number;
  seed?: number;
  mine?: number[];
}

export class MockServer {
  readonly tables: Tables;
  readonly events: GameEvent[] = [];
  private sockets = new Set<MockSocket>();
  private readonly cells: number[][] = [];
  private readonly edges: number[][];
  private readonly touching: number[][];
  private random: () => number;
  private done = new Map<string, number>();
  readonly received: ClientMessage[] = [];
  /** While false, new connections are refused. */
  up = true;
  private stopped: number[] = [];
  /** The next command is told that its `seq` is old. */
  staleOnce = false;

  constructor(readonly options: MockOptions) {
    const { variant } = options;
    this.tables = new Tables(variant);
    for (let p = 0; p < this.tables.placements; p++) this.cells.push(this.tables.cellsAt(p));
    const l = this.tables.lattice;
    const at = (p: Point): number => this.tables.cellAt(p);
    this.edges = this.tables.cells.map((p) =>
      neighbours(p, l)
        .map(at)
        .filter((c) => c >= 0),
    );
    const byVertex = new Map<string, number[]>();
    this.tables.cells.forEach((p, i) => {
      for (const v of vertices(p, l)) {
        const k = v.join();
        byVertex.set(k, [...(byVertex.get(k) ?? []), i]);
      }
    });
    this.touching = this.tables.cells.map((p, i) => {
      const out = new Set(vertices(p, l).flatMap((v) => byVertex.get(v.join())!));
      out.delete(i);
      for (const e of this.edges[i]!) out.delete(e);
      return [...out];
    });
    let seed = options.seed ?? 7;
    this.random = () => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return seed / 0x7fffffff;
    };
    this.add({ type: 'created' });
    for (let i = 0; i < (options.plies ?? 0); i++) if (!this.playForTurn()) break;
  }

  private add(
    e:
      | { type: 'created' }
      | Omit<Extract<GameEvent, { type: 'played' }>, 'seq' | 'at'>
      | { type: 'skipped'; colour: ColourId }
      | { type: 'undone'; plies: number; by: number }
      | { type: 'ended'; reason: 'blocked' | 'stopped' }
      | { type: 'stopped'; seat: number; reason: 'resigned' },
  ): void {
    this.events.push({
      ...e,
      seq: this.events.length + 1,
      at: 1_700_000_000_000 + this.events.length * 9000,
    } as GameEvent);
  }

  private plies(): Extract<GameEvent, { type: 'played' }>[] {
    const out: Extract<GameEvent, { type: 'played' }>[] = [];
    for (const e of this.events) {
      if (e.type === 'played') out.push(e);
      if (e.type === 'undone') out.length -= e.plies;
    }
    return out;
  }

  private board(): (ColourId | null)[] {
    const b: (ColourId | null)[] = this.tables.cells.map(() => null);
    for (const p of this.plies()) for (const c of this.cells[p.placement]!) b[c] = p.colour;
    return b;
  }

  private remaining(colour: ColourId): number[] {
    const left = this.tables.pieces.map((p) => p.count);
    for (const p of this.plies())
      if (p.colour === colour) left[this.tables.orientationAt(p.placement).piece]! -= 1;
    return left;
  }

  private starts(colour: ColourId): number[] {
    return this.options.variant.colours.find((c) => c.id === colour)!.starts;
  }

  refusal(colour: ColourId, points: readonly Point[], piece: number): RefusalWire | null {
    const b = this.board();
    const left = this.remaining(colour);
    const where = (cells: number[]): Point[] => cells.map((c) => this.tables.cells[c]!);
    if (left[piece]! <= 0) return { reason: 'piece_used', points: [], others: [] };
    const off = points.filter((p) => this.tables.cellAt(p) < 0);
    if (off.length) return { reason: 'off_board', points: off, others: [] };
    const cells = points.map((p) => this.tables.cellAt(p));
    const taken = cells.filter((c) => b[c] !== null);
    if (taken.length) return { reason: 'occupied', points: where(taken), others: where(taken) };
    const bad = cells.filter((c) => this.edges[c]!.some((e) => b[e] === colour));
    if (bad.length) {
      const own = new Set(bad.flatMap((c) => this.edges[c]!.filter((e) => b[e] === colour)));
      return { reason: 'edge_contact', points: where(bad), others: where([...own]) };
    }
    if (!b.includes(colour)) {
      if (!cells.some((c) => this.starts(colour).includes(c)))
        return {
          reason: 'start_not_covered',
          points: [...points],
          others: where(this.starts(colour).filter((c) => b[c] === null)),
        };
    } else if (!cells.some((c) => this.touching[c]!.some((e) => b[e] === colour)))
      return {
        reason: 'no_corner_contact',
        points: [...points],
        others: where(this.attach(colour).slice(0, 3)),
      };
    return null;
  }

  private attach(colour: ColourId): number[] {
    const b = this.board();
    if (!b.includes(colour)) return this.starts(colour).filter((c) => b[c] === null);
    return this.tables.cells
      .map((_, c) => c)
      .filter(
        (c) =>
          b[c] === null &&
          !this.edges[c]!.some((e) => b[e] === colour) &&
          this.touching[c]!.some((e) => b[e] === colour),
      );
  }

  legal(colour: ColourId): number[] {
    const b = this.board();
    const left = this.remaining(colour);
    const attach = new Set(this.attach(colour));
    const shut = b.map((o, c) => o !== null || this.edges[c]!.some((e) => b[e] === colour));
    const out: number[] = [];
    for (let p = 0; p < this.cells.length; p++) {
      if (left[this.tables.orientationAt(p).piece]! <= 0) continue;
      const cells = this.cells[p]!;
      if (!cells.some((c) => shut[c]) && cells.some((c) => attach.has(c))) out.push(p);
    }
    return out;
  }

  private seatOf(colour: ColourId): number {
    return this.options.variant.seats.findIndex((s) => s.colours.includes(colour));
  }

  private turn(): { colour: ColourId; seat: number; legal: number[] } | null {
    if (this.events.at(-1)?.type === 'ended') return null;
    const colours = this.options.variant.colours.map((c) => c.id);
    const last = this.plies().at(-1);
    const from = last ? colours.indexOf(last.colour) + 1 : 0;
    for (let i = 0; i < colours.length; i++) {
      const colour = colours[(from + i) % colours.length]!;
      if (this.stopped.includes(this.seatOf(colour))) continue;
      const legal = this.legal(colour);
      if (legal.length) return { colour, seat: this.seatOf(colour), legal };
    }
    return null;
  }

  private playForTurn(): boolean {
    const turn = this.turn();
    if (!turn) return false;
    const sizes = turn.legal.map((p) => this.cells[p]!.length);
    const most = Math.max(...sizes);
    const big = turn.legal.filter((_, i) => sizes[i] === most);
    this.put(turn.colour, big[Math.floor(this.random() * big.length)]!);
    return true;
  }

  private put(colour: ColourId, placement: number): void {
    const o = this.tables.orientationAt(placement);
    this.add({
      type: 'played',
      colour,
      seat: this.seatOf(colour),
      by: 'seat',
      move: this.cells[placement]!.map((c) => this.tables.text(c)).join(','),
      placement,
      piece: this.tables.pieces[o.piece]!.name,
    });
    if (!this.turn()) this.add({ type: 'ended', reason: 'blocked' });
  }

  now(): Now {
    const turn = this.turn();
    const { variant, seats } = this.options;
    const b = this.board();
    const colours: Record<ColourId, ColourNow> = {};
    const size = variant.pieces.reduce((a, p) => a + p.size * p.count, 0);
    for (const { id } of variant.colours) {
      const placed = b.filter((c) => c === id).length;
      const remaining = this.remaining(id);
      const left = size - placed;
      const bonus = left === 0 ? variant.bonus[0] : 0;
      colours[id] = {
        placed,
        left,
        bonus,
        scores: {
          online: placed + bonus,
          advanced: bonus - left,
          basic: left,
          net: placed - left + bonus,
        },
        remaining,
        out: turn !== null && id !== turn.colour ? this.legal(id).length === 0 : turn === null,
      };
    }
    const human = turn !== null && seats[turn.seat]?.kind === 'human';
    const over = this.events.at(-1)?.type === 'ended';
    const systems: Scoring[] = ['online', 'advanced', 'basic', 'net'];
    const totals = variant.seats.map((s) =>
      Object.fromEntries(
        systems.map((k) => [k, s.colours.reduce((a, c) => a + colours[c]!.scores[k], 0)]),
      ),
    ) as Record<Scoring, number>[];
    const places = totals.map((t) => 1 + totals.filter((o) => o.online > t.online).length);
    return {
      turn: turn ? { colour: turn.colour, seat: turn.seat, by: 'seat' } : null,
      colours,
      attach: turn ? this.attach(turn.colour) : [],
      legal: human && turn ? turn.legal : [],
      stopped: this.stopped,
      result: over
        ? {
            reason: 'blocked',
            scoring: 'online',
            seats: totals.map((t, i) => ({
              seat: i,
              place: places[i]!,
              tied: places.filter((p) => p === places[i]).length > 1,
              totals: t,
              mean: t.online / variant.seats[i]!.colours.length,
            })),
            teams: [],
            winners: places.flatMap((p, i) => (p === 1 ? [i] : [])),
          }
        : null,
      can: {
        play: human,
        undo: this.plies().length > 0,
        hint: human,
        resign: !over,
        resign_ends: [],
      },
    };
  }

  private state(): ServerMessage {
    const { variant, seats } = this.options;
    return {
      t: 'state',
      v: 1,
      seq: this.events.length,
      game: { id: 'mock', created: 0, variant, seats, undo: true, neutral_seed: 1 },
      events: [...this.events],
      now: this.now(),
      you: { seats: this.options.mine ?? seats.flatMap((s, i) => (s.kind === 'human' ? [i] : [])) },
    };
  }

  readonly open = (): SocketLike => {
    const socket = new MockSocket(this);
    if (this.up) {
      this.sockets.add(socket);
      setTimeout(() => socket.opened(), 0);
    } else setTimeout(() => socket.dropped(), 0);
    return socket;
  };

  /** Cuts all connections, as a tunnel does. */
  cut(code = 1006): void {
    for (const s of this.sockets) s.dropped(code);
    this.sockets.clear();
  }

  private tell(message: ServerMessage): void {
    for (const s of this.sockets) s.deliver(message);
  }

  private update(since: number): void {
    this.tell({
      t: 'update',
      seq: this.events.length,
      events: this.events.slice(since),
      now: this.now(),
    });
    this.wake();
  }

  private wake(): void {
    const turn = this.turn();
    if (!turn || this.options.seats[turn.seat]?.kind !== 'computer') return;
    this.tell({ t: 'thinking', seat: turn.seat, colour: turn.colour });
    const seq = this.events.length;
    setTimeout(() => {
      if (this.events.length !== seq) return;
      this.playForTurn();
      this.update(seq);
    }, this.options.pace ?? 400);
  }

  receive(from: MockSocket, text: string): void {
    const m = JSON.parse(text) as ClientMessage;
    this.received.push(m);
    switch (m.t) {
      case 'hello':
        from.deliver(
          m.since === undefined
            ? this.state()
            : {
                t: 'update',
                seq: this.events.length,
                events: this.events.slice(m.since),
                now: this.now(),
              },
        );
        this.wake();
        break;
      case 'ping':
        from.deliver({ t: 'pong', n: m.n, at: 0 });
        break;
      case 'why': {
        const piece = this.tables.orientation(m.piece, m.orientation);
        const points = piece.points.map((p): Point => [p[0] + m.at[0], p[1] + m.at[1]]);
        from.deliver({ t: 'why', id: m.id, refusal: this.refusal(m.colour, points, m.piece) });
        break;
      }
      case 'hint': {
        const legal = [...(this.turn()?.legal ?? [])].sort(
          (a, b) => this.cells[b]!.length - this.cells[a]!.length,
        );
        const moves = [0, 1, 2]
          .map((i) => legal[Math.floor((i * legal.length) / 9)])
          .filter((p): p is number => p !== undefined)
          .map((placement, i) => ({ placement, value: 0.6 - i * 0.07 }));
        from.deliver({ t: 'hint', id: m.id, moves });
        break;
      }
      case 'command': {
        const before = this.done.get(m.id);
        if (before !== undefined) {
          from.deliver({ t: 'ack', id: m.id, seq: before });
          return;
        }
        const since = this.events.length;
        if (this.staleOnce) {
          this.staleOnce = false;
          const error = { code: 'stale', message: 'The game has moved on.' };
          from.deliver({ t: 'refused', id: m.id, seq: since, error, refusal: null });
          from.deliver(this.state());
          return;
        }
        const why = this.act(m.command);
        if (why) {
          from.deliver({
            t: 'refused',
            id: m.id,
            seq: since,
            error: { code: 'illegal', message: why.reason },
            refusal: why,
          });
          return;
        }
        this.done.set(m.id, this.events.length);
        from.deliver({ t: 'ack', id: m.id, seq: this.events.length });
        this.update(since);
        break;
      }
    }
  }

  private act(c: Command): RefusalWire | null {
    const turn = this.turn();
    if (c.type === 'undo') {
      const plies = this.plies();
      const at = plies.findLastIndex((p) => p.seat === c.seat);
      if (at >= 0) this.add({ type: 'undone', plies: plies.length - at, by: c.seat });
      return null;
    }
    if (c.type === 'resign') {
      this.stopped = [...this.stopped, c.seat];
      this.add({ type: 'stopped', seat: c.seat, reason: 'resigned' });
      if (!this.turn()) this.add({ type: 'ended', reason: 'stopped' });
      return null;
    }
    if (!turn || turn.seat !== c.seat) return { reason: 'not_your_turn', points: [], others: [] };
    if (!turn.legal.includes(c.placement))
      return this.refusal(
        turn.colour,
        this.tables.pointsAt(c.placement),
        this.tables.orientationAt(c.placement).piece,
      );
    this.put(turn.colour, c.placement);
    return null;
  }
}

export class MockSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readyState = 0;

  constructor(private readonly server: MockServer) {}

  opened(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  dropped(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }

  deliver(message: ServerMessage): void {
    const data = JSON.stringify(message);
    queueMicrotask(() => {
      if (this.readyState === 1) this.onmessage?.({ data });
    });
  }

  send(data: string): void {
    queueMicrotask(() => this.server.receive(this, data));
  }

  close(): void {
    queueMicrotask(() => this.dropped(1000));
  }
}
