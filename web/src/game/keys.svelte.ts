/** What the keys do on the game screen, wherever the focus is. */
import type { Point } from '../board/geometry';
import type { Direction } from '../board/hand.svelte';
import { pieceTyped, type KeyAction } from '../board/input';
import type { Table } from './table.svelte';

/** How long, in milliseconds, a letter may go on with the name begun before it. */
const TYPING = 900;

const STEPS: Record<Direction, Point> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, 1],
  down: [0, -1],
};

export class Keys {
  /** Cell that the keyboard is on while no piece is in hand. */
  cursor = $state(-1);
  gridFocused = $state(false);
  readonly names: readonly string[];
  private typed = '';
  private typedAt = 0;

  constructor(private readonly table: Table) {
    this.names = table.tables.pieces.map((p) => p.name);
  }

  /** What has been typed of a piece's name a moment ago. */
  get typing(): string {
    return performance.now() - this.typedAt < TYPING ? this.typed : '';
  }

  /** The next letter begins a name. */
  forget(): void {
    this.typed = '';
  }

  /** Acts on a key; false if it means nothing now. `focusMoves` goes to the list of moves. */
  act(action: KeyAction, focusMoves: () => void): boolean {
    const { table } = this;
    const { store, board } = table;
    const holding = table.hand.piece !== null;
    table.keysTakeOver();
    switch (action.do) {
      case 'move':
        if (holding && board.live) table.nudge(action.to);
        else if (this.gridFocused) this.moveCursor(action.to);
        else return false;
        return true;
      case 'turn':
        if (!holding) return false;
        table.turn(action.how);
        return true;
      case 'step':
        return table.step(action.by);
      case 'piece':
        table.pickNext(action.by);
        return true;
      case 'place':
        if (!holding) return false;
        table.place();
        return true;
      case 'back':
        if (holding) table.putBack();
        else if (store.hints) store.clearHints();
        else if (board.viewing !== null) table.look(null);
        else return false;
        return true;
      case 'dots':
        table.toggleDots();
        return true;
      case 'board':
        table.turnBoard();
        return true;
      case 'moves':
        focusMoves();
        return true;
      case 'keys':
        table.keysOpen = true;
        return true;
      case 'name':
        return this.typeName(action.char);
    }
  }

  private typeName(char: string): boolean {
    const { table } = this;
    const has = (i: number): boolean => (table.game.remaining[i] ?? 0) > 0;
    let text = this.typing + char;
    let piece = pieceTyped(text, this.names, has);
    // A letter that does not go on with the name begins another.
    if (piece < 0) {
      text = char;
      piece = pieceTyped(text, this.names, has);
    }
    this.typed = text;
    this.typedAt = performance.now();
    if (piece < 0 || !has(piece) || !table.board.live) return false;
    if (table.hand.piece !== piece) table.pickByKey(piece);
    return true;
  }

  private moveCursor(to: Direction): void {
    const { tables, board } = this.table;
    const { cells, lattice } = tables;
    if (this.cursor < 0) {
      const [x, y] = board.view.middle;
      this.cursor = tables.cellAt([
        Math.floor(x * (lattice.triangles ? 2 : 1)),
        Math.floor(y / (lattice.triangles ? 0.866 : 1)),
      ]);
      return;
    }
    const [x, y] = cells[this.cursor]!;
    const [dx, dy] = STEPS[to];
    const next = tables.cellAt([x + dx, y + dy]);
    if (next >= 0) this.cursor = next;
  }
}
