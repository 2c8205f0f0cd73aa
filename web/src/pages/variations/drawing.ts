/** The drawing of a board of squares within the text of a variation. */

/** As many columns and rows as can be drawn by hand. */
export const LARGEST = 22;

export interface Drawing {
  /** Where the rows stand in the text: from, to (exclusive). */
  from: number;
  to: number;
  /** Rows from above, all as long as the longest; true is a square. */
  rows: boolean[][];
}

interface Line {
  at: number;
  text: string;
}

/** The lines of `[board]`, without its heading. */
function boardLines(toml: string): Line[] {
  const out: Line[] = [];
  let at = 0;
  let inside = false;
  for (const text of toml.split('\n')) {
    if (/^\s*\[/.test(text)) inside = /^\s*\[\s*board\s*\]\s*(#.*)?$/.test(text);
    else if (inside) out.push({ at, text });
    at += text.length + 1;
  }
  return out;
}

/** The drawing of a board of squares, or null where the text has none that can be drawn here. */
export function findDrawing(toml: string): Drawing | null {
  const lines = boardLines(toml);
  const first = lines.findIndex(({ text }) => /^\s*cells\s*=\s*("""|''')\s*$/.test(text));
  if (first < 0) return null;
  const fence = lines[first]!.text.includes('"""') ? '"""' : "'''";
  const end = lines.findIndex(({ text }, i) => i > first && text.trim() === fence);
  if (end < 0) return null;
  const drawn = lines.slice(first + 1, end).map(({ text }) => text.trimEnd());
  const width = Math.max(0, ...drawn.map((row) => row.length));
  if (drawn.length === 0 || drawn.length > LARGEST || width === 0 || width > LARGEST) return null;
  if (drawn.some((row) => /[^#.]/.test(row))) return null;
  return {
    from: lines[first + 1]!.at,
    to: lines[end]!.at,
    rows: drawn.map((row) => Array.from({ length: width }, (_, x) => row[x] === '#')),
  };
}

/** Rows as text, a line each. */
export const drawn = (rows: readonly (readonly boolean[])[]): string =>
  rows.map((row) => row.map((on) => (on ? '#' : '.')).join('') + '\n').join('');

/**
 * What to write, and over what, so that a rectangle becomes a drawing; null where the text has no
 * rectangle, or too large a one.
 */
export function rectangleAsDrawing(
  toml: string,
): { from: number; to: number; text: string } | null {
  const lines = boardLines(toml);
  const line = (key: string): [Line, number] | null => {
    for (const one of lines) {
      const found = new RegExp(`^\\s*${key}\\s*=\\s*(\\d{1,3})\\s*(#.*)?$`).exec(one.text);
      if (found) return [one, Number(found[1])];
    }
    return null;
  };
  const columns = line('columns');
  const rows = line('rows');
  if (!columns || !rows) return null;
  if (![columns[1], rows[1]].every((n) => n >= 1 && n <= LARGEST)) return null;
  // Only two lines next to each other: what stands between them is not ours.
  const [one, two] = [columns[0], rows[0]].sort((a, b) => a.at - b.at) as [Line, Line];
  if (two.at !== one.at + one.text.length + 1) return null;
  const all = Array.from({ length: rows[1] }, () => Array<boolean>(columns[1]).fill(true));
  return { from: one.at, to: two.at + two.text.length, text: `cells = """\n${drawn(all)}"""` };
}

/**
 * The drawing with other columns and rows: they come and go at the right and above, so that the
 * squares that stay keep their names.
 */
export function resized(
  rows: readonly (readonly boolean[])[],
  columns: number,
  count: number,
): boolean[][] {
  return Array.from({ length: count }, (_, y) => {
    const row = rows[y + rows.length - count];
    return Array.from({ length: columns }, (__, x) => row?.[x] ?? false);
  });
}

/** The lower left corner of what is drawn, where the squares' names begin: column and row. */
export function origin(rows: readonly (readonly boolean[])[]): { left: number; bottom: number } {
  const columns = rows.flatMap((row) => row.flatMap((on, x) => (on ? [x] : [])));
  return {
    left: columns.length ? Math.min(...columns) : 0,
    bottom: rows.findLastIndex((row) => row.includes(true)),
  };
}
