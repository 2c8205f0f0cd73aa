/**
 * The game screen's own state: whose turn it is for whom, the piece in hand, what is shown of the
 * past, what is said. It stands between the store (what the server says) and the components.
 */
import { t, type Key } from '../i18n/index.svelte';
import type { ColourId, GameEvent, Now, RefusalWire } from '../net/protocol';
import { colourClass, isKnownColour } from '../ui/colours';
import { confirms, set, settings } from '../ui/settings.svelte';
import { centreOf, columnText, pointText, type Point, type Vec } from '../board/geometry';
import { Hand } from '../board/hand.svelte';
import type { KeyAction } from '../board/input';
import { pieceTyped } from '../board/input';
import type { Tables } from '../board/tables';
import type { Blame, BoardHint, BoardPiece, BoardStart, Ghost } from '../board/types';
import { boardView, turnsOf, type View } from '../board/draw/view';
import type { Played } from './fold';
import { sound } from './sounds';
import type { GameStore, Refused } from './store.svelte';

const WHY_AFTER = 140;
const TYPING = 900;

export { colourClass, columnText };

export function colourName(id: ColourId): string {
  return isKnownColour(id) ? t(`colour.${id}` as Key) : id;
}

export interface ColourSeat {
  colour: ColourId;
  /** Null for a shared or neutral colour. */
  seat: number | null;
  team: number | null;
  /** Corner of the screen where its card lies: 0 upper left, then clockwise. */
  corner: number;
}

export class Table {
  readonly tables: Tables;
  readonly hand: Hand;
  boardTurn = $state(0);
  /** Number of pieces shown while looking at the past; null: now. */
  viewing: number | null = $state(null);
  /** Cell that the keyboard is on while no piece is in hand. */
  cursor = $state(-1);
  gridFocused = $state(false);
  /** Set down by a click, waiting for the confirming one. */
  pinned = $state(false);
  dragging = $state(false);
  /** Wanted to place while it was somebody else's turn. */
  early = $state(false);
  /** Whether keys moved the piece last, and how far the mouse has come since. */
  private byKey = false;
  private travelled = 0;
  touch = $state(false);
  polite = $state('');
  assertive = $state('');
  keysOpen = $state(false);
  resignOpen = $state(false);
  /** Why the piece at this very spot does not fit. */
  private blame: { key: string; refusal: RefusalWire } | null = $state.raw(null);
  private whyTimer: ReturnType<typeof setTimeout> | null = null;
  private typed = '';
  private typedAt = 0;
  private pieceCache = new Map<number, BoardPiece>();

  constructor(readonly store: GameStore) {
    this.tables = store.tables!;
    this.hand = new Hand(this.tables);
  }

  // --- who is who -----------------------------------------------------------------

  readonly info = $derived.by(() => this.store.info!);
  readonly now: Now = $derived.by(() => this.store.now!);
  readonly variant = $derived(this.info.variant);
  readonly triangles = $derived(this.variant.board.lattice === 'triangle');
  readonly colours: readonly ColourId[] = $derived(this.variant.colours.map((c) => c.id));
  readonly unit: 'squares' | 'triangles' = $derived(this.triangles ? 'triangles' : 'squares');

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

  seatName(seat: number): string {
    return this.info.seats[seat]?.name ?? '';
  }

  seatOf(colour: ColourId): number | null {
    return this.colourSeats.find((c) => c.colour === colour)?.seat ?? null;
  }

  /** Who places the shared colour next. */
  readonly sharedNext: number | null = $derived.by(() => {
    const { shared } = this.variant;
    if (!shared) return null;
    const turn = this.now.turn;
    if (turn?.colour === shared) return turn.seat;
    const count = this.store.past.plies.filter((p) => p.colour === shared).length;
    return count % this.variant.seats.length;
  });

  isComputer(seat: number | null): boolean {
    return seat !== null && this.info.seats[seat]?.kind === 'computer';
  }

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
  readonly over: boolean = $derived(this.now.result !== null);
  readonly live: boolean = $derived(this.viewing === null && !this.over);
  readonly waitingPlay = $derived.by(() =>
    this.store.waiting?.type === 'play' ? this.store.waiting : null,
  );

