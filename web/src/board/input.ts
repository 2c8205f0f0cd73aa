/**
 * Pointers and keys over a board, translated into what is meant. It acts on a `BoardInput` and
 * knows neither rules nor network.
 */
import type { Vec } from './geometry';
import type { BoardSpot } from './types';
import type { Direction } from './hand.svelte';

export interface BoardInput {
  spot(clientX: number, clientY: number): BoardSpot;
  cellPixels(): number;
  holding(): boolean;
  /** Whether the piece in hand has a cell at this place. */
  onGhost(place: Vec): boolean;
  /** The mouse is here; `moved`: by so many pixels since the last time. */
  hover(place: Vec | null, moved?: number): void;
  /** A finger moves the piece: go to what fits nearby. */
  drag(place: Vec): void;
  /** The finger that moved the piece lets go. */
  drop(): void;
  /** A press that is meant: place it, or say why not. */
  press(place: Vec): void;
  /** A finger's tap on the board away from the piece, or on it. */
  tap(place: Vec, onGhost: boolean): void;
  turn(how: 'clockwise' | 'counterclockwise' | 'flip'): void;
}

/** The piece floats this far above the finger, so that it can be seen. */
export const FLOAT = 64;
const SLOP = 8;

/** Listens on a board's element; returns how to stop. */
export function listen(node: HTMLElement, to: BoardInput): () => void {
  let down: {
    id: number;
    x: number;
    y: number;
    moved: boolean;
    ghost: boolean;
    offset: number;
  } | null = null;
  let wheel = 0;
  let touched = -Infinity;
  let lastTap = { at: 0, x: 0, y: 0 };
  const fingers = new Map<number, { x: number; y: number }>();
  let twist: number | null = null;

  const angle = (): number => {
    const [a, b] = [...fingers.values()];
    return Math.atan2(b!.y - a!.y, b!.x - a!.x);
  };

  const pointerdown = (e: PointerEvent): void => {
    if (e.pointerType === 'mouse') return;
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (fingers.size === 2) {
      twist = angle();
      down = null;
      return;
    }
    const s = to.spot(e.clientX, e.clientY);
    down = {
      id: e.pointerId,
      x: e.clientX,
      y: e.clientY,
      moved: false,
      ghost: to.holding() && to.onGhost(s.place),
      offset: 0,
    };
    node.setPointerCapture(e.pointerId);
  };

  const pointermove = (e: PointerEvent): void => {
    if (e.pointerType === 'mouse') {
      const s = to.spot(e.clientX, e.clientY);
      to.hover(s.place, Math.abs(e.movementX) + Math.abs(e.movementY));
      return;
    }
    const f = fingers.get(e.pointerId);
    if (f) {
      f.x = e.clientX;
      f.y = e.clientY;
    }
    if (fingers.size === 2 && twist !== null) {
      // Each sixth of a turn of the two fingers turns the piece once.
      let d = angle() - twist;
      d = Math.atan2(Math.sin(d), Math.cos(d));
      if (Math.abs(d) > Math.PI / 6) {
        to.turn(d > 0 ? 'clockwise' : 'counterclockwise');
        twist = angle();
      }
      return;
    }
    if (!down || down.id !== e.pointerId) return;
    if (!down.moved && Math.hypot(e.clientX - down.x, e.clientY - down.y) < SLOP) return;
    down.moved = true;
    if (!to.holding()) return;
    // The piece rises above the finger within the first bit of the way.
    down.offset = Math.min(FLOAT, down.offset + 12);
    to.drag(to.spot(e.clientX, e.clientY - down.offset).place);
  };

  const pointerup = (e: PointerEvent): void => {
    fingers.delete(e.pointerId);
    if (fingers.size < 2) twist = null;
    if (e.pointerType !== 'mouse') touched = e.timeStamp;
    if (e.pointerType === 'mouse' || !down || down.id !== e.pointerId) return;
    const { moved, ghost } = down;
    down = null;
    if (moved) {
      if (to.holding()) to.drop();
      return;
    }
    const s = to.spot(e.clientX, e.clientY);
    const now = e.timeStamp;
    const double =
      now - lastTap.at < 300 && Math.hypot(e.clientX - lastTap.x, e.clientY - lastTap.y) < 24;
    lastTap = { at: double ? 0 : now, x: e.clientX, y: e.clientY };
    if (double && ghost) {
      // The first tap has turned it already: take that back, and flip.
      to.turn('counterclockwise');
      to.turn('flip');
    } else to.tap(s.place, ghost);
  };

  const pointercancel = (e: PointerEvent): void => {
    fingers.delete(e.pointerId);
    down = null;
    twist = null;
  };

  const pointerleave = (e: PointerEvent): void => {
    if (e.pointerType === 'mouse') to.hover(null);
  };

  const click = (e: MouseEvent): void => {
    // A finger's tap has been dealt with; some browsers do not say whose click it is.
    const { pointerType } = e as PointerEvent;
    if (e.button !== 0 || pointerType === 'touch' || pointerType === 'pen') return;
    if (e.timeStamp - touched < 800) return;
    to.press(to.spot(e.clientX, e.clientY).place);
  };

  const contextmenu = (e: MouseEvent): void => {
    if (!to.holding()) return;
    e.preventDefault();
    // A long touch asks for the same menu, but means nothing here.
    if (fingers.size === 0 && e.timeStamp - touched > 800) to.turn('flip');
  };

  const onwheel = (e: WheelEvent): void => {
    if (!to.holding() || e.ctrlKey) return;
    e.preventDefault();
    // One notch, one turn; a touchpad's many small steps add up.
    wheel += e.deltaMode === 0 ? e.deltaY : e.deltaY * 40;
    if (Math.abs(wheel) < 40) return;
    to.turn(wheel > 0 ? 'clockwise' : 'counterclockwise');
    wheel = 0;
  };

  node.addEventListener('pointerdown', pointerdown);
  node.addEventListener('pointermove', pointermove);
  node.addEventListener('pointerup', pointerup);
  node.addEventListener('pointercancel', pointercancel);
  node.addEventListener('pointerleave', pointerleave);
  node.addEventListener('click', click);
  node.addEventListener('contextmenu', contextmenu);
  node.addEventListener('wheel', onwheel, { passive: false });
  return () => {
    node.removeEventListener('pointerdown', pointerdown);
    node.removeEventListener('pointermove', pointermove);
    node.removeEventListener('pointerup', pointerup);
    node.removeEventListener('pointercancel', pointercancel);
    node.removeEventListener('pointerleave', pointerleave);
    node.removeEventListener('click', click);
    node.removeEventListener('contextmenu', contextmenu);
    node.removeEventListener('wheel', onwheel);
  };
}

