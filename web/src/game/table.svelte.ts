/**
 * The game screen's own state and what its player does: the piece in hand, where it is set down,
 * what of the past is looked at. It stands between the store (what the server says) and the
 * components; its parts say what is so (`game`, `board`, `spot`), hear keys and speak.
 */
import { untrack } from 'svelte';
import { centreOf, pointText, type Vec } from '../board/geometry';
import { Hand, type Direction } from '../board/hand.svelte';
import type { Tables } from '../board/tables';
import { t } from '../i18n/index.svelte';
import type { GameEvent, Now, RefusalWire } from '../net/protocol';
import { confirms, set, settings } from '../ui/settings.svelte';
import { GameFacts } from './facts.svelte';
import { Keys } from './keys.svelte';
import { ShownBoard } from './shown.svelte';
import { sound } from './sounds';
import { Spot } from './spot.svelte';
import type { GameStore, Refused } from './store.svelte';
import { trayOrder, trayOrientation } from './tray';
import { Voice } from './voice.svelte';
import { eventText, notYet, reasonText, turnText } from './words';

export class Table {
  readonly tables: Tables;
  readonly game: GameFacts;
  readonly hand: Hand;
  readonly board: ShownBoard;
  readonly spot: Spot;
  readonly voice = new Voice();
  readonly keys: Keys;
  /** The pieces as they lie in the tray. */
  readonly trayOrder: readonly number[];
  /** Set down by a click, waiting for the confirming one. */
  pinned = $state(false);
  /** Wanted to place while it was somebody else's turn. */
  early = $state(false);
  keysOpen = $state(false);
  resignOpen = $state(false);
  /** Whether keys moved the piece last, and how far the mouse has come since. */
  private byKey = false;
  private travelled = 0;
  /** The piece in hand lies where it was put by itself; its player has not moved it yet. */
  private settled = false;
  /** Where a piece was held last: the next one that no pointer brings begins near there. */
  private lastSpot: Vec | null = null;

  constructor(readonly store: GameStore) {
    this.tables = store.tables!;
    this.trayOrder = trayOrder(this.tables);
    this.game = new GameFacts(store, this.tables);
    this.hand = new Hand(this.tables);
    this.board = new ShownBoard(this.game, this.hand);
    this.spot = new Spot(this.game, this.board, this.hand);
    this.keys = new Keys(this);
  }

  // --- what happens without the player ----------------------------------------------------

  /** Keeps the hand, the question why and the announcements in step. Call while mounting. */
  follow(): void {
    $effect(() => {
      this.hand.legal = this.game.legal;
    });
    // Prepared by itself, a piece goes where it fits as soon as it can be placed.
    $effect(() => {
      const { anchor, fits } = this.hand;
      if (this.canPlace && this.settled && anchor && !fits)
        untrack(() => {
          this.settle(centreOf(anchor, this.tables.lattice));
        });
    });
    $effect(() => {
      void this.game.now.turn;
      void this.hand.piece;
      this.early = false;
    });
    // A piece that has gone, or a tray that belongs to somebody else now, empties the hand.
    let colour = this.game.trayColour;
    $effect(() => {
      const { trayColour, remaining, over, waitingPlay } = this.game;
      const { piece } = this.hand;
      if (piece !== null && (trayColour !== colour || !remaining[piece] || over) && !waitingPlay)
        this.release();
      colour = trayColour;
    });
    this.spot.follow();
    $effect(() =>
      this.store.listen({
        events: (events, now) => this.happened(events, now),
        refused: (r) => this.onRefused(r),
        reconnected: () => this.voice.announce(t('game:live.connected')),
      }),
    );
  }

  private happened(events: readonly GameEvent[], now: Now): void {
    const { game, board } = this;
    const said: string[] = [];
    let others = false;
    for (const e of events) {
      const text = eventText(game, e);
      if (text !== null) said.push(text);
      if (e.type === 'played') {
        const points = this.tables.pointsAt(e.placement);
        const { columns } = game.variant.board;
        const own = e.by === 'seat' && game.isMine(e.seat);
        others ||= !own;
        sound(own ? 'place' : 'other', {
          size: points.length,
          pan: (points[0]![0] / columns) * 1.4 - 0.7,
        });
        if (now.colours[e.colour]?.left === 0) sound('all_placed');
        if (own && this.hand.placement === e.placement) this.release();
      } else if (e.type === 'undone') board.viewing = null;
      else if (e.type === 'ended') {
        sound('end');
        this.release();
        board.viewing = null;
      }
    }
    // A piece prepared by itself makes room for what others have laid, and fits once it can.
    this.hand.legal = game.legal;
    if (this.settled && this.hand.anchor && !this.free && !game.over)
      this.settle(centreOf(this.hand.anchor, this.tables.lattice));
    if (now.turn && game.myTurn) {
      if (others) sound('your_turn');
      said.push(turnText(game));
    }
    this.voice.announce(said.join(' '));
  }

