import { describe, expect, it } from 'vitest';
import { drawn, findDrawing, origin, rectangleAsDrawing, resized } from './drawing';
import cross from './examples/cross.toml?raw';
import hexagon from './examples/hexagon.toml?raw';
import small from './examples/small.toml?raw';

describe('a drawing', () => {
  it('is found, and written back as it was', () => {
    const found = findDrawing(cross)!;
    expect(found.rows).toHaveLength(16);
    expect(found.rows[0]!.map(Number).join('')).toBe('0000111111110000');
    expect(cross.slice(found.from, found.to)).toBe(drawn(found.rows));
    expect(cross.slice(found.to, found.to + 3)).toBe('"""');
  });

  it('is filled up where its rows are not of one length', () => {
    const found = findDrawing("[board]\ncells = '''\n#\n.##\n'''\n")!;
    expect(drawn(found.rows)).toBe('#..\n.##\n');
  });

  it.each([
    ['a hexagon', hexagon],
    ['a rectangle', small],
    ['triangles', '[board]\ncells = """\n^v^\n"""\n'],
    ['another part', '[start]\ncells = """\n###\n"""\n'],
    ['no end', '[board]\ncells = """\n###\n'],
    ['too wide', `[board]\ncells = """\n${'#'.repeat(23)}\n"""\n`],
    ['nothing', '[board]\ncells = """\n"""\n'],
  ])('is none in %s', (_, toml) => {
    expect(findDrawing(toml)).toBeNull();
  });

  it('is made from a rectangle', () => {
    const change = rectangleAsDrawing(small)!;
    const after = small.slice(0, change.from) + change.text + small.slice(change.to);
    expect(findDrawing(after)!.rows).toEqual(Array.from({ length: 9 }, () => Array(9).fill(true)));
    expect(after.replace(change.text, 'columns = 9\nrows = 9')).toBe(small);
    expect(rectangleAsDrawing(cross)).toBeNull();
    expect(rectangleAsDrawing('[board]\ncolumns = 30\nrows = 9\n')).toBeNull();
  });

  it('grows and shrinks at the right and above', () => {
    const rows = [
      [true, false],
      [true, true],
    ];
    expect(drawn(resized(rows, 3, 3))).toBe('...\n#..\n##.\n');
    expect(drawn(resized(rows, 1, 1))).toBe('#\n');
    expect(origin(resized(rows, 3, 3))).toEqual({ left: 0, bottom: 2 });
    expect(origin([[false, true], [false]])).toEqual({ left: 1, bottom: 0 });
  });
});
