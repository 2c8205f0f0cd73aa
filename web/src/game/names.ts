/** Names of variants in the page's language. */
import { t, type Key } from '../i18n/index.svelte';
import type { VariantTable } from '../net/protocol';

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
