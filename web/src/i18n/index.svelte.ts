/**
 * Texts by language. `t('home.title')` reads from the `shell` namespace, `t('rules:…')` and
 * `t('game:…')` from the others; in a template or `$derived` it follows the chosen language.
 */
import i18next, { type i18n, type TOptions } from 'i18next';
import { LANGUAGES, settings, set, type Language } from '../ui/settings.svelte';
import type { Key } from './keys';

export type { Key } from './keys';
export { LANGUAGES, type Language } from '../ui/settings.svelte';

/** Each language's name in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  nl: 'Nederlands',
  eo: 'Esperanto',
};

const NAMESPACES = ['shell', 'rules', 'game'] as const;

// One lazily loaded chunk a file: nobody loads a language that they do not read.
const files = import.meta.glob<Record<string, unknown>>('../../messages/*/*.json', {
  import: 'default',
});

const instance: i18n = i18next.createInstance();
let language: Language = $state('en');
const loaded = new Set<Language>();

/** The first of the wanted languages that we have, else English. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0] ?? '';
    if ((LANGUAGES as readonly string[]).includes(base)) return base as Language;
  }
  return 'en';
}

async function load(lang: Language): Promise<void> {
  if (loaded.has(lang)) return;
  await Promise.all(
    NAMESPACES.map(async (ns) => {
      const file = files[`../../messages/${lang}/${ns}.json`];
      if (file) instance.addResourceBundle(lang, ns, await file());
    }),
  );
  loaded.add(lang);
}

/** Loads the language of this browser's settings. To be awaited before the first drawing. */
export async function startTexts(): Promise<void> {
  await instance.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: [...NAMESPACES],
    defaultNS: 'shell',
    partialBundledLanguages: true,
    resources: {},
    returnNull: false,
    // Svelte escapes what it draws.
    interpolation: { escapeValue: false },
  });
  // Browsers know no plurals of Esperanto and would take those of their own language instead.
  const plurals = instance.services.pluralResolver as {
    getRule: (code: string, options?: unknown) => Intl.PluralRules;
  };
  const rule = plurals.getRule.bind(plurals);
  plurals.getRule = (code, options) => rule(code === 'eo' ? 'en' : code, options);
  const wanted = settings.language === 'auto' ? navigator.languages : [settings.language];
  await use(pickLanguage(wanted));
}

async function use(lang: Language): Promise<void> {
  await load(lang);
  await instance.changeLanguage(lang);
  document.documentElement.lang = lang;
  language = lang;
}

/** Changes the page's language and remembers it. `auto` goes back to the browser's own. */
export async function chooseLanguage(lang: Language | 'auto'): Promise<void> {
  await use(lang === 'auto' ? pickLanguage(navigator.languages) : lang);
  set('language', lang);
}

/** The language shown now; reactive. */
export const lang = (): Language => language;

/** The text of a key, with `{{name}}`s filled in and the plural of `count`. Reactive. */
export function t(key: Key, values?: TOptions): string {
  void language; // read, so that whoever draws this text is drawn again in the next language
  return instance.t(key, values ?? {});
}

/** A number in the language's own way, with a true minus sign. Reactive. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language, options).format(value).replace('-', '−');
}

const SPANS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "5 minutes ago". Esperanto is missing in most browsers' data, so its words are our own. */
export function ago(at: number, now: number = Date.now()): string {
  const passed = Math.max(0, now - at);
  if (passed >= 30 * 86_400_000) {
    return new Date(at).toLocaleDateString(language === 'eo' ? 'en-CA' : language);
  }
  for (const [unit, span] of SPANS) {
    if (passed >= span) {
      const count = Math.floor(passed / span);
      const key = { day: 'ago.day', hour: 'ago.hour', minute: 'ago.minute' }[unit as 'day'] as Key;
      return t(key, { count });
    }
  }
  return t('ago.now');
}