  // --- what fits --------------------------------------------------------------------

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

  /** Tray order: largest first, then slim ones, so that rows are of one height. */
  readonly trayOrder: readonly number[] = $derived.by(() => {
    const slim = (i: number): number => {
      const o = this.trayOrientation(i);
      return Math.max(...o.points.map((p) => p[0])) - Math.min(...o.points.map((p) => p[0]));
    };
    const key = this.tables.pieces.map(
      (p, i) => [-p.size, this.triangles ? 0 : slim(i), i] as const,
    );
    return this.tables.pieces
      .map((_, i) => i)
      .sort((a, b) => key[a]![0] - key[b]![0] || key[a]![1] - key[b]![1] || a - b);
  });

  /** How a piece lies in the tray: upright on squares. */
  trayOrientation(piece: number): { points: readonly Point[]; up: boolean; index: number } {
    const all = this.tables.orientationsOf(piece);
    const width = (o: { points: readonly Point[] }): number =>
      Math.max(...o.points.map((p) => p[0])) - Math.min(...o.points.map((p) => p[0]));
    let best = all[0]!;
    if (!this.triangles) for (const o of all) if (width(o) < width(best)) best = o;
    return best;
  }

  // --- the board ----------------------------------------------------------------------

  readonly view: View = $derived.by(() =>
    boardView(this.tables.cells, this.tables.lattice, this.boardTurn),
  );

  readonly shownPlies: readonly Played[] = $derived.by(() =>
    this.viewing === null ? this.store.past.plies : this.store.past.plies.slice(0, this.viewing),
  );

  readonly boardPieces: readonly BoardPiece[] = $derived(
    this.shownPlies.map((p) => {
      const fresh =
        this.viewing === null && p.seq > this.store.freshAfter
          ? p.by === 'seat' && this.isMine(p.seat)
            ? 'own'
            : 'other'
          : undefined;
      const old = this.pieceCache.get(p.seq);
      if (old && old.fresh === fresh) return old;
      const piece: BoardPiece = {
        key: p.seq,
        colour: p.colour,
        points: old?.points ?? this.tables.pointsAt(p.placement),
        fresh,
      };
      this.pieceCache.set(p.seq, piece);
      return piece;
    }),
  );

  readonly last: readonly Point[] | null = $derived.by(() => {
    const ply = this.shownPlies.at(-1);
    return ply ? this.tables.pointsAt(ply.placement) : null;
  });

  readonly starts: readonly BoardStart[] = $derived.by(() => {
    const begun = new Set(this.shownPlies.map((p) => p.colour));
    if (this.variant.start === 'fixed')
      return this.variant.colours.flatMap((c) =>
        begun.has(c.id)
          ? []
          : c.starts.map((cell) => ({ point: this.tables.cells[cell]!, colour: c.id })),
      );
    if (this.colours.every((c) => begun.has(c))) return [];
    const cells = new Set(this.variant.colours.flatMap((c) => c.starts));
    return [...cells].map((cell) => ({ point: this.tables.cells[cell]!, colour: null }));
  });

  readonly attach = $derived.by(() => {
    const turn = this.now.turn;
    if (!settings.dots || !turn || !this.live) return null;
    // Starts have a mark of their own.
    const begun = this.shownPlies.some((p) => p.colour === turn.colour);
    const cells = begun ? this.now.attach : [];
    return { points: cells.map((c) => this.tables.cells[c]!), colour: turn.colour };
  });

  readonly owner: ReadonlyMap<number, Played> = $derived.by(() => {
    const out = new Map<number, Played>();
    for (const p of this.shownPlies)
      for (const c of this.tables.cellsAt(p.placement)) out.set(c, p);
    return out;
  });

  readonly hints: readonly BoardHint[] = $derived.by(() => {
    const h = this.store.hints;
    if (!h || !this.live || this.hand.piece !== null) return [];
    return h.moves.map((m, i) => ({
      points: this.tables.pointsAt(m.placement),
      colour: h.colour,
      label: String(i + 1),
    }));
  });