  private onRefused(r: Refused): void {
    if (r.command.type !== 'play') return;
    sound('refused');
    if (r.refusal && this.hand.placement === r.command.placement) this.spot.blameFor(r.refusal);
    const { piece } = this.tables.orientationAt(r.command.placement);
    this.voice.alarm(t('game:error.refused', { piece: this.tables.nameOf(piece) }));
  }

  // --- taking a piece, putting it back ------------------------------------------------------

  /** Takes a piece from the tray; the one in hand already is put back, unless keys ask for it. */
  pick(piece: number, by: 'mouse' | 'touch' | 'key' = 'mouse'): void {
    if (!this.board.live || !this.game.remaining[piece] || this.game.watching) return;
    const { sending } = this.spot;
    if (this.hand.piece === piece && !sending && by !== 'key') {
      this.putBack();
      return;
    }
    // Its only copy is on its way to the server.
    const sent = this.game.waitingPlay?.placement;
    if (sent !== undefined && this.tables.orientationAt(sent).piece === piece)
      if ((this.game.remaining[piece] ?? 0) < 2) return;
    this.store.clearHints();
    this.store.refused = null;
    this.pinned = false;
    const near = this.hand.anchor ? centreOf(this.hand.anchor, this.tables.lattice) : this.near;
    const lying = trayOrientation(this.tables, piece).index;
    const all = this.tables.orientationsOf(piece);
    // As it lies in the tray, unless only another way to turn it fits.
    const other = !this.hand.fitsSomewhere(all[lying]!) && this.game.fitting.pieces.has(piece);
    this.hand.pick(piece, other ? undefined : lying);
    sound('pick');
    if (by === 'mouse') {
      // What has just been laid is not covered; the pointer brings the piece.
      if (sending) this.hand.lift();
    } else if (!this.hand.anchor || !this.free) this.settle(near);
    const places = this.canPlace ? this.hand.fitting(piece).length : -1;
    const name = this.tables.nameOf(piece);
    this.voice.announce(
      places < 0
        ? t('game:say.prepared', { piece: name })
        : places === 0
          ? t('game:live.picked_none', { piece: name })
          : t('game:live.picked', { piece: name, count: places }),
    );
  }

  /** My turn, and nothing of mine on its way yet. */
  private get canPlace(): boolean {
    return this.game.myTurn && !this.game.waitingPlay;
  }

  /** Whether a cell is covered, or will be as soon as the server has answered. */
  private taken = (cell: number): boolean => {
    const sent = this.game.waitingPlay?.placement;
    return (
      this.board.owner.has(cell) || (sent !== undefined && this.tables.cellsAt(sent).includes(cell))
    );
  };

  /** Whether the piece in hand fits where it is or, before its turn, covers nothing there. */
  private get free(): boolean {
    const { hand } = this;
    if (this.canPlace) return hand.fits;
    return hand.placement >= 0 && !this.tables.cellsAt(hand.placement).some(this.taken);
  }

  /** Without a pointer that brings it: to where the piece fits, else where nothing lies. */
  private settle(near: Vec): void {
    const { hand } = this;
    const found = (this.canPlace && hand.settle(near)) || hand.settleFree(near, this.taken);
    if (!found) hand.moveTo(near);
    this.settled = true;
  }

  /** Takes a piece by key: it stays where it goes until keys or a real move of the mouse. */
  pickByKey(piece: number): void {
    this.pick(piece, 'key');
    this.pinned = true;
  }

  /** The next or previous piece of the tray; from an empty hand its first or last. */
  pickNext(by: 1 | -1): void {
    if (!this.board.live) return;
    const all = this.trayOrder.filter((p) => (this.game.remaining[p] ?? 0) > 0);
    if (all.length === 0) return;
    const at = this.hand.piece === null ? -1 : all.indexOf(this.hand.piece);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    this.pickByKey(all[next]!);
  }

  private get near(): Vec {
    return this.lastSpot ?? this.board.view.middle;
  }

  /** Empties the hand without a word. */
  release(): void {
    this.keys.forget();
    if (this.hand.anchor) this.lastSpot = centreOf(this.hand.anchor, this.tables.lattice);
    this.hand.putBack();
    this.pinned = false;
    this.settled = false;
  }

  putBack(): void {
    const name = this.hand.name;
    if (this.hand.piece === null) return;
    this.release();
    this.store.refused = null;
    this.voice.announce(t('game:live.back', { piece: name }));
  }

  // --- turning and moving it ----------------------------------------------------------------

  turn(how: 'clockwise' | 'counterclockwise' | 'flip'): void {
    if (this.hand.piece === null || this.spot.sending) return;
    this.settled = false;
    this.hand.turn(how);
    sound('turn');
    this.sayOrientation();
  }

  become(index: number): void {
    if (this.spot.sending) return;
    this.settled = false;
    this.hand.become(index);
    sound('turn');
    this.sayOrientation();
  }

  private sayOrientation(): void {
    const { piece, index } = this.hand;
    if (piece === null) return;
    const total = this.tables.orientationsOf(piece).length;
    this.voice.announce(
      t(
        this.game.myTurn && !this.hand.fitsSomewhere(this.tables.orientation(piece, index))
          ? 'game:tray.orientation_none'
          : 'game:tray.orientation',
        { n: index + 1, total },
      ),
    );
  }

