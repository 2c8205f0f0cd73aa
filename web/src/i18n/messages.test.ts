import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../ui/settings.svelte';

const files = import.meta.glob<Record<string, unknown>>('../../messages/*/*.json', {
  import: 'default',
  eager: true,
});
const NAMESPACES = ['shell', 'rules', 'game'] as const;

/** Dotted key to text. */
function flat(tree: Record<string, unknown>, at = ''): Map<string, string> {
  const out = new Map<string, string>();
  for (const [name, value] of Object.entries(tree)) {
    const key = at ? `${at}.${name}` : name;
    if (typeof value === 'string') out.set(key, value);
    else
      for (const [k, v] of flat(value as Record<string, unknown>, key)) {
        out.set(k, v);
      }
  }
  return out;
}

const texts = (lang: string, ns: string) => {
  const file = files[`../../messages/${lang}/${ns}.json`];
  if (!file) throw new Error(`messages/${lang}/${ns}.json is missing`);
  return flat(file);
};
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*([\w.]+)/g)].map((m) => m[1]))].sort();

/** French has a form for round millions, which nothing here counts. */
const names = (map: Map<string, string>) => [...map.keys()].filter((k) => !k.endsWith('_many'));

describe.each(NAMESPACES)('texts of %s', (ns) => {
  const english = texts('en', ns);

  it.each(LANGUAGES)('has in %s every key of English and no other', (lang) => {
    expect(names(texts(lang, ns)).sort()).toEqual(names(english).sort());
  });

  it.each(LANGUAGES)('has no empty text and no stray space in %s', (lang) => {
    const bad = [...texts(lang, ns)].filter(
      ([, text]) => text.trim() === '' || text !== text.trim(),
    );
    expect(bad).toEqual([]);
  });

  it.each(LANGUAGES)('fills in the same values in %s', (lang) => {
    const differing = [...texts(lang, ns)].filter(([key, text]) => {
      const twin = english.get(key);
      if (twin === undefined) return false;
      // "One minute ago" may leave out the number, in any language.
      if (key.endsWith('_one')) return false;
      return placeholders(text).join() !== placeholders(twin).join();
    });
    expect(differing).toEqual([]);
  });

  it('has both forms wherever a text counts', () => {
    const halves = [...english.keys()].filter(
      (key) =>
        (key.endsWith('_one') && !english.has(key.replace(/_one$/, '_other'))) ||
        (key.endsWith('_other') && !english.has(key.replace(/_other$/, '_one'))),
    );
    expect(halves).toEqual([]);
  });

  it('keeps to the words of the house', () => {
    const wrong = [...english].filter(
      // `own.f` explains the format's own keys, and `cells` is one of them.
      ([key, text]) => !key.startsWith('own.f.') && /\bcells?\b|\bply\b|\bplies\b|!/i.test(text),
    );
    expect(wrong).toEqual([]);
  });
});