  /** The spot that the piece in hand is at, as a key. */
  private readonly spotKey: string = $derived.by(() => {
    const { piece, index, anchor } = this.hand;
    return piece === null || !anchor
      ? ''
      : `${this.trayColour}|${String(piece)}|${String(index)}|${anchor.join()}|${String(this.store.past.plies.length)}`;
  });

  readonly ghostState: Ghost['state'] | null = $derived.by(() => {
    if (!this.live || this.hand.piece === null || !this.hand.anchor) return null;
    if (this.waitingPlay) return 'waiting';
    if (!this.myTurn) return 'prepared';
    if (this.dragging && !this.hand.points.some((p) => this.tables.cellAt(p) >= 0)) return 'held';
    return this.legal.has(this.hand.placement) ? 'ok' : 'bad';
  });

  readonly refusal: RefusalWire | null = $derived.by(() => {
    if (this.ghostState !== 'bad') return null;
    const outside = this.hand.points.filter((p) => this.tables.cellAt(p) < 0);
    if (outside.length > 0) return { reason: 'off_board', points: outside, others: [] };
    return this.blame?.key === this.spotKey ? this.blame.refusal : null;
  });

  readonly ghost: Ghost | null = $derived.by(() => {
    const o = this.hand.orientation;
    const state = this.ghostState;
    if (!o || !this.hand.anchor || !state) return null;
    return {
      points: o.points,
      up: o.up,
      anchor: this.hand.anchor,
      colour: this.trayColour,
      state,
      blame: this.refusal ? this.blameOf(this.refusal) : null,
      spin: this.hand.spin,
    };
  });

  private blameOf(r: RefusalWire): Blame {
    const show: Record<string, Blame['show']> = {
      edge_contact: 'edges',
      occupied: 'overlap',
      off_board: 'outside',
      no_corner_contact: 'corners',
      start_not_covered: 'starts',
      piece_used: 'piece',
    };
    return {
      points: r.points,
      others: r.others,
      show: show[r.reason] ?? 'overlap',
      text: this.reasonText(r),
    };
  }

  reasonText(r: RefusalWire): string {
    const piece = this.pieceName();
    switch (r.reason) {
      case 'occupied':
        return t(`game:reason.occupied_${this.unit}`);
      case 'start_not_covered':
        return t(`game:reason.start_${this.unit}`);
      case 'not_your_turn':
        return t('game:reason.not_your_turn', { colour: colourName(this.now.turn?.colour ?? '') });
      case 'piece_used':
        return t('game:reason.piece_used', { piece });
      case 'off_board':
      case 'edge_contact':
      case 'no_corner_contact':
        return t(`game:reason.${r.reason}`);
      default:
        return t('game:reason.other');
    }
  }

  pieceName(piece: number | null = this.hand.piece): string {
    return piece === null ? '' : (this.tables.pieces[piece]?.name ?? '');
  }

  // --- effects, to be started by the screen's component ---------------------------------

  /** Keeps the hand, the question why and the announcements in step. Call while mounting. */
  follow(): void {
    $effect(() => {
      this.hand.legal = this.legal;
    });
    $effect(() => {
      void this.now.turn;
      void this.hand.piece;
      this.early = false;
    });
    // A piece that has gone, or a tray that belongs to somebody else now, empties the hand.
    let colour = this.trayColour;
    $effect(() => {
      const now = this.trayColour;
      const { piece } = this.hand;
      if (
        piece !== null &&
        (now !== colour || !this.remaining[piece] || this.over) &&
        !this.waitingPlay
      )
        this.release();
      colour = now;
    });
    $effect(() => {
      const key = this.spotKey;
      const asking = this.ghostState === 'bad' && this.refusal === null;
      if (this.whyTimer) clearTimeout(this.whyTimer);
      this.whyTimer = null;
      if (asking) this.whyTimer = setTimeout(() => this.ask(key, false), WHY_AFTER);
      else if (this.ghostState !== 'bad') this.store.dropWhy();
    });
    $effect(() =>
      this.store.listen({
        events: (events, now) => this.happened(events, now),
        refused: (r) => this.onRefused(r),
        reconnected: () => this.announce(t('game:live.connected')),
      }),
    );
  }

