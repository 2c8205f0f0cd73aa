/**
 * A game as one visitor has it: which seats are theirs, whose turn it is, which colour is in the
 * tray and what of it fits. All of it follows from what the server says.
 */
import type { Tables } from '../board/tables';
import type { ColourId, Now } from '../net/protocol';
import { colourName } from './names';
import type { GameStore } from './store.svelte';

export interface ColourSeat {
  colour: ColourId;
  /** Null for a shared or neutral colour. */
  seat: number | null;
  team: number | null;
  /** Corner of the screen where its card lies: 0 upper left, then clockwise. */
  corner: number;
}

export class GameFacts {
  constructor(
    readonly store: GameStore,
    readonly tables: Tables,
  ) {}

  readonly info = $derived.by(() => this.store.info!);
  readonly now: Now = $derived.by(() => this.store.now!);
  readonly variant = $derived(this.info.variant);
  readonly triangles = $derived(this.variant.board.lattice === 'triangle');
  readonly unit: 'squares' | 'triangles' = $derived(this.triangles ? 'triangles' : 'squares');
  readonly over: boolean = $derived(this.now.result !== null);

  // --- who is who -----------------------------------------------------------------

  readonly colours: readonly ColourId[] = $derived(this.variant.colours.map((c) => c.id));

  readonly colourSeats: readonly ColourSeat[] = $derived.by(() => {
    const n = this.colours.length;
    return this.colours.map((colour, i) => {
      const seat = this.variant.seats.findIndex((s) => s.colours.includes(colour));
      return {
        colour,
        seat: seat < 0 ? null : seat,
        team: seat < 0 ? null : (this.variant.seats[seat]?.team ?? null),
        corner: n === 2 ? i * 2 : i,
      };
    });
  });

  /** The one seat that is mine, if it is exactly one: then it is "you". */
  readonly me: number | null = $derived.by(() =>
    this.store.seats.length === 1 ? this.store.seats[0]! : null,
  );
  readonly watching: boolean = $derived.by(() => this.store.seats.length === 0);

  isMine(seat: number | null): boolean {
    return seat !== null && this.store.seats.includes(seat);
  }

  isComputer(seat: number | null): boolean {
    return seat !== null && this.info.seats[seat]?.kind === 'computer';
  }

  seatName(seat: number): string {
    return this.info.seats[seat]?.name ?? '';
  }

  seatOf(colour: ColourId): number | null {
    return this.colourSeats.find((c) => c.colour === colour)?.seat ?? null;
  }

  // --- whose turn it is -------------------------------------------------------------

  readonly computersTurn: boolean = $derived.by(() => {
    const turn = this.now.turn;
    return turn !== null && (turn.by !== 'seat' || this.isComputer(turn.seat));
  });

  readonly myTurn: boolean = $derived.by(() => {
    const turn = this.now.turn;
    return turn !== null && this.now.can.play && !this.computersTurn && this.isMine(turn.seat);
  });

  /** The name of whoever is to play. */
  readonly turnName: string = $derived.by(() => {
    const turn = this.now.turn;
    if (!turn) return '';
    return turn.seat !== null ? this.seatName(turn.seat) : colourName(turn.colour);
  });

  /** Who places the shared colour next. */
  readonly sharedNext: number | null = $derived.by(() => {
    const { shared } = this.variant;
    if (!shared) return null;
    const turn = this.now.turn;
    if (turn?.colour === shared) return turn.seat;
    const count = this.store.past.plies.filter((p) => p.colour === shared).length;
    return count % this.variant.seats.length;
  });

  /** The seat whose last piece would be taken back. */
  undoSeat(): number | null {
    const last = this.store.past.plies.findLast((p) => p.by === 'seat' && this.isMine(p.seat));
    return last?.seat ?? null;
  }

  resignSeat(): number | null {
    const turn = this.now.turn;
    if (turn && this.isMine(turn.seat)) return turn.seat;
    return this.store.seats.find((s) => !this.now.stopped.includes(s)) ?? null;
  }

  /** The piece that is on its way to the server. */
  readonly waitingPlay = $derived.by(() =>
    this.store.waiting?.type === 'play' ? this.store.waiting : null,
  );

  // --- the tray, and what of it fits ------------------------------------------------

  /** The colour whose pieces are in the tray: the one to play, else the next one of mine. */
  readonly trayColour: ColourId = $derived.by(() => {
    const turn = this.now.turn;
    if (turn && (this.myTurn || this.watching)) return turn.colour;
    const n = this.colours.length;
    const from = turn ? this.colours.indexOf(turn.colour) : 0;
    let any: ColourId | null = null;
    for (let i = 0; i < n; i++) {
      const colour = this.colours[(from + i) % n]!;
      if (!this.isMine(this.seatOf(colour))) continue;
      any ??= colour;
      if (!this.now.colours[colour]?.out) return colour;
    }
    return any ?? turn?.colour ?? this.colours[0]!;
  });

  readonly remaining: readonly number[] = $derived(
    this.now.colours[this.trayColour]?.remaining ?? [],
  );

  readonly legal: ReadonlySet<number> = $derived(new Set(this.myTurn ? this.now.legal : []));
  readonly fitting = $derived.by(() => {
    const pieces = new Set<number>();
    const orientations = new Set<number>();
    for (const p of this.legal) {
      const o = this.tables.orientationAt(p);
      pieces.add(o.piece);
      orientations.add(o.id);
    }
    return { pieces, orientations, places: this.legal.size };
  });
}
