import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../i18n/index.svelte';
import { myName, rememberName } from './myname';
import { fitSeats, nameFault, seatInfos, seatName, type SeatDraft } from './seats.svelte';
import { quickSeats } from './variants';

const human = (typed: string | null = null): SeatDraft => ({ sitter: 'human', typed });

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['en'] });
  await startTexts();
});
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

describe('seats', () => {
  it('keep what was chosen when their number changes', () => {
    const two = fitSeats([human('Ada')], 2, '2');
    expect(two).toEqual([human('Ada'), { sitter: '2', typed: null }]);
    expect(fitSeats(two, 1, '2')).toEqual([human('Ada')]);
  });

  it('become what the server wants', () => {
    expect(seatInfos([human('  Ada '), { sitter: '3', typed: 'Deep' }])).toEqual([
      { name: 'Ada', kind: 'human', level: null },
      { name: 'Deep', kind: 'computer', level: 3 },
    ]);
  });
});

describe('a name', () => {
  it('must be there, short and made of letters that show', () => {
    expect(nameFault([human('   ')], 0)).toBe('empty');
    expect(nameFault([human('x'.repeat(41))], 0)).toBe('long');
    expect(nameFault([human('😀'.repeat(40))], 0)).toBeNull();
    expect(nameFault([human('a\u202eb')], 0)).toBe('odd');
    expect(nameFault([human('a\nb')], 0)).toBe('odd');
    expect(nameFault([human('Zoë')], 0)).toBeNull();
  });

  it('belongs to one seat only', () => {
    const both = [human('Ada'), human(' ada')];
    expect(nameFault(both, 0)).toBeNull();
    expect(nameFault(both, 1)).toBe('same');
  });

  it('is typed, or ours', () => {
    expect(seatName([human('')], 0)).toBe('');
    expect(seatName([human(), human()], 1)).toBe('Player 2');
    expect(seatName([human(), { sitter: '2', typed: null }], 0)).toBe('Player 1');
    const three: SeatDraft[] = [
      human(),
      { sitter: '2', typed: null },
      { sitter: '2', typed: null },
    ];
    expect(seatName(three, 1)).not.toBe(seatName(three, 2));
  });

  it('is the one of the last table for the first person only', () => {
    rememberName('  Ada ');
    expect(seatName([{ sitter: '1', typed: null }, human(), human()], 1)).toBe('Ada');
    expect(seatName([human(), human()], 1)).toBe('Player 2');
    expect(quickSeats(2, 'screen', 1).map((seat) => seat.name)).toEqual(['Ada', 'Player 2']);
    rememberName('player 2');
    expect(quickSeats(2, 'screen', 1).map((seat) => seat.name)).toEqual(['Player 1', 'Player 2']);
    rememberName('Player 1');
    expect(myName()).toBeNull();
  });
});