  private ask(key: string, loud: boolean): void {
    const { piece, index, anchor } = this.hand;
    if (piece === null || !anchor || key !== this.spotKey) return;
    this.store.askWhy(this.trayColour, piece, index, anchor, (refusal) => {
      if (!refusal || key !== this.spotKey) return;
      this.blame = { key, refusal };
      if (loud) this.alarm(this.reasonText(refusal));
    });
  }

  announce(text: string): void {
    // The same words twice would not be read out twice.
    this.polite = this.polite === text ? `${text}\u00a0` : text;
  }

  alarm(text: string): void {
    this.assertive = this.assertive === text ? `${text}\u00a0` : text;
  }

  private happened(events: readonly GameEvent[], now: Now): void {
    const said: string[] = [];
    for (const e of events) {
      if (e.type === 'played') {
        const points = this.tables.pointsAt(e.placement);
        const size = points.length;
        const columns = this.variant.board.columns;
        const own = e.by === 'seat' && this.isMine(e.seat);
        sound(own ? 'place' : 'other', { size, pan: (points[0]![0] / columns) * 1.4 - 0.7 });
        if (now.colours[e.colour]?.left === 0) sound('all_placed');
        said.push(
          t('game:live.placed', {
            colour: colourName(e.colour),
            piece: e.piece,
            at: pointText(points[0]!),
          }),
        );
        if (own && this.hand.piece !== null && this.pieceName() === e.piece) this.release();
      } else if (e.type === 'skipped')
        said.push(t('game:live.skipped', { colour: colourName(e.colour) }));
      else if (e.type === 'undone') {
        said.push(t('game:live.undone', { count: e.plies }));
        this.viewing = null;
      } else if (e.type === 'stopped')
        said.push(t(`game:log.stopped_${e.reason}`, { name: this.seatName(e.seat) }));
      else if (e.type === 'ended') {
        sound('end');
        this.release();
        this.viewing = null;
      }
    }
    if (now.turn && this.myTurn) {
      if (events.some((e) => e.type === 'played' && !(e.by === 'seat' && this.isMine(e.seat))))
        sound('your_turn');
      said.push(this.turnText);
    }
    this.announce(said.join(' '));
  }

  private onRefused(r: Refused): void {
    if (r.command.type !== 'play') return;
    sound('refused');
    if (r.refusal) this.blame = { key: this.spotKey, refusal: r.refusal };
    const o = this.tables.orientationAt(r.command.placement);
    this.alarm(t('game:error.refused', { piece: this.pieceName(o.piece) }));
  }

  /** Whose turn it is, in words. */
  readonly turnText: string = $derived.by(() => {
    const turn = this.now.turn;
    if (!turn) return t('game:say.over');
    const colour = colourName(turn.colour);
    const name = this.turnName;
    if (turn.by === 'neutral') return t('game:say.neutral', { colour });
    if (turn.colour === this.variant.shared)
      return turn.seat === this.me && this.myTurn
        ? t('game:say.shared_you', { colour })
        : t('game:say.shared_of', { colour, name });
    if (this.computersTurn) return t('game:say.thinking', { name });
    const several = turn.seat !== null && (this.variant.seats[turn.seat]?.colours.length ?? 1) > 1;
    if (this.myTurn && this.me !== null)
      return several ? t('game:say.your_colour', { colour }) : t('game:say.your_turn');
    return this.store.seats.length > 1 || several
      ? t('game:say.turn_colour', { name, colour })
      : t('game:say.turn_of', { name });
  });

  // --- what the player does --------------------------------------------------------------

