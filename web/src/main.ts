import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { startTexts } from './i18n/index.svelte';
import { startRouter } from './ui/router.svelte';
import { apply } from './ui/settings.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

apply();
startRouter();
await startTexts();
mount(App, { target });
