/** The light inside a piece: one gradient for the whole page, put there by whoever draws first. */
const SVG = 'http://www.w3.org/2000/svg';

export function ensureGlow(): void {
  if (document.getElementById('cw-glow')) return;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('width', '0');
  svg.setAttribute('height', '0');
  svg.setAttribute('aria-hidden', 'true');
  svg.style.position = 'absolute';
  const gradient = document.createElementNS(SVG, 'linearGradient');
  gradient.id = 'cw-glow';
  for (const [name, value] of [
    ['x1', '0'],
    ['y1', '0'],
    ['x2', '1'],
    ['y2', '1'],
  ] as const)
    gradient.setAttribute(name, value);
  for (const [offset, opacity] of [
    ['0', '.16'],
    ['.45', '0'],
    ['1', '.2'],
  ] as const) {
    const stop = document.createElementNS(SVG, 'stop');
    stop.setAttribute('offset', offset);
    stop.setAttribute('stop-opacity', opacity);
    gradient.append(stop);
  }
  const defs = document.createElementNS(SVG, 'defs');
  defs.append(gradient);
  svg.append(defs);
  document.body.append(svg);
}