// --- keys -----------------------------------------------------------------------

export type KeyAction =
  | { do: 'move'; to: Direction }
  | { do: 'turn'; how: 'clockwise' | 'counterclockwise' | 'flip' }
  | { do: 'step'; by: 1 | -1 }
  | { do: 'piece'; by: 1 | -1 }
  | { do: 'place' | 'back' | 'dots' | 'board' | 'moves' | 'keys' }
  | { do: 'name'; char: string };

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/**
 * What a key means. Letters that are commands stay so unless a piece's name is being typed
 * (`typing`), where a digit or a letter may go on with it.
 */
export function keyAction(
  e: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  names: readonly string[],
  typed = '',
): KeyAction | null {
  if (e.ctrlKey || e.metaKey || e.altKey) return null;
  const arrow = ARROWS[e.key];
  if (arrow) return { do: 'move', to: arrow };
  switch (e.key) {
    case ' ':
      return { do: 'turn', how: 'flip' };
    case '.':
      return { do: 'step', by: 1 };
    case ',':
      return { do: 'step', by: -1 };
    case '[':
      return { do: 'piece', by: -1 };
    case ']':
      return { do: 'piece', by: 1 };
    case 'Enter':
      return { do: 'place' };
    case 'Escape':
      return { do: 'back' };
    case '?':
      return { do: 'keys' };
  }
  if (e.key.length !== 1) return null;
  const char = e.key.toUpperCase();
  if (typed !== '' && names.some((n) => n.toUpperCase().startsWith(typed + char)))
    return { do: 'name', char };
  switch (char) {
    case 'R':
      return { do: 'turn', how: e.shiftKey ? 'counterclockwise' : 'clockwise' };
    case 'H':
      return { do: 'dots' };
    case 'B':
      return { do: 'board' };
    case 'M':
      return { do: 'moves' };
  }
  return names.some((n) => n.toUpperCase().startsWith(char)) ? { do: 'name', char } : null;
}

/**
 * The piece that typed letters and digits name: a whole name, else the first that begins so and
 * can still be had. -1 where none does.
 */
export function pieceTyped(
  typed: string,
  names: readonly string[],
  has: (i: number) => boolean,
): number {
  const whole = names.findIndex((n) => n.toUpperCase() === typed);
  if (whole >= 0) return whole;
  const fits = names
    .map((n, i) => [n, i] as const)
    .filter(([n]) => n.toUpperCase().startsWith(typed));
  return fits.find(([, i]) => has(i))?.[1] ?? fits[0]?.[1] ?? -1;
}
