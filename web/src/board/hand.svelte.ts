/**
 * The piece in hand: which one, how it is turned, where it is held over the board. It knows what
 * fits only from the set of legal placements it is given.
 */
import {
  anchorFor,
  carry,
  centreOf,
  placeOf,
  pointAt,
  steps,
  translate,
  type Point,
  type Turning,
  type Vec,
} from './geometry';
import type { OrientationRef, Tables } from './tables';
import { shift, type View } from './draw/view';
import type { Ghost } from './types';

export type Direction = 'left' | 'right' | 'up' | 'down';

const SCREEN: Record<Direction, Vec> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

export class Hand {
  piece: number | null = $state(null);
  index = $state(0);
  anchor: Point | null = $state.raw(null);
  /** The cell of the orientation that is held. */
  grip = $state(0);
  legal: ReadonlySet<number> = $state.raw(new Set());
  /** Pulled along by a pointer, perhaps not over the board yet. */
  dragging = $state(false);
  spin: Ghost['spin'] = $state.raw(null);

  private spins = 0;
  /** Column on the screen that up and down keep to, on triangles. */
  private home: number | null = null;

  constructor(readonly tables: Tables) {}

  get orientation(): OrientationRef | null {
    return this.piece === null ? null : this.tables.orientation(this.piece, this.index);
  }

  /** The name of the piece; '' while there is none. */
  get name(): string {
    return this.piece === null ? '' : this.tables.nameOf(this.piece);
  }

  get placement(): number {
    const o = this.orientation;
    return o && this.anchor ? this.tables.find(o, this.anchor) : -1;
  }

  get fits(): boolean {
    return this.legal.has(this.placement);
  }

  get points(): Point[] {
    const o = this.orientation;
    return o && this.anchor ? translate(o.points, this.anchor) : [];
  }

  /** Legal placements of a piece, ascending. */
  fitting(piece: number): number[] {
    const [from, to] = this.tables.pieceRange(piece);
    const out: number[] = [];
    for (let p = from; p < to; p++) if (this.legal.has(p)) out.push(p);
    return out;
  }

  fitsSomewhere(o: OrientationRef): boolean {
    const [from, to] = this.tables.range(o);
    for (let p = from; p < to; p++) if (this.legal.has(p)) return true;
    return false;
  }

  /** Takes a piece from the tray; it is over no cell yet. */
  pick(piece: number, index?: number): void {
    const all = this.tables.orientationsOf(piece);
    let i = index ?? 0;
    // What is shown first should fit, if anything does.
    if (index === undefined && !this.fitsSomewhere(all[i]!)) {
      const better = all.findIndex((o) => this.fitsSomewhere(o));
      if (better >= 0) i = better;
    }
    const where = this.anchor;
    this.piece = piece;
    this.index = i;
    this.spin = null;
    this.grip = this.middleCell(all[i]!);
    if (where) this.moveTo(centreOf(where, this.tables.lattice));
  }

  putBack(): void {
    this.piece = null;
    this.anchor = null;
    this.spin = null;
    this.home = null;
    this.dragging = false;
  }

  /** The cell nearest to the middle: what a pointer holds the piece by. */
  private middleCell(o: OrientationRef): number {
    const l = { triangles: this.tables.lattice.triangles, parity: o.up ? 0 : 1 };
    const c = o.points.map((p) => centreOf(p, l));
    const mx = c.reduce((s, p) => s + p[0], 0) / c.length;
    const my = c.reduce((s, p) => s + p[1], 0) / c.length;
    let best = 0;
    c.forEach((p, i) => {
      const b = c[best]!;
      if (Math.hypot(p[0] - mx, p[1] - my) < Math.hypot(b[0] - mx, b[1] - my) - 1e-9) best = i;
    });
    return best;
  }

  /** Holds the piece by the cell of it that is at this place, if there is one. */
  gripAt(place: Vec): boolean {
    const p = pointAt(place, this.tables.lattice);
    const i = this.points.findIndex((q) => q[0] === p[0] && q[1] === p[1]);
    if (i < 0) return false;
    this.grip = i;
    return true;
  }

  /** Moves the held cell to a place, by whole cells. */
  moveTo(place: Vec): void {
    const o = this.orientation;
    if (!o) return;
    this.setAnchor(anchorFor(o, this.grip, place, this.tables.lattice));
    this.home = null;
  }

  /** Like moveTo, but goes to a fitting spot if one is within so many cells' edges. */
  snapTo(place: Vec, reach: number): void {
    const o = this.orientation;
    if (!o) return;
    const l = this.tables.lattice;
    const [from, to] = this.tables.range(o);
    let best: Point | null = null;
    let bestD = reach;
    for (let p = from; p < to; p++) {
      if (!this.legal.has(p)) continue;
      const a = this.tables.anchorAt(p);
      const c = centreOf([a[0] + o.points[this.grip]![0], a[1] + o.points[this.grip]![1]], l);
      const d = Math.hypot(c[0] - place[0], c[1] - place[1]);
      if (d < bestD) {
        bestD = d;
        best = a;
      }
    }
    if (best) this.setAnchor(best);
    else this.moveTo(place);
  }

  private setAnchor(a: Point): void {
    if (this.anchor && this.anchor[0] === a[0] && this.anchor[1] === a[1]) return;
    this.anchor = a;
  }

