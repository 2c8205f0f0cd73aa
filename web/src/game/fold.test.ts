import { describe, expect, it } from 'vitest';
import type { GameEvent } from '../net/protocol';
import { fold, nextInRounds, rounds } from './fold';

let seq = 0;
const played = (colour: string): GameEvent => ({
  seq: ++seq,
  at: seq,
  type: 'played',
  colour,
  seat: 0,
  by: 'seat',
  move: 'a1',
  placement: seq,
  piece: '1',
});

describe('events', () => {
  it('fold into what lies on the board', () => {
    seq = 0;
    const events: GameEvent[] = [
      { seq: ++seq, at: 5, type: 'created' },
      played('blue'),
      played('red'),
      { seq: ++seq, at: 5, type: 'skipped', colour: 'blue' },
      played('red'),
    ];
    const past = fold(events);
    expect(past.plies.map((p) => p.colour)).toEqual(['blue', 'red', 'red']);
    expect(past.skipped).toEqual([{ colour: 'blue', after: 2 }]);
    expect(past.startedAt).toBe(5);
  });

  it('taken back leave the earlier ones, with their skips, and reopen an ended game', () => {
    seq = 0;
    const events: GameEvent[] = [
      played('blue'),
      { seq: ++seq, at: 0, type: 'skipped', colour: 'green' },
      played('red'),
      { seq: ++seq, at: 0, type: 'skipped', colour: 'blue' },
      played('red'),
      { seq: ++seq, at: 9, type: 'ended', reason: 'blocked' },
      { seq: ++seq, at: 0, type: 'undone', plies: 2, by: 0 },
    ];
    const past = fold(events);
    expect(past.plies).toHaveLength(1);
    expect(past.skipped).toEqual([{ colour: 'green', after: 1 }]);
    expect(past.endedAt).toBeNull();
  });

  it('stand in rounds, one column a colour, with gaps for those who were skipped', () => {
    seq = 0;
    const plies = fold(['blue', 'yellow', 'red', 'blue', 'red', 'red'].map(played)).plies;
    expect(rounds(plies, ['blue', 'yellow', 'red'])).toEqual([
      [0, 1, 2],
      [3, null, 4],
      [null, null, 5],
    ]);
    const colours = ['blue', 'yellow', 'red'];
    expect(nextInRounds([], colours, 'blue')).toEqual({ row: 0, column: 0 });
    expect(nextInRounds(plies.slice(0, 2), colours, 'red')).toEqual({ row: 0, column: 2 });
    expect(nextInRounds(plies.slice(0, 3), colours, 'blue')).toEqual({ row: 1, column: 0 });
    expect(nextInRounds(plies, colours, 'red')).toEqual({ row: 3, column: 2 });
  });
});
