/** The parts of the site that the top bar (and on phones the bar of tabs) leads to. */
import type { IconName } from './icons';

export interface Section {
  id: 'play' | 'learn' | 'variations' | 'settings';
  href: string;
  icon: IconName;
  /** At the bar's other end, as an icon of its own. */
  aside?: boolean;
}

export const SECTIONS: readonly Section[] = [
  { id: 'play', href: '/', icon: 'home' },
  { id: 'learn', href: '/rules', icon: 'book' },
  { id: 'variations', href: '/variations', icon: 'puzzle' },
  { id: 'settings', href: '/settings', icon: 'gear', aside: true },
];

export function sectionOf(path: string): Section['id'] | null {
  if (path === '/' || path === '/new' || path.startsWith('/game/')) return 'play';
  if (path === '/rules' || path.startsWith('/rules/')) return 'learn';
  if (path === '/variations') return 'variations';
  if (path === '/settings') return 'settings';
  return null;
}
