/** The keys that exist, from the English files: a key that is misspelt does not compile. */
import type game from '../../messages/en/game.json';
import type rules from '../../messages/en/rules.json';
import type shell from '../../messages/en/shell.json';

/** `one` and `other` of a text with a count are one key. */
type WithoutPlural<K extends string> = K extends `${infer Base}_${'one' | 'other' | 'many'}`
  ? Base
  : K;

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

export type Key =
  Paths<typeof shell> | `rules:${Paths<typeof rules>}` | `game:${Paths<typeof game>}`;
