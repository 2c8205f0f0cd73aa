import type { BoardStart } from '../board/types';
import type { VariantTable } from '../net/protocol';

/** The start marks of a variant: a colour's own mark, or a ring where several may begin. */
export function startMarks({ board, colours }: VariantTable): BoardStart[] {
  const owners = new Map<number, string[]>();
  for (const { id, starts } of colours) {
    for (const cell of starts) owners.set(cell, [...(owners.get(cell) ?? []), id]);
  }
  return [...owners].map(([cell, ids]) => ({
    point: board.cells[cell]!,
    colour: ids.length === 1 ? ids[0]! : null,
  }));
}
