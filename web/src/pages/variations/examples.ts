/** The examples, with their names and notes in the page's language. */
import { t, type Key } from '../../i18n/index.svelte';
import cross from './examples/cross.toml?raw';
import hexagon from './examples/hexagon.toml?raw';
import pieces from './examples/pieces.toml?raw';
import small from './examples/small.toml?raw';

const TEXTS = { cross, small, hexagon, pieces } as const;
export type Example = keyof typeof TEXTS;
export const EXAMPLES = Object.keys(TEXTS) as Example[];

/** The text of an example. Reactive to the language. */
export const exampleText = (name: Example): string =>
  TEXTS[name].replace(/\{\{(\w+)\}\}/g, (_, key: string) => t(`own.note.${key}` as Key));

/** The example that a text is, unchanged. Reactive to the language. */
export const exampleOf = (text: string): Example | null =>
  EXAMPLES.find((name) => exampleText(name) === text) ?? null;

const KEY = 'cornerwise.variation';
const MARK = 'example:';

/** The text of the last visit, or the first example. An example comes in today's language. */
export function keptText(): string {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // Without storage everybody begins with an example.
  }
  if (kept === null) return exampleText('cross');
  const name = EXAMPLES.find((example) => kept === MARK + example);
  return name ? exampleText(name) : kept;
}

export function keepText(text: string): void {
  const name = exampleOf(text);
  try {
    localStorage.setItem(KEY, name ? MARK + name : text);
  } catch {
    // Storage may be full or switched off: the text then lasts as long as the page.
  }
}
