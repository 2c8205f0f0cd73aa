/** The six colours that have a body, a rim and a mark of their own. */
import type { ColourId } from '../net/protocol';

export const COLOURS = ['blue', 'yellow', 'red', 'green', 'purple', 'orange'] as const;
export type KnownColour = (typeof COLOURS)[number];

export const isKnownColour = (id: ColourId): id is KnownColour =>
  (COLOURS as readonly string[]).includes(id);

/** The class that carries a colour's tokens (`--pc --rim --pt --on`). */
export const colourClass = (id: ColourId): string => (isKnownColour(id) ? `pc-${id}` : 'pc-blue');
