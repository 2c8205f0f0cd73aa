/** What the person at this browser was last called at a table. */
import { t } from '../i18n/index.svelte';

const KEY = 'cornerwise.name';

/** The name of the last table, or null where nobody has typed one. */
export function myName(): string | null {
  try {
    return localStorage.getItem(KEY)?.trim() || null;
  } catch {
    return null;
  }
}

/** Keeps the name for the next table; one of our own names is none. */
export function rememberName(name: string): void {
  const own = name.trim();
  try {
    if (own === '' || own === t('seat.player', { n: 1 })) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, own);
  } catch {
    // Without storage the next table says "Player 1" again.
  }
}