  pick(piece: number, by: 'mouse' | 'touch' | 'key' = 'mouse', index?: number): void {
    if (!this.live || !this.remaining[piece] || this.watching) return;
    const again = this.hand.piece === piece && index === undefined;
    if (again && by !== 'key') {
      this.putBack();
      return;
    }
    this.store.clearHints();
    this.store.refused = null;
    this.pinned = false;
    const lying = this.trayOrientation(piece).index;
    const all = this.tables.orientationsOf(piece);
    // As it lies in the tray, unless only another way to turn it fits.
    const other = !this.hand.fitsSomewhere(all[lying]!) && this.fitting.pieces.has(piece);
    const usual = index ?? (other ? undefined : lying);
    this.hand.pick(piece, usual);
    sound('pick');
    // Without a pointer over the board the piece goes where it may fit, near where one was last.
    if (by !== 'mouse' && !this.hand.anchor) {
      const near = this.lastSpot ?? this.view.middle;
      if (!this.hand.settle(near)) this.hand.moveTo(near);
    } else if (by === 'key' && !this.hand.fits) this.hand.settle(this.lastSpot ?? this.view.middle);
    const places = this.myTurn ? this.hand.fitting(piece).length : -1;
    const name = this.pieceName(piece);
    this.announce(
      places < 0
        ? t('game:say.prepared', { piece: name })
        : places === 0
          ? t('game:live.picked_none', { piece: name })
          : t('game:live.picked', { piece: name, count: places }),
    );
  }

  private lastSpot: Vec | null = null;

  private remember(): void {
    if (this.hand.anchor) this.lastSpot = centreOf(this.hand.anchor, this.tables.lattice);
  }

  release(): void {
    this.typed = '';
    this.remember();
    this.hand.putBack();
    this.pinned = false;
    this.dragging = false;
  }

  putBack(): void {
    const name = this.pieceName();
    if (this.hand.piece === null) return;
    this.release();
    this.store.refused = null;
    this.announce(t('game:live.back', { piece: name }));
  }

  turn(how: 'clockwise' | 'counterclockwise' | 'flip'): void {
    if (this.hand.piece === null || this.waitingPlay) return;
    this.hand.turn(how);
    sound('turn');
    this.sayOrientation();
  }

  become(index: number): void {
    this.hand.become(index);
    sound('turn');
    this.sayOrientation();
  }

  private sayOrientation(): void {
    const { piece, index } = this.hand;
    if (piece === null) return;
    const total = this.tables.orientationsOf(piece).length;
    this.announce(
      t(
        this.myTurn && !this.hand.fitsSomewhere(this.tables.orientation(piece, index))
          ? 'game:tray.orientation_none'
          : 'game:tray.orientation',
        { n: index + 1, total },
      ),
    );
  }

  /** A piece set down by keys follows the mouse again once that is really moved. */
  hover(place: Vec | null, moved = 0): void {
    this.touch = false;
    if (place === null || this.waitingPlay || !this.live) return;
    if (this.pinned && this.byKey) {
      this.travelled += moved;
      if (this.travelled > 24) this.pinned = false;
    }
    if (this.pinned) return;
    this.hand.moveTo(place);
  }

  drag(place: Vec): void {
    this.touch = true;
    if (this.waitingPlay || !this.live) return;
    this.pinned = true;
    this.byKey = false;
    this.hand.snapTo(place, 1.5);
  }

  /** A finger lets go: without confirming, what fits is placed. */
  drop(): void {
    if (!confirms() && this.hand.fits) this.place();
  }

  /** A click of the mouse on the board. */
  press(place: Vec): void {
    if (!this.live) return;
    const hint = this.hintAt(place);
    if (this.hand.piece === null) {
      if (hint !== null) this.takeHint(hint);
      return;
    }
    if (this.waitingPlay) return;
    if (confirms() && this.myTurn) {
      const again = this.pinned && this.onGhost(place);
      if (!again) {
        this.hand.moveTo(place);
        this.pinned = true;
        this.byKey = false;
        if (!this.hand.fits) this.place();
        return;
      }
    } else if (!this.pinned) this.hand.moveTo(place);
    this.place();
  }

