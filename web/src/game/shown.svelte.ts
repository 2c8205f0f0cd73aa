/** What of a game its board shows: how it is turned, now or a moment of the past, and what on it. */
import { boardView, turnsOf, type View } from '../board/draw/view';
import type { Point } from '../board/geometry';
import type { Hand } from '../board/hand.svelte';
import type { BoardHint, BoardPiece, BoardStart } from '../board/types';
import { settings } from '../ui/settings.svelte';
import type { GameFacts } from './facts.svelte';
import type { Played } from './fold';

export class ShownBoard {
  turned = $state(0);
  /** Number of pieces shown while looking at the past; null: now. */
  viewing: number | null = $state(null);
  private pieceCache = new Map<number, BoardPiece>();

  constructor(
    private readonly game: GameFacts,
    private readonly hand: Hand,
  ) {}

  /** Whether it shows a game that goes on, as it is now. */
  readonly live: boolean = $derived.by(() => this.viewing === null && !this.game.over);

  readonly view: View = $derived.by(() =>
    boardView(this.game.tables.cells, this.game.tables.lattice, this.turned),
  );

  turn(): void {
    this.turned = (this.turned + 1) % turnsOf(this.game.tables.lattice);
  }

  readonly plies: readonly Played[] = $derived.by(() => {
    const { plies } = this.game.store.past;
    return this.viewing === null ? plies : plies.slice(0, this.viewing);
  });

  readonly pieces: readonly BoardPiece[] = $derived.by(() => {
    const lying = this.plies.map((p) => {
      const fresh =
        this.viewing === null && p.seq > this.game.store.freshAfter
          ? p.by === 'seat' && this.game.isMine(p.seat)
            ? 'own'
            : 'other'
          : undefined;
      const old = this.pieceCache.get(p.seq);
      if (old && old.fresh === fresh) return old;
      const piece: BoardPiece = {
        key: p.seq,
        colour: p.colour,
        points: old?.points ?? this.game.tables.pointsAt(p.placement),
        fresh,
      };
      this.pieceCache.set(p.seq, piece);
      return piece;
    });
    // On its way to the server while the hand holds the next one already.
    const sent = this.game.waitingPlay?.placement;
    if (sent === undefined || this.viewing !== null || this.hand.placement === sent) return lying;
    const { piece } = this.game.tables.orientationAt(sent);
    if (this.hand.piece === null || !this.game.remaining[piece]) return lying;
    const points = this.game.tables.pointsAt(sent);
    return [...lying, { key: 'sent', colour: this.game.trayColour, points }];
  });

  readonly last: readonly Point[] | null = $derived.by(() => {
    const ply = this.plies.at(-1);
    return ply ? this.game.tables.pointsAt(ply.placement) : null;
  });

  readonly starts: readonly BoardStart[] = $derived.by(() => {
    const { variant, tables, colours } = this.game;
    const begun = new Set(this.plies.map((p) => p.colour));
    if (variant.start === 'fixed')
      return variant.colours.flatMap((c) =>
        begun.has(c.id)
          ? []
          : c.starts.map((cell) => ({ point: tables.cells[cell]!, colour: c.id })),
      );
    if (colours.every((c) => begun.has(c))) return [];
    const cells = new Set(variant.colours.flatMap((c) => c.starts));
    return [...cells].map((cell) => ({ point: tables.cells[cell]!, colour: null }));
  });

  readonly attach = $derived.by(() => {
    const { now, tables } = this.game;
    const turn = now.turn;
    if (!settings.dots || !turn || !this.live) return null;
    // Starts have a mark of their own.
    const begun = this.plies.some((p) => p.colour === turn.colour);
    const cells = begun ? now.attach : [];
    return { points: cells.map((c) => tables.cells[c]!), colour: turn.colour };
  });

  readonly hints: readonly BoardHint[] = $derived.by(() => {
    const h = this.game.store.hints;
    if (!h || !this.live || this.hand.piece !== null) return [];
    return h.moves.map((m, i) => ({
      points: this.game.tables.pointsAt(m.placement),
      colour: h.colour,
      label: String(i + 1),
    }));
  });

  /** What lies on each cell that is covered. */
  readonly owner: ReadonlyMap<number, Played> = $derived.by(() => {
    const out = new Map<number, Played>();
    for (const p of this.plies)
      for (const c of this.game.tables.cellsAt(p.placement)) out.set(c, p);
    return out;
  });
}
