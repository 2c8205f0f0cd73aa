/**
 * The game screen without a server, for work on its looks: /dev/game.html
 * ?variant=classic|duo|trigon &plies=40 &seats=hccc &pace=400 &theme=dark &lang=fr
 */
import { mount } from 'svelte';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import GamePage from '../src/game/GamePage.svelte';
import { MockServer } from '../src/game/testing/mock';
import { variant } from '../src/game/testing/variants';
import { chooseLanguage, startTexts, type Language } from '../src/i18n/index.svelte';
import { startRouter } from '../src/ui/router.svelte';
import { apply, set } from '../src/ui/settings.svelte';

const q = new URLSearchParams(location.search);
const id = (q.get('variant') ?? 'classic') as 'classic' | 'duo' | 'trigon';
const table = variant(id);
const kinds = (q.get('seats') ?? 'hccc').slice(0, table.seats.length);
const names = ['Mirela', 'Joost', 'Pebble', 'Anaïs'];
const server = new MockServer({
  variant: table,
  seats: [...kinds].map((k, i) => ({
    name: names[i]!,
    kind: k === 'h' ? 'human' : 'computer',
    level: k === 'h' ? null : 2,
  })),
  plies: Number(q.get('plies') ?? 40),
  pace: Number(q.get('pace') ?? 400),
});
(window as unknown as { mock: MockServer }).mock = server;
apply();
startRouter();
await startTexts();
if (q.get('lang')) await chooseLanguage(q.get('lang') as Language);
const theme = q.get('theme');
if (theme === 'dark' || theme === 'light') set('theme', theme);
if (q.get('dots')) set('dots', true);
mount(GamePage, {
  target: document.getElementById('app')!,
  props: { id: 'mock', open: server.open },
});
