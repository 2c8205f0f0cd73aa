/** The one line above the board: what is going on, and the one thing to do about it. */
import { t } from '../i18n/index.svelte';
import type { Table } from './table.svelte';
import { adviceText, notYet, reasonText, turnText } from './words';

export interface Say {
  text: string;
  /** A remark after the text. */
  tag: { text: string; kind: 'bad' | 'warn' | 'accent' | 'plain' } | null;
  action: 'place' | 'now' | 'score' | 'retry' | null;
}

export function sayOf(table: Table): Say {
  const { store, hand } = table;
  if (store.connection !== 'open') {
    const waiting = table.game.waitingPlay;
    const piece = waiting
      ? table.tables.nameOf(table.tables.orientationAt(waiting.placement).piece)
      : '';
    return {
      text: store.connection === 'connecting' ? t('game:say.connecting') : t('game:say.lost'),
      tag: waiting ? { text: t('game:say.unsent', { piece }), kind: 'warn' } : null,
      action: store.retryAt !== null ? 'retry' : null,
    };
  }
  const total = store.past.plies.length;
  if (table.board.viewing !== null)
    return {
      text:
        table.board.viewing === 0
          ? t('game:say.past_start')
          : t('game:say.past', { n: table.board.viewing, total }),
      tag: null,
      action: 'now',
    };
  if (table.game.over) return { text: t('game:say.over'), tag: null, action: 'score' };
  const piece = table.hand.name;
  switch (table.spot.state) {
    case 'waiting':
      return { text: t('game:say.placing', { piece }), tag: null, action: null };
    case 'ok':
      return { text: t('game:say.fits', { piece }), tag: null, action: 'place' };
    case 'bad':
      return {
        text: t('game:say.fits_not', { piece }),
        tag: table.spot.refusal
          ? { text: reasonText(table.game, table.spot.refusal, table.hand.name), kind: 'bad' }
          : null,
        action: null,
      };
    case 'prepared':
      return {
        text: turnText(table.game),
        tag: table.early
          ? { text: notYet(table.game), kind: 'warn' }
          : { text: t('game:say.prepared', { piece }), kind: 'accent' },
        action: null,
      };
  }
  if (hand.piece !== null) {
    const nowhere = table.game.myTurn && !table.game.fitting.pieces.has(hand.piece);
    return {
      text: nowhere ? t('game:say.nowhere', { piece }) : t('game:say.hold', { piece }),
      tag: null,
      action: null,
    };
  }
  if (store.hintBusy) return { text: t('game:say.hint_busy'), tag: null, action: null };
  if (table.board.hints.length > 0) return { text: t('game:say.hints'), tag: null, action: null };
  if (store.hints?.moves.length === 0)
    return { text: t('game:say.hint_none'), tag: null, action: null };
  const advice = adviceText(table.game, table.board);
  return {
    text: turnText(table.game),
    tag: table.game.watching
      ? { text: t('game:say.watch'), kind: 'plain' }
      : advice !== null
        ? { text: advice, kind: 'accent' }
        : null,
    action: null,
  };
}