  nudge(to: Direction): void {
    if (this.hand.piece === null || this.spot.sending) return;
    this.settled = false;
    this.pinned = true;
    if (!this.hand.anchor) this.hand.moveTo(this.near);
    else this.hand.nudge(to, this.board.view);
    this.saySpot();
  }

  /**
   * To the next or previous place that fits. An empty hand first takes the first or last piece of
   * the tray that fits somewhere. False if there is nothing to go to.
   */
  step(by: 1 | -1): boolean {
    if (!this.board.live) return false;
    if (this.hand.piece === null) {
      const fits = (piece: number): boolean => this.game.fitting.pieces.has(piece);
      const piece = by > 0 ? this.trayOrder.find(fits) : this.trayOrder.findLast(fits);
      if (piece === undefined) return false;
      this.pickByKey(piece);
      return true;
    }
    if (this.spot.sending) return false;
    this.pinned = true;
    this.settled = false;
    this.hand.step(by);
    this.saySpot();
    return true;
  }

  private saySpot(): void {
    const at = this.hand.anchor;
    if (!at) return;
    const values = { piece: this.hand.name, at: pointText(at) };
    this.voice.announce(
      this.game.myTurn
        ? t(this.hand.fits ? 'game:live.ghost_fits' : 'game:live.ghost_not', values)
        : t('game:say.prepared', values),
    );
  }

  // --- pointers over the board ----------------------------------------------------------------

  /** Keys move the piece now; the mouse must come some way to have it again. */
  keysTakeOver(): void {
    this.byKey = true;
    this.travelled = 0;
  }

  /** A piece set down by keys follows the mouse again once that is really moved. */
  hover(place: Vec | null, moved = 0): void {
    if (place === null || this.spot.sending || !this.board.live) return;
    if (this.pinned && this.byKey) {
      this.travelled += moved;
      if (this.travelled > 24) this.pinned = false;
    }
    if (this.pinned) return;
    this.settled = false;
    this.hand.moveTo(place);
  }

  /** A finger takes the piece along. */
  drag(place: Vec): void {
    if (this.spot.sending || !this.board.live) return;
    this.pinned = true;
    this.settled = false;
    this.byKey = false;
    this.hand.snapTo(place, 1.5);
  }

  /** A finger lets go: without confirming, what fits is placed. */
  drop(): void {
    if (!confirms() && this.hand.fits) this.place();
  }

  /** A click of the mouse on the board. */
  press(place: Vec): void {
    if (!this.board.live) return;
    const hint = this.hintAt(place);
    if (this.hand.piece === null) {
      if (hint !== null) this.takeHint(hint);
      return;
    }
    if (this.spot.sending) return;
    this.settled = false;
    if (confirms() && this.game.myTurn) {
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
    if (!this.board.live || this.spot.sending) return;
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
    this.settled = false;
    this.hand.snapTo(place, 1.5);
    if (!confirms() && this.hand.fits) this.place();
    else this.saySpot();
  }

  /** Whether the piece in hand is at this place; if so, it is held there. */
  onGhost(place: Vec): boolean {
    return this.hand.gripAt(place);
  }

  private hintAt(place: Vec): number | null {
    const h = this.store.hints;
    if (!h || this.board.hints.length === 0) return null;
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

  // --- placing, and the rest --------------------------------------------------------------

  /** Places the piece in hand where it is, or says why not. */
  place(): void {
    const { game, hand } = this;
    if (hand.piece === null || !hand.anchor || game.waitingPlay) return;
    const { turn } = game.now;
    if (!game.myTurn || !turn || turn.seat === null) {
      if (turn) {
        this.early = true;
        this.voice.alarm(notYet(game));
        sound('refused');
      }
      return;
    }
    if (hand.fits) {
      this.store.play(turn.seat, hand.placement);
      return;
    }
    sound('refused');
    const say = (why: RefusalWire): void => this.voice.alarm(reasonText(game, why, hand.name));
    if (this.spot.refusal) say(this.spot.refusal);
    else this.spot.askNow(say);
  }

  undo(): void {
    const seat = this.game.undoSeat();
    if (seat === null || !this.game.now.can.undo || this.store.waiting) return;
    this.release();
    this.board.viewing = null;
    this.store.undo(seat);
  }

  toggleDots(): void {
    set('dots', !settings.dots);
    this.voice.announce(
      settings.dots
        ? t('game:live.dots_on', { count: this.game.now.attach.length })
        : t('game:live.dots_off'),
    );
  }

  turnBoard(): void {
    this.board.turn();
    this.voice.announce(t('game:live.board_turned'));
  }

  /** Shows the board as it was after so many pieces; null: as it is now. */
  look(n: number | null): void {
    const total = this.store.past.plies.length;
    this.board.viewing = n === null || n >= total ? null : Math.max(0, n);
    if (this.board.viewing !== null) this.release();
  }
}
