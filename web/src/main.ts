// Where the browser begins: styles, tiles, router, screen.
import { mount } from 'svelte';
import App from './App.svelte';
import { startRouter } from './router.svelte';
import './styles/index.css';
import { loadSprite } from './ui/sprite';

void loadSprite();
startRouter();
const target = document.getElementById('app');
if (target !== null) {
  // What the page itself brings is there to be painted before this script has arrived.
  target.replaceChildren();
  mount(App, { target });
}
