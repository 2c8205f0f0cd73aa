import { describe, expect, it } from 'vitest';
import { keyAction, pieceTyped } from './input';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});
const NAMES = [
  '1',
  '2',
  'I3',
  'V3',
  'I4',
  'L4',
  'O',
  'T4',
  'Z4',
  'F',
  'I5',
  'L5',
  'N',
  'P',
  'T5',
  'U',
  'V5',
  'W',
  'X',
  'Y',
  'Z5',
];

describe('keys', () => {
  it('mean what the list of keys says', () => {
    expect(keyAction(press('ArrowUp'), NAMES)).toEqual({ do: 'move', to: 'up' });
    expect(keyAction(press('r'), NAMES)).toEqual({ do: 'turn', how: 'clockwise' });
    expect(keyAction(press('R', { shiftKey: true }), NAMES)).toEqual({
      do: 'turn',
      how: 'counterclockwise',
    });
    expect(keyAction(press(' '), NAMES)).toEqual({ do: 'turn', how: 'flip' });
    expect(keyAction(press('.'), NAMES)).toEqual({ do: 'step', by: 1 });
    expect(keyAction(press('['), NAMES)).toEqual({ do: 'piece', by: -1 });
    expect(keyAction(press('h'), NAMES)).toEqual({ do: 'dots' });
    expect(keyAction(press('?'), NAMES)).toEqual({ do: 'keys' });
    expect(keyAction(press('l'), NAMES)).toEqual({ do: 'name', char: 'L' });
    expect(keyAction(press('4'), NAMES, 'L')).toEqual({ do: 'name', char: '4' });
  });

  it('leave the browser its own', () => {
    expect(keyAction(press('r', { ctrlKey: true }), NAMES)).toBeNull();
    expect(keyAction(press('l', { metaKey: true }), NAMES)).toBeNull();
    expect(keyAction(press('Tab'), NAMES)).toBeNull();
    expect(keyAction(press('q'), NAMES)).toBeNull();
  });

  it('name pieces: the whole name, else the first of it that is left', () => {
    const all = (): boolean => true;
    expect(NAMES[pieceTyped('L4', NAMES, all)]).toBe('L4');
    expect(NAMES[pieceTyped('L', NAMES, all)]).toBe('L4');
    expect(NAMES[pieceTyped('L', NAMES, (i) => NAMES[i] !== 'L4')]).toBe('L5');
    expect(NAMES[pieceTyped('O', NAMES, all)]).toBe('O');
    expect(pieceTyped('Q', NAMES, all)).toBe(-1);
  });
});
