/** What the game screen says: reasons, whose turn it is, what has happened, what a cell holds. */
import { pointText } from '../board/geometry';
import { t } from '../i18n/index.svelte';
import type { GameEvent, RefusalWire } from '../net/protocol';
import { settings } from '../ui/settings.svelte';
import type { GameFacts } from './facts.svelte';
import { colourName } from './names';
import type { ShownBoard } from './shown.svelte';

/** Why the piece of this name does not fit. */
export function reasonText(game: GameFacts, r: RefusalWire, piece: string): string {
  switch (r.reason) {
    case 'occupied':
      return t(`game:reason.occupied_${game.unit}`);
    case 'start_not_covered':
      return t(`game:reason.start_${game.unit}`);
    case 'not_your_turn':
      return notYet(game);
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

/** Somebody else's turn, said to one who wants to place. */
export function notYet(game: GameFacts): string {
  return t('game:reason.not_your_turn', { colour: colourName(game.now.turn?.colour ?? '') });
}

/** Whose turn it is. */
export function turnText(game: GameFacts): string {
  const { store, variant } = game;
  const turn = game.now.turn;
  if (!turn) return t('game:say.over');
  const colour = colourName(turn.colour);
  const name = game.turnName;
  if (turn.by === 'neutral') return t('game:say.neutral', { colour });
  if (turn.colour === variant.shared)
    return turn.seat === game.me && game.myTurn
      ? t('game:say.shared_you', { colour })
      : t('game:say.shared_of', { colour, name });
  if (game.computersTurn) return t('game:say.thinking', { name });
  const several = turn.seat !== null && (variant.seats[turn.seat]?.colours.length ?? 1) > 1;
  if (game.myTurn && game.me !== null)
    return several ? t('game:say.your_colour', { colour }) : t('game:say.your_turn');
  return store.seats.length > 1 || several
    ? t('game:say.turn_colour', { name, colour })
    : t('game:say.turn_of', { name });
}

/** What a beginner has to know now: for a colour's first two pieces; null after them. */
export function adviceText(game: GameFacts, board: ShownBoard): string | null {
  const { turn } = game.now;
  if (!turn || !game.myTurn) return null;
  const placed = board.plies.filter((p) => p.colour === turn.colour).length;
  if (placed === 1) return t('game:say.second');
  if (placed > 1) return null;
  const own = board.starts.filter(
    (s) =>
      (s.colour === null || s.colour === turn.colour) &&
      !board.owner.has(game.tables.cellAt(s.point)),
  );
  if (own.length === 0) return null;
  return t(own.length === 1 ? `game:say.first_${game.unit}` : `game:say.first_any_${game.unit}`);
}

/** An event as it is read out; null for those that need no words. */
export function eventText(game: GameFacts, e: GameEvent): string | null {
  switch (e.type) {
    case 'played':
      return t('game:live.placed', {
        colour: colourName(e.colour),
        piece: e.piece,
        at: pointText(game.tables.pointsAt(e.placement)[0]!),
      });
    case 'skipped':
      return t('game:live.skipped', { colour: colourName(e.colour) });
    case 'undone':
      return t('game:live.undone', { count: e.plies });
    case 'stopped':
      return t(`game:log.stopped_${e.reason}`, { name: game.seatName(e.seat) });
    default:
      return null;
  }
}

/** What a cell of the board holds, for those who walk over it by key. */
export function cellText(game: GameFacts, board: ShownBoard, cell: number): string {
  const ply = board.owner.get(cell);
  if (ply) return `${colourName(ply.colour)} ${ply.piece}`;
  const p = game.tables.cells[cell]!;
  const start = board.starts.find((s) => s.point[0] === p[0] && s.point[1] === p[1]);
  if (start)
    return start.colour
      ? t('game:live.cell_start', { colour: colourName(start.colour) })
      : t('game:live.cell_start_any');
  if (settings.dots && board.live && game.now.attach.includes(cell))
    return t('game:live.cell_attach');
  return t('game:live.cell_empty');
}
