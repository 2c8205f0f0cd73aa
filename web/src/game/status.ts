/** What a colour's card says beside its name. */
import { t } from '../i18n/index.svelte';
import type { ColourSeat } from './facts.svelte';
import { colourName, isYou } from './names';
import type { Table } from './table.svelte';

export interface Status {
  name: string;
  sub: string;
  /** What of it is put shortly, in full. */
  title?: string;
  computer?: boolean;
  tag: string | null;
  on: boolean;
  winner: boolean;
}

export function statusOf(table: Table, c: ColourSeat): Status {
  const { now, info, variant, store } = table.game;
  const turn = now.turn;
  const on = turn?.colour === c.colour && table.board.live;
  const colour = colourName(c.colour);
  const winner = c.seat !== null && (now.result?.winners.includes(c.seat) ?? false);
  if (c.colour === variant.shared) {
    const next = table.game.sharedNext;
    return {
      name: colour,
      sub: t('game:card.shared'),
      tag: now.colours[c.colour]?.out
        ? t('game:card.out')
        : next !== null
          ? t('game:card.next_shared', { name: table.game.seatName(next) })
          : null,
      on,
      winner,
    };
  }
  if (c.colour === variant.neutral || c.seat === null)
    return {
      name: colour,
      sub: t('game:card.neutral'),
      tag: now.colours[c.colour]?.out ? t('game:card.out') : null,
      on,
      winner: false,
    };
  const seat = info.seats[c.seat]!;
  const parts = [colour];
  if (store.thinking?.colour === c.colour && on) parts.push(t('game:card.thinking'));
  else if (seat.kind === 'computer') parts.push(t('game:card.level', { level: seat.level ?? 1 }));
  else if (table.game.me === c.seat && !isYou(seat.name)) parts.push(t('game:card.you'));
  if (c.team !== null) parts.push(t('game:card.team', { n: c.team + 1 }));
  const stop = store.past.stopped.find((s) => s.seat === c.seat);
  let tag: string | null = null;
  if (winner) tag = t('game:card.winner');
  else if (stop && now.stopped.includes(c.seat)) tag = t(`game:card.${stop.reason}`);
  else if (now.colours[c.colour]?.left === 0) tag = t('game:card.all_placed');
  else if (now.colours[c.colour]?.out) tag = t('game:card.out');
  const computer = seat.kind === 'computer';
  return {
    name: seat.name,
    sub: parts.join(' · '),
    title: computer ? t('game:card.computer', { level: seat.level ?? 1 }) : undefined,
    computer,
    tag,
    on,
    winner,
  };
}
