import { describe, expect, it } from 'vitest';
import { Tables } from '../board/tables';
import { cornerOf, nearestCorner } from './corner';
import type { GameFacts } from './facts.svelte';
import type { Played } from './fold';
import { variant } from './testing/variants';

describe('the corner that a colour plays from', () => {
  it('is the one nearest to its cells', () => {
    const board = { columns: 20, rows: 20 };
    expect(
      [
        [0, 19],
        [19, 19],
        [19, 0],
        [0, 0],
      ].map((p) => nearestCorner([p as [number, number]], board)),
    ).toEqual([0, 1, 2, 3]);
  });

  it('is that of its first piece; before it, of a fixed start, and none where starts are free', () => {
    const fixed = variant('duo');
    const tables = new Tables(fixed);
    const at = (start: 'fixed' | 'free', plies: Played[] = []): (number | null)[] =>
      fixed.colours.map((c) =>
        cornerOf({ variant: { ...fixed, start }, tables } as unknown as GameFacts, { plies }, c.id),
      );
    expect(at('fixed')).toEqual([0, 2]);
    expect(at('free')).toEqual([null, null]);
    // The first colour begins at the other one's start.
    const one = tables.orientation(tables.pieceNamed('1'), 0);
    const cell = fixed.colours[1]!.starts[0]!;
    const placement = tables.find(one, tables.cells[cell]!);
    const ply = { colour: fixed.colours[0]!.id, placement } as Played;
    expect(at('free', [ply])).toEqual([2, null]);
  });
});
