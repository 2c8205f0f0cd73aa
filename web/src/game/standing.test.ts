import { describe, expect, it } from 'vitest';
import type { Result, VariantTable } from '../net/protocol';
import { growth, rowsOf, teamsOf, unequal } from './standing';
import { variant } from './testing/variants';

const totals = (n: number) => ({ online: n, advanced: n - 89, basic: 89 - n, net: 2 * n - 89 });

describe('the score card', () => {
  const teams: VariantTable = {
    ...variant('classic'),
    seats: ['blue', 'yellow', 'red', 'green'].map((c, i) => ({ colours: [c], team: i % 2 })),
  };
  const result: Result = {
    reason: 'blocked',
    scoring: 'online',
    seats: [70, 80, 75, 80].map((n, seat) => ({
      seat,
      place: seat % 2 === 1 ? 1 : 2,
      tied: true,
      totals: totals(n),
      mean: n,
    })),
    teams: [
      { team: 0, place: 2, tied: false, totals: totals(145) },
      { team: 1, place: 1, tied: false, totals: totals(160) },
    ],
    winners: [1, 3],
  };

  it('has the seats in the order of their places', () => {
    expect(rowsOf(result, teams).map((r) => r.seat)).toEqual([1, 3, 0, 2]);
    expect(rowsOf(result, teams)[0]!.colours).toEqual(['yellow']);
  });

  it('has the teams in the order of their places, with their seats', () => {
    expect(teamsOf(result, teams).map((t) => [t.team, t.seats])).toEqual([
      [1, [1, 3]],
      [0, [0, 2]],
    ]);
  });

  it('knows where seats own unequally many colours', () => {
    expect(unequal(teams)).toBe(false);
    expect(
      unequal({
        ...teams,
        seats: [
          { colours: ['blue', 'red'], team: null },
          { colours: ['yellow'], team: null },
        ],
      }),
    ).toBe(true);
  });

  it('counts what each colour has placed after each piece', () => {
    const plies = [
      { colour: 'a', placement: 5 },
      { colour: 'b', placement: 3 },
      { colour: 'a', placement: 1 },
    ];
    expect(growth(plies, ['a', 'b'], (p) => p)).toEqual({ a: [0, 5, 5, 6], b: [0, 0, 3, 3] });
  });
});
