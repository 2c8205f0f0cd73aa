import { describe, expect, it } from 'vitest';
import { DEFAULTS, parseSettings } from './settings.svelte';

describe('stored settings', () => {
  it('are the defaults where nothing is stored', () => {
    expect(parseSettings(null)).toEqual(DEFAULTS);
  });

  it('keep what is known and drop what is not', () => {
    const text = JSON.stringify({ theme: 'dark', palette: 'pink', dots: true, sound: 'yes', x: 1 });
    expect(parseSettings(text)).toEqual({ ...DEFAULTS, theme: 'dark', dots: true });
  });

  it.each(['', '{', '[]', 'null', '7', '"dark"'])('survive %j in the store', (text) => {
    expect(parseSettings(text)).toEqual(DEFAULTS);
  });
});
