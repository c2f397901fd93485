// Where the browser begins: styles, tiles, router, screen.
// The shared styles come first: what a component says of itself comes after them.
import './styles/index.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { startRouter } from './router.svelte';
import { loadSprite } from './ui/sprite';

void loadSprite();
startRouter();
const target = document.getElementById('app');
if (target !== null) {
  // What the page itself brings is there to be painted before this script has arrived.
  target.replaceChildren();
  mount(App, { target });
}
