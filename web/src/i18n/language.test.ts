import { describe, expect, it } from 'vitest';
import { pickLanguage } from './index.svelte';

describe('the language of a browser', () => {
  it('is the first one that we have', () => {
    expect(pickLanguage(['de-AT', 'nl-BE', 'fr'])).toBe('nl');
    expect(pickLanguage(['FR-ca'])).toBe('fr');
    expect(pickLanguage(['eo'])).toBe('eo');
  });

  it('is English where we have none', () => {
    expect(pickLanguage(['de', 'zh-Hant'])).toBe('en');
    expect(pickLanguage([])).toBe('en');
  });
});
