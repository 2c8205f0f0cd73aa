/** Short notes at the bottom of the page. Never the only place of an error. */
import type { IconName } from './icons';

export interface ToastNote {
  id: number;
  text: string;
  icon?: IconName;
  action?: { label: string; run: () => void };
}

const notes: ToastNote[] = $state([]);
let last = 0;

/** The notes shown now, oldest first; reactive. */
export const toasts = (): readonly ToastNote[] => notes;

/** Shows a note for five seconds (longer while the pointer or the focus is on it). */
export function toast(text: string, more: Pick<ToastNote, 'icon' | 'action'> = {}): void {
  last += 1;
  notes.push({ id: last, text, ...more });
  if (notes.length > 3) notes.shift();
}

export function dismiss(id: number): void {
  const at = notes.findIndex((note) => note.id === id);
  if (at >= 0) notes.splice(at, 1);
}
