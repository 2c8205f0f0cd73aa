import { describe, expect, it } from 'vitest';
import type { SeatTable } from '../net/protocol';
import { modeOf, quickGame, variantParts } from './variants';

const seats = (...owned: number[]): SeatTable[] =>
  owned.map((n) => ({ colours: Array.from({ length: n }, (_, i) => String(i)), team: null }));
const plain = { shared: null, neutral: null };

describe('who plays what', () => {
  it('is told by seats, shared and neutral colours', () => {
    expect(modeOf({ seats: seats(1, 1, 1, 1), ...plain })).toBe('four');
    expect(modeOf({ seats: seats(2, 2), ...plain })).toBe('two_two');
    expect(modeOf({ seats: seats(1, 1), ...plain })).toBe('two');
    expect(modeOf({ seats: seats(1, 1, 1), ...plain })).toBe('three');
    expect(modeOf({ seats: seats(2, 1, 1), ...plain })).toBe('three_two');
    expect(modeOf({ seats: seats(1, 1, 1), shared: 'green', neutral: null })).toBe('three_shared');
    expect(modeOf({ seats: seats(1, 1, 1), shared: null, neutral: 'green' })).toBe('three_neutral');
    expect(modeOf({ seats: seats(4), ...plain })).toBe('one');
    const teams = seats(1, 1, 1, 1).map((seat, i) => ({ ...seat, team: i % 2 }));
    expect(modeOf({ seats: teams, ...plain })).toBe('teams');
    expect(modeOf({ seats: seats(3, 1), ...plain })).toBe('other');
  });

  it('is told by the ids of our own variants', () => {
    expect(variantParts('classic_3')).toEqual({ board: 'classic', mode: 'three_shared' });
    expect(variantParts('trigon_3')).toEqual({ board: 'trigon', mode: 'three' });
    expect(variantParts('trigon_3_shared')).toEqual({ board: 'trigon', mode: 'three_shared' });
    expect(variantParts('duo')).toEqual({ board: 'duo', mode: 'two' });
    expect(variantParts('junior_1')).toEqual({ board: 'junior', mode: 'one' });
    expect(variantParts('classic_teams')).toEqual({ board: 'classic', mode: 'teams' });
    expect(variantParts('my-cross')).toBeNull();
    expect(variantParts('classic_9')).toBeNull();
  });
});

describe('a quick game', () => {
  it('against the computer has one person, who begins', () => {
    const game = quickGame('trigon', 'computer');
    expect(game.seats.map((seat) => seat.kind)).toEqual([
      'human',
      'computer',
      'computer',
      'computer',
    ]);
    expect(game.start).toBe('free');
  });

  it('at one screen has people only', () => {
    const game = quickGame('duo', 'screen');
    expect(game.seats.map((seat) => seat.kind)).toEqual(['human', 'human']);
    expect(game.seats.every((seat) => seat.level === null)).toBe(true);
  });
});
