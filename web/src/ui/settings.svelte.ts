/** What a person has chosen for this browser; kept in localStorage, applied to <html>. */

export const LANGUAGES = ['en', 'fr', 'nl', 'eo'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Settings {
  /** `auto`: the first of the browser's languages that we have. */
  language: Language | 'auto';
  theme: 'auto' | 'light' | 'dark';
  palette: 'usual' | 'vermilion';
  /** How strongly the mark of each colour is drawn on its pieces. */
  marks: 'usual' | 'strong';
  sound: boolean;
  /** Ask for a second press before a piece is placed; `auto`: on touch screens only. */
  confirm: 'auto' | 'always' | 'never';
  /** Small dots where the colour to play may extend to. */
  dots: boolean;
  /** Letters and numbers along the board. */
  coords: boolean;
  motion: 'auto' | 'less';
}

export const DEFAULTS: Readonly<Settings> = {
  language: 'auto',
  theme: 'auto',
  palette: 'usual',
  marks: 'usual',
  sound: true,
  confirm: 'auto',
  dots: false,
  coords: true,
  motion: 'auto',
};

const CHOICES: { [K in keyof Settings]: readonly Settings[K][] } = {
  language: ['auto', ...LANGUAGES],
  theme: ['auto', 'light', 'dark'],
  palette: ['usual', 'vermilion'],
  marks: ['usual', 'strong'],
  sound: [true, false],
  confirm: ['auto', 'always', 'never'],
  dots: [true, false],
  coords: [true, false],
  motion: ['auto', 'less'],
};

const KEY = 'cornerwise.settings';
/** `--bg` of the tokens, for the browser's own bars. */
const GROUNDS = { light: '#f2f0ec', dark: '#171513' };

/** The stored settings; whatever is missing or not one of the choices falls back to its default. */
export function parseSettings(text: string | null): Settings {
  const out: Settings = { ...DEFAULTS };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return out;
  }
  if (typeof stored !== 'object' || stored === null) return out;
  const given = stored as Record<string, unknown>;
  for (const name of Object.keys(CHOICES) as (keyof Settings)[]) {
    const value = given[name];
    if ((CHOICES[name] as readonly unknown[]).includes(value)) {
      (out as unknown as Record<string, unknown>)[name] = value;
    }
  }
  return out;
}

function load(): Settings {
  try {
    return parseSettings(localStorage.getItem(KEY));
  } catch {
    return { ...DEFAULTS };
  }
}

/** Reactive. Read it anywhere; change it through `set`, which also stores it. */
export const settings: Settings = $state(load());

export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse to store: the choice then lasts as long as the page.
  }
  apply();
}

/** Puts theme, palette, marks and motion on <html>, where the tokens look for them. */
export function apply(): void {
  const root = document.documentElement;
  const put = (name: string, value: string, off: string): void => {
    if (value === off) root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value);
  };
  put('theme', settings.theme, 'auto');
  put('palette', settings.palette, 'usual');
  put('marks', settings.marks, 'usual');
  put('motion', settings.motion, 'auto');
  // The bar of a phone's browser follows a chosen theme too.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = GROUNDS[settings.theme === 'auto' ? own : settings.theme];
  }
}

const media = (query: string): boolean =>
  typeof matchMedia === 'function' && matchMedia(query).matches;

let systemDark = $state(media('(prefers-color-scheme: dark)'));
if (typeof matchMedia === 'function') {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    systemDark = event.matches;
  });
}

/** Whether the page is dark now: by choice, else by the system. Reactive. */
export function isDark(): boolean {
  return settings.theme === 'auto' ? systemDark : settings.theme === 'dark';
}

/** Whether moving pictures are unwelcome: by choice, else by the system. */
export function lessMotion(): boolean {
  return settings.motion === 'less' || media('(prefers-reduced-motion: reduce)');
}

/** Whether a placement asks for a second press. */
export function confirms(): boolean {
  return settings.confirm === 'auto' ? media('(pointer: coarse)') : settings.confirm === 'always';
}
