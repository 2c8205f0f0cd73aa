/** Where a refusal's callout goes, and the line from it to what it speaks of. */
import type { Vec } from '../geometry';
import { num, type Box } from './view';

export interface Callout {
  x: number;
  y: number;
  /** Path of the line to the target. */
  lead: string;
}

const overlap = (a: Box, b: Box): boolean =>
  a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/**
 * Finds a spot for a box of w × h inside `area` that does not cover `avoid`, near the target.
 * `keep`: small boxes that should not be covered either, as the squares that it points at.
 * `corners`: the area's corners are empty (a hexagon's are) and preferred. Picture units.
 */
export function placeCallout(
  target: Vec,
  avoid: Box,
  area: Box,
  w: number,
  h: number,
  gap: number,
  corners: boolean,
  keep: readonly Box[] = [],
): Callout {
  const clampX = (x: number): number => Math.min(Math.max(x, area.x0), area.x1 - w);
  const clampY = (y: number): number => Math.min(Math.max(y, area.y0), area.y1 - h);
  const spots: [x: number, y: number, cost: number][] = [
    [clampX(target[0] - w / 2), avoid.y0 - gap - h, 0],
    [clampX(target[0] - w / 2), avoid.y1 + gap, 5],
    [avoid.x1 + gap, clampY(target[1] - h / 2), 10],
    [avoid.x0 - gap - w, clampY(target[1] - h / 2), 10],
  ];
  // Beside what it points at, if that is away from the piece.
  for (const dy of [-gap - h, gap]) spots.push([target[0] - w / 2, target[1] + dy, 8]);
  for (const dx of [-gap - w, gap]) spots.push([target[0] + dx, target[1] - h / 2, 12]);
  const far = corners ? (area.x1 - area.x0) * -0.25 : 40;
  for (const x of [area.x0, area.x1 - w])
    for (const y of [area.y0, area.y1 - h]) spots.push([x, y, far]);
  let best = spots[0]!;
  let bestCost = Infinity;
  for (const spot of spots) {
    const x = clampX(spot[0]);
    const y = clampY(spot[1]);
    const box = { x0: x, y0: y, x1: x + w, y1: y + h };
    const d = Math.hypot(x + w / 2 - target[0], y + h / 2 - target[1]);
    const covered = keep.filter((k) => overlap(box, k)).length;
    const total = d + spot[2] + covered * 2000 + (overlap(box, avoid) ? 10_000 : 0);
    if (total < bestCost) {
      bestCost = total;
      best = spot;
    }
  }
  const x = clampX(best[0]);
  const y = clampY(best[1]);
  return { x, y, lead: leader(target, { x0: x, y0: y, x1: x + w, y1: y + h }) };
}

function leader(to: Vec, box: Box): string {
  const pad = Math.min(14, (box.x1 - box.x0) / 3);
  if (to[1] < box.y0 || to[1] > box.y1) {
    const x = Math.min(Math.max(to[0], box.x0 + pad), box.x1 - pad);
    const y = to[1] < box.y0 ? box.y0 : box.y1;
    if (Math.abs(x - to[0]) < 1) return `M${num(x)} ${num(y)}L${num(to[0])} ${num(to[1])}`;
    // First straight away from the box, then in a soft bend towards the cells.
    const dx = Math.abs(to[0] - x);
    const bend = to[1] + Math.sign(y - to[1]) * Math.min(dx, Math.abs(y - to[1]) * 0.7);
    return `M${num(x)} ${num(y)}V${num((y + bend) / 2)}Q${num(x)} ${num(bend)} ${num((x + to[0]) / 2)} ${num((bend + to[1]) / 2)}L${num(to[0])} ${num(to[1])}`;
  }
  const x = to[0] < box.x0 ? box.x0 : box.x1;
  return `M${num(x)} ${num((box.y0 + box.y1) / 2)}L${num(to[0])} ${num(to[1])}`;
}