  /** Turns or flips about the held cell. */
  turn(how: Turning): void {
    const o = this.orientation;
    if (!o) return;
    this.become(o[how], how);
  }

  /** Chooses one of the orientations, keeping the piece where it is. */
  become(index: number, how?: Turning): void {
    const o = this.orientation;
    if (!o || this.piece === null || index === this.index) return;
    const l = this.tables.lattice;
    const next = this.tables.orientation(this.piece, index);
    const grip = how ? carry(o, next, this.grip, how, l.triangles) : this.middleCell(next);
    const held = o.points[this.grip]!;
    const at = this.anchor && centreOf([this.anchor[0] + held[0], this.anchor[1] + held[1]], l);
    this.index = index;
    this.grip = grip;
    if (at) this.setAnchor(anchorFor(next, grip, at, l));
    const own = { triangles: l.triangles, parity: next.up ? 0 : 1 };
    this.spins += 1;
    this.spin = {
      id: this.spins,
      by:
        how === 'clockwise'
          ? l.triangles
            ? -60
            : -90
          : how === 'counterclockwise'
            ? l.triangles
              ? 60
              : 90
            : 0,
      flip: how === 'flip',
      about: centreOf(next.points[grip]!, own),
    };
  }

  /** One step on the screen, however the board is turned. */
  nudge(to: Direction, view: View): void {
    const o = this.orientation;
    if (!o || !this.anchor) return;
    const l = this.tables.lattice;
    const dir = SCREEN[to];
    const onScreen = (p: Point): Vec => shift(placeOf(p, l), view);
    if (this.home === null) this.home = onScreen(this.anchor)[0];
    let best: Point | null = null;
    let bestScore = -Infinity;
    for (const s of steps(l)) {
      const v = onScreen(s);
      const len = Math.hypot(v[0], v[1]);
      const along = (v[0] * dir[0] + v[1] * dir[1]) / len;
      if (along < 0.5) continue;
      const next: Point = [this.anchor[0] + s[0], this.anchor[1] + s[1]];
      // Of two slanting steps the one that stays near the column where the walk began.
      const drift = dir[1] !== 0 ? Math.abs(onScreen(next)[0] - this.home) / (len * 100) : 0;
      const score = Math.round(along * 1000) / 1000 - drift;
      if (score > bestScore) {
        bestScore = score;
        best = s;
      }
    }
    if (!best) return;
    const step = best;
    const there = translate(this.points, step);
    // A part of the piece stays on the board, so that it cannot get lost.
    if (!there.some((p) => this.tables.cellAt(p) >= 0)) return;
    this.setAnchor([this.anchor[0] + step[0], this.anchor[1] + step[1]]);
    if (dir[0] !== 0) this.home = null;
  }

  /** Goes to a placement of the piece in hand. */
  goTo(placement: number): void {
    const o = this.tables.orientationAt(placement);
    this.piece = o.piece;
    if (this.index !== o.index) this.spin = null;
    this.index = o.index;
    this.grip = this.middleCell(o);
    this.home = null;
    this.setAnchor(this.tables.anchorAt(placement));
  }

  /** The next or previous fitting spot: first of this orientation, then of the piece's others. */
  step(by: 1 | -1): boolean {
    if (this.piece === null) return false;
    const all = this.fitting(this.piece);
    if (all.length === 0) return false;
    const now = this.placement;
    let at: number;
    if (now >= 0) {
      at = by > 0 ? all.findIndex((p) => p > now) : all.findLastIndex((p) => p < now);
      if (at < 0) at = by > 0 ? 0 : all.length - 1;
    } else {
      const [from] = this.tables.range(this.orientation!);
      at = all.findIndex((p) => p >= from);
      if (at < 0) at = 0;
    }
    this.goTo(all[at]!);
    return true;
  }

  /** Over no cell of the board any more, but still in hand. */
  lift(): void {
    this.anchor = null;
    this.home = null;
  }

  /** Goes to the fitting spot nearest to a place, in this orientation if it has any. */
  settle(near: Vec): boolean {
    if (this.piece === null) return false;
    const [from, to] = this.tables.range(this.orientation!);
    const all = this.fitting(this.piece);
    const own = all.filter((p) => p >= from && p < to);
    return this.goNearest(own.length > 0 ? own : all, near);
  }

  /**
   * Goes to the spot nearest to a place where the piece lies on the board and on no cell that is
   * taken, in this orientation if there is one: for a piece that waits for its turn.
   */
  settleFree(near: Vec, taken: (cell: number) => boolean): boolean {
    if (this.piece === null) return false;
    const free = ([from, to]: [number, number]): number[] => {
      const out: number[] = [];
      for (let p = from; p < to; p++) if (!this.tables.cellsAt(p).some(taken)) out.push(p);
      return out;
    };
    const own = free(this.tables.range(this.orientation!));
    return this.goNearest(own.length > 0 ? own : free(this.tables.pieceRange(this.piece)), near);
  }

  private goNearest(among: readonly number[], near: Vec): boolean {
    let best = -1;
    let bestD = Infinity;
    for (const p of among) {
      const c = centreOf(this.tables.anchorAt(p), this.tables.lattice);
      const d = Math.hypot(c[0] - near[0], c[1] - near[1]);
      if (d < bestD) {
        bestD = d;
        best = p;
      }
    }
    if (best < 0) return false;
    this.goTo(best);
    return true;
  }
}