  /** A finger's tap: on the piece it turns, elsewhere the piece goes there. */
  tap(place: Vec, onGhost: boolean): void {
    this.touch = true;
    if (!this.live || this.waitingPlay) return;
    const hint = this.hintAt(place);
    if (this.hand.piece === null) {
      if (hint !== null) this.takeHint(hint);
      return;
    }
    if (onGhost) {
      this.turn('clockwise');
      return;
    }
    this.pinned = true;
    this.hand.snapTo(place, 1.5);
    if (!confirms() && this.hand.fits) this.place();
    else this.saySpot();
  }

  onGhost(place: Vec): boolean {
    return this.hand.gripAt(place);
  }

  private hintAt(place: Vec): number | null {
    const h = this.store.hints;
    if (!h || this.hints.length === 0) return null;
    let best: number | null = null;
    let bestD = 1;
    for (const m of h.moves)
      for (const p of this.tables.pointsAt(m.placement)) {
        const c = centreOf(p, this.tables.lattice);
        const d = Math.hypot(c[0] - place[0], c[1] - place[1]);
        if (d < bestD) {
          bestD = d;
          best = m.placement;
        }
      }
    return best;
  }

  takeHint(placement: number): void {
    this.store.clearHints();
    this.hand.goTo(placement);
    this.pinned = true;
    this.byKey = false;
    sound('pick');
    this.saySpot();
  }

  private saySpot(): void {
    const at = this.hand.anchor;
    if (!at) return;
    const values = { piece: this.pieceName(), at: pointText(at) };
    this.announce(
      this.myTurn
        ? t(this.hand.fits ? 'game:live.ghost_fits' : 'game:live.ghost_not', values)
        : t('game:say.prepared', values),
    );
  }

  /** Places the piece in hand where it is, or says why not. */
  place(): void {
    const { hand, store } = this;
    if (hand.piece === null || !hand.anchor || this.waitingPlay) return;
    const turn = this.now.turn;
    if (!this.myTurn || !turn || turn.seat === null) {
      if (turn) {
        this.early = true;
        this.alarm(this.notYet);
        sound('refused');
      }
      return;
    }
    if (hand.fits) {
      store.play(turn.seat, hand.placement);
      return;
    }
    sound('refused');
    if (this.refusal) this.alarm(this.reasonText(this.refusal));
    else {
      if (this.whyTimer) clearTimeout(this.whyTimer);
      this.ask(this.spotKey, true);
    }
  }

  /** Somebody else's turn, said to one who wants to place. */
  get notYet(): string {
    return t('game:reason.not_your_turn', { colour: colourName(this.now.turn?.colour ?? '') });
  }

  undoSeat(): number | null {
    const last = this.store.past.plies.findLast((p) => p.by === 'seat' && this.isMine(p.seat));
    return last?.seat ?? null;
  }

  undo(): void {
    const seat = this.undoSeat();
    if (seat === null || !this.now.can.undo || this.store.waiting) return;
    this.release();
    this.viewing = null;
    this.store.undo(seat);
  }

  resignSeat(): number | null {
    const turn = this.now.turn;
    if (turn && this.isMine(turn.seat)) return turn.seat;
    return this.store.seats.find((s) => !this.now.stopped.includes(s)) ?? null;
  }

  toggleDots(): void {
    set('dots', !settings.dots);
    this.announce(
      settings.dots
        ? t('game:live.dots_on', { count: this.now.attach.length })
        : t('game:live.dots_off'),
    );
  }

  turnBoard(): void {
    this.boardTurn = (this.boardTurn + 1) % turnsOf(this.tables.lattice);
    this.announce(t('game:live.board_turned'));
  }

  look(n: number | null): void {
    const total = this.store.past.plies.length;
    this.viewing = n === null || n >= total ? null : Math.max(0, n);
    if (this.viewing !== null) this.release();
  }

  nudge(to: 'left' | 'right' | 'up' | 'down'): void {
    if (this.hand.piece === null || this.waitingPlay) return;
    this.pinned = true;
    if (!this.hand.anchor) this.hand.moveTo(this.lastSpot ?? this.view.middle);
    else this.hand.nudge(to, this.view);
    this.saySpot();
  }

