import { describe, expect, it, vi } from 'vitest';
import { pickLanguage, startTexts, t } from './index.svelte';

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

describe('plurals', () => {
  it('of Esperanto do not depend on the language of the browser', async () => {
    vi.stubGlobal('document', { documentElement: {} });
    vi.stubGlobal('navigator', { languages: ['eo'] });
    // A browser in Arabic that knows no Esperanto: it has a form of its own for two.
    const Real = Intl.PluralRules;
    class InArabic extends Real {
      constructor(locale?: string | string[], options?: Intl.PluralRulesOptions) {
        super(String(locale).startsWith('eo') ? 'ar' : locale, options);
      }
    }
    vi.stubGlobal('Intl', Object.assign(Object.create(Intl) as object, { PluralRules: InArabic }));
    await startTexts();
    expect(t('ago.hour', { count: 2 })).toBe('antaŭ 2 horoj');
    expect(t('ago.hour', { count: 1 })).toBe('antaŭ 1 horo');
    vi.unstubAllGlobals();
  });
});
