/** Names of colours, variants and failures in the page's language. */
import { t, type Key } from '../i18n/index.svelte';
import type { ColourId, ErrorWire, VariantTable } from '../net/protocol';
import { isKnownColour } from '../ui/colours';

export function colourName(id: ColourId): string {
  return isKnownColour(id) ? t(`colour.${id}` as Key) : id;
}

const KNOWN = new Set([
  'classic',
  'classic_teams',
  'classic_2',
  'classic_3',
  'classic_3_two',
  'classic_3_neutral',
  'classic_1',
  'duo',
  'duo_1',
  'junior',
  'junior_1',
  'trigon',
  'trigon_teams',
  'trigon_2',
  'trigon_3',
  'trigon_3_shared',
  'trigon_3_two',
  'trigon_3_neutral',
  'trigon_1',
]);

/** Whether the server knows the variant by its id, so that a table can be set up again. */
export const isKnownVariant = (id: string): boolean => KNOWN.has(id);

export function variantTitle(v: Pick<VariantTable, 'id' | 'name'>): string {
  return KNOWN.has(v.id) ? t(`game:variant.${v.id}` as Key) : v.name;
}

const FAILURES: Record<string, Key> = {
  stale: 'game:failure.stale',
  busy: 'game:failure.busy',
  not_stored: 'game:failure.busy',
  too_many: 'game:failure.crowded',
  not_allowed: 'game:failure.not_allowed',
  game_over: 'game:failure.game_over',
  computer_failed: 'game:failure.computer_failed',
};

/** What the server answered, in the page's language where it is one of the usual things. */
export function failure(error: ErrorWire): string {
  const key = FAILURES[error.code];
  return key ? t(key) : t('game:error.server', { message: error.message });
}

const YOU = new Set(['you', 'vous', 'jij', 'vi']);

/** Whether a seat's name is the word for "you" in one of the page's languages. */
export const isYou = (name: string): boolean => YOU.has(name.trim().toLowerCase());
