/** The spot that the piece in hand is at: whether it fits there and, asked of the server, why not. */
import type { Hand } from '../board/hand.svelte';
import type { Blame, Ghost } from '../board/types';
import type { RefusalWire } from '../net/protocol';
import type { GameFacts } from './facts.svelte';
import type { ShownBoard } from './shown.svelte';
import { reasonText } from './words';

/** How long, in milliseconds, a piece rests on a spot before the server is asked. */
const WHY_AFTER = 140;

const SHOW: Record<string, Blame['show']> = {
  edge_contact: 'edges',
  occupied: 'overlap',
  off_board: 'outside',
  no_corner_contact: 'corners',
  start_not_covered: 'starts',
  piece_used: 'piece',
};

export class Spot {
  /** The last answer, and the spot that it is about. */
  private blame: { key: string; refusal: RefusalWire } | null = $state.raw(null);
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly game: GameFacts,
    private readonly board: ShownBoard,
    private readonly hand: Hand,
  ) {}

  /** Names the spot; '' while there is none. */
  private readonly key: string = $derived.by(() => {
    const { piece, index, anchor } = this.hand;
    return piece === null || !anchor
      ? ''
      : `${this.game.trayColour}|${String(piece)}|${String(index)}|${anchor.join()}|${String(this.game.store.past.plies.length)}`;
  });

  /** Whether the piece in hand is on its way to the server, there where it is held. */
  readonly sending: boolean = $derived.by(
    () => this.hand.piece !== null && this.game.waitingPlay?.placement === this.hand.placement,
  );

  readonly state: Ghost['state'] | null = $derived.by(() => {
    const { game, hand } = this;
    if (!this.board.live || hand.piece === null || !hand.anchor) return null;
    if (this.sending) return 'waiting';
    // The next piece, taken while the one before is still on its way.
    if (game.waitingPlay || !game.myTurn) return 'prepared';
    if (hand.dragging && !hand.points.some((p) => game.tables.cellAt(p) >= 0)) return 'held';
    return game.legal.has(hand.placement) ? 'ok' : 'bad';
  });

  /** Why the piece does not fit, as far as that is known yet. */
  readonly refusal: RefusalWire | null = $derived.by(() => {
    if (this.state !== 'bad') return null;
    const outside = this.hand.points.filter((p) => this.game.tables.cellAt(p) < 0);
    if (outside.length > 0) return { reason: 'off_board', points: outside, others: [] };
    return this.blame?.key === this.key ? this.blame.refusal : null;
  });

  /** The piece in hand as the board shows it. */
  readonly ghost: Ghost | null = $derived.by(() => {
    const { hand, state, refusal } = this;
    const o = hand.orientation;
    if (!o || !hand.anchor || !state) return null;
    return {
      points: o.points,
      up: o.up,
      anchor: hand.anchor,
      colour: this.game.trayColour,
      state,
      blame: refusal && {
        points: refusal.points,
        others: refusal.others,
        show: SHOW[refusal.reason] ?? 'overlap',
        text: reasonText(this.game, refusal, hand.name),
      },
      spin: hand.spin,
    };
  });

  /** Asks why, once the piece rests where it does not fit. Call while mounting. */
  follow(): void {
    $effect(() => {
      const { key } = this;
      const asking = this.state === 'bad' && this.refusal === null;
      this.stopTimer();
      if (asking) this.timer = setTimeout(() => this.ask(key), WHY_AFTER);
      else if (this.state !== 'bad') this.game.store.dropWhy();
    });
  }

  /** Asks at once; `answered` is called unless the piece has moved on by then. */
  askNow(answered: (refusal: RefusalWire) => void): void {
    this.stopTimer();
    this.ask(this.key, answered);
  }

  /** The server has said why without being asked. */
  blameFor(refusal: RefusalWire): void {
    this.blame = { key: this.key, refusal };
  }

  private stopTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private ask(key: string, answered?: (refusal: RefusalWire) => void): void {
    const { piece, index, anchor } = this.hand;
    if (piece === null || !anchor || key !== this.key) return;
    this.game.store.askWhy(this.game.trayColour, piece, index, anchor, (refusal) => {
      if (!refusal || key !== this.key) return;
      this.blame = { key, refusal };
      answered?.(refusal);
    });
  }
}