  // --- keys -------------------------------------------------------------------------------

  /** Acts on a key; false if it means nothing now. `focusMoves` goes to the list of moves. */
  key(action: KeyAction, focusMoves: () => void): boolean {
    const holding = this.hand.piece !== null;
    this.byKey = true;
    this.travelled = 0;
    switch (action.do) {
      case 'move':
        if (holding && this.live) this.nudge(action.to);
        else if (this.gridFocused) this.moveCursor(action.to);
        else return false;
        return true;
      case 'turn':
        if (!holding) return false;
        this.turn(action.how);
        return true;
      case 'step':
        if (!holding || !this.live) return false;
        this.pinned = true;
        this.hand.step(action.by);
        this.saySpot();
        return true;
      case 'piece':
        this.nextPiece(action.by);
        return true;
      case 'place':
        if (!holding) return false;
        this.place();
        return true;
      case 'back':
        if (holding) this.putBack();
        else if (this.store.hints) this.store.clearHints();
        else if (this.viewing !== null) this.look(null);
        else return false;
        return true;
      case 'dots':
        this.toggleDots();
        return true;
      case 'board':
        this.turnBoard();
        return true;
      case 'moves':
        focusMoves();
        return true;
      case 'keys':
        this.keysOpen = true;
        return true;
      case 'name':
        return this.typeName(action.char);
    }
  }

  /** What has been typed of a piece's name a moment ago. */
  get typing(): string {
    return performance.now() - this.typedAt < TYPING ? this.typed : '';
  }

  readonly names: readonly string[] = $derived.by(() => this.tables.pieces.map((p) => p.name));

  private typeName(char: string): boolean {
    const has = (i: number): boolean => (this.remaining[i] ?? 0) > 0;
    let text = this.typing + char;
    let piece = pieceTyped(text, this.names, has);
    // A letter that does not go on with the name begins another.
    if (piece < 0) {
      text = char;
      piece = pieceTyped(text, this.names, has);
    }
    this.typed = text;
    this.typedAt = performance.now();
    if (piece < 0 || !has(piece) || !this.live) return false;
    if (this.hand.piece !== piece) {
      this.pick(piece, 'key');
      this.pinned = true;
    }
    return true;
  }

  private nextPiece(by: 1 | -1): void {
    if (!this.live) return;
    const all = this.trayOrder.filter((p) => (this.remaining[p] ?? 0) > 0);
    if (all.length === 0) return;
    const at = this.hand.piece === null ? -1 : all.indexOf(this.hand.piece);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    this.pick(all[next]!, 'key');
    this.pinned = true;
  }

  private moveCursor(to: 'left' | 'right' | 'up' | 'down'): void {
    const { cells, lattice } = this.tables;
    if (this.cursor < 0) {
      this.cursor = this.tables.cellAt([
        Math.floor(this.view.middle[0] * (lattice.triangles ? 2 : 1)),
        Math.floor(this.view.middle[1] / (lattice.triangles ? 0.866 : 1)),
      ]);
      return;
    }
    const [x, y] = cells[this.cursor]!;
    const by: Record<string, Point> = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] };
    const [dx, dy] = by[to]!;
    const next = this.tables.cellAt([x + dx, y + dy]);
    if (next >= 0) this.cursor = next;
  }

  describe(cell: number): string {
    const ply = this.owner.get(cell);
    if (ply) return `${colourName(ply.colour)} ${ply.piece}`;
    const p = this.tables.cells[cell]!;
    const start = this.starts.find((s) => s.point[0] === p[0] && s.point[1] === p[1]);
    if (start)
      return start.colour
        ? t('game:live.cell_start', { colour: colourName(start.colour) })
        : t('game:live.cell_start_any');
    if (settings.dots && this.live && this.now.attach.includes(cell))
      return t('game:live.cell_attach');
    return t('game:live.cell_empty');
  }
}
