// A player who does something legal as soon as it is asked: wins where it may, passes claims,
// throws the first tile that may go.
import { sleep } from './stage.mjs';

/** Does one thing on the page, if anything is asked; returns what. */
export async function move(page, { claim = false } = {}) {
  return page.evaluate((takes) => {
    const felt = document.querySelector('.felt');
    if (felt === null || felt.dataset.net === 'down') return null;
    const buttons = [
      ...document.querySelectorAll('.actions[data-armed="true"] .action:not([disabled])'),
    ];
    const named = (...names) =>
      buttons.find((button) => names.some((name) => button.dataset.action?.startsWith(name)));
    const press = (button) => {
      button.click();
      return button.dataset.action;
    };
    const win = named('hu');
    if (win) return press(win);
    const taken = takes ? named('pon', 'chi', 'kong') : undefined;
    if (taken) return press(taken);
    const float = named('piao');
    if (float) return press(float);
    if (felt.dataset.phase === 'bury') {
      const ready = named('bury');
      if (ready) return press(ready);
      // Three of one suit, whichever has most; what is raised wrongly lies down again.
      const tiles = [...document.querySelectorAll('.hand .hand-tile')];
      const suits = ['m', 'p', 's'].map((suit) =>
        tiles.filter((tile) => tile.dataset.tile.endsWith(suit)),
      );
      const most = suits.sort((a, b) => b.length - a.length)[0].slice(0, 3);
      tiles
        .filter((tile) => tile.dataset.sel !== undefined && !most.includes(tile))
        .forEach((tile) => tile.click());
      most.filter((tile) => tile.dataset.sel === undefined).forEach((tile) => tile.click());
      return 'raise';
    }
    const pass = named('pass');
    if (pass) return press(pass);
    if (document.querySelector('.actions .action-buttons') === null) return null;
    const drawn = named('throw-drawn');
    if (drawn) return press(drawn);
    const tile = [...document.querySelectorAll('.hand .hand-tile[aria-disabled="false"]')].at(-1);
    if (!tile) return null;
    tile.click();
    return tile.dataset.sel === undefined ? `discard ${tile.dataset.tile}` : 'select';
  }, claim);
}

/** Plays until the settlement of the deal lies open. */
export async function playDeal(page, { limit = 240_000, claim = false } = {}) {
  const until = Date.now() + limit;
  const done = [];
  while (Date.now() < until) {
    if (await page.locator('.cover').isVisible()) return done;
    const did = await move(page, { claim });
    if (did !== null) done.push(did);
    await sleep(did === null ? 60 : 20);
  }
  throw new Error(`the deal did not end; done: ${done.slice(-20).join(', ')}`);
}
