// A tile leaves the hand with the click, however far the server is; refused, it comes back and says
// why. And the hand lies as its player lays it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acts, answered, position, table } from './fake.mjs';
import { stage } from './stage.mjs';

const { browser } = stage({ servers: 'none' });
const SIZES = [
  { width: 1440, height: 900, lang: 'zh' },
  { width: 390, height: 844, lang: 'en', touch: true },
];
/** From the click until the tile is gone. */
const BAR_MS = 20;

/** The tiles of the hand as they lie. */
const lying = (page) =>
  page.locator('.hand .hand-tile').evaluateAll((all) => all.map((one) => one.dataset.tile));
const turn = (view, decision) => ({ ...view, prompt: { ...view.prompt, decision } });

for (const size of SIZES)
  test(`a thrown tile is gone at once at 300 ms of latency (${size.width}×${size.height})`, async () => {
    const { page, context, problems, received, show } = await table(browser, 'wuxi', {
      ...size,
      latency: 300,
    });
    const view = position('wuxi', 'turn: discard');
    await show(view);
    await page.evaluate(() => {
      globalThis.gone = [];
      const hand = document.querySelector('.hand');
      let clicked = null;
      let tiles = 0;
      hand.addEventListener(
        'click',
        (event) => {
          clicked = event.timeStamp;
          tiles = hand.querySelectorAll('.hand-tile').length;
        },
        true,
      );
      new MutationObserver(() => {
        if (clicked === null || hand.querySelectorAll('.hand-tile').length >= tiles) return;
        globalThis.gone.push(performance.now() - clicked);
        clicked = null;
      }).observe(hand, { childList: true });
    });
    const throws = 15;
    for (let i = 0; i < throws; i++) {
      await show(turn(view, 1000 + i));
      const before = await lying(page);
      assert.equal(before.length % 3, 2);
      const tile = page.locator('.hand .hand-tile[aria-disabled="false"]').nth(i % before.length);
      const thrown = await tile.getAttribute('data-tile');
      await tile.click();
      await tile.click();
      const after = await lying(page);
      assert.equal(after.length, before.length - 1, 'before the server has said anything');
      const last = page.locator('.river-bottom .tile').last();
      assert.equal(await last.getAttribute('data-tile'), thrown, 'it lies in the river');
      while (acts(received).length <= i) await page.waitForTimeout(5);
      assert.equal(acts(received)[i], `discard ${thrown}`);
    }
    const gone = (await page.evaluate(() => globalThis.gone)).sort((a, b) => a - b);
    assert.equal(gone.length, throws);
    const p50 = gone[Math.floor(throws / 2)];
    console.log(`click to tile gone: p50 ${p50.toFixed(1)} ms, most ${gone.at(-1).toFixed(1)} ms`);
    assert.ok(p50 <= BAR_MS, `${p50} ms`);
    assert.deepEqual(problems, []);
    await context.close();
  });

test('a refused tile comes back, and the reason is said; a confirmed one is not taken twice', async () => {
  const { page, context, problems, received, refused, show } = await table(browser, 'wuxi', {
    ...SIZES[0],
    latency: 1500,
  });
  const { seat, ...dealt } = position('wuxi', 'turn: discard');
  const drew = (player, at) => (at === seat ? { ...player, drawn: player.hand[5] } : player);
  const view = { seat, ...dealt, players: dealt.players.map(drew) };
  await show(view);
  const before = await lying(page);
  refused.add('act');
  await page.keyboard.press(' ');
  await answered(page, received);
  assert.equal((await lying(page)).length, before.length - 1);
  await page.waitForFunction(
    (tiles) => document.querySelectorAll('.hand .hand-tile').length === tiles,
    before.length,
  );
  assert.deepEqual(await lying(page), before);
  assert.match(await page.locator('.toasts').innerText(), /不行/);
  assert.ok(
    (await page.locator('.action[data-action="throw-drawn"]').count()) === 1,
    'asked again',
  );

  // Confirmed: the hand is one tile shorter, although another of that kind is in it.
  refused.clear();
  const hand = [...view.players[seat].hand];
  hand[0] = hand[1];
  const pair = hand[0];
  const players = view.players.map((player, at) =>
    at === seat ? { ...player, hand, drawn: null } : player,
  );
  const choices = [...new Set(hand)].map((tile) => `discard ${tile}`);
  const asked = { ...view, players, prompt: { ...view.prompt, decision: 2000, choices } };
  await show(asked);
  const tile = page.locator(`.hand .hand-tile[data-tile="${pair}"]`).first();
  await tile.click();
  await tile.click();
  assert.equal((await lying(page)).length, hand.length - 1);
  const rest = [...hand];
  rest.splice(rest.indexOf(pair), 1);
  const done = {
    ...asked,
    prompt: { ...asked.prompt, answered: `discard ${pair}` },
    players: players.map((player, at) =>
      at === seat ? { ...player, hand: rest, closed: rest.length } : player,
    ),
  };
  await show(done);
  assert.deepEqual((await lying(page)).sort(), rest.sort());
  assert.deepEqual(problems, []);
  await context.close();
});

/** Drags with the mouse or with a finger. */
async function drag(page, from, to, touch) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  const start = { x: a.x + a.width / 2, y: a.y + a.height / 2 };
  const end = { x: b.x + b.width / 2, y: b.y + b.height / 2 };
  const steps = [0.2, 0.5, 0.8, 1].map((part) => ({
    x: start.x + (end.x - start.x) * part,
    y: start.y + (end.y - start.y) * part,
  }));
  if (!touch) {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    for (const { x, y } of steps) await page.mouse.move(x, y);
    await page.mouse.up();
    return;
  }
  const devtools = await page.context().newCDPSession(page);
  const point = (type, at) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [at] });
  await point('touchStart', start);
  for (const at of steps) await point('touchMove', at);
  await point('touchEnd', null);
}

for (const size of SIZES)
  test(`the hand lies as it is laid, for this deal (${size.width}×${size.height})`, async () => {
    const { page, context, problems, received, show } = await table(browser, 'wuxi', size);
    const view = position('wuxi', 'turn: discard');
    await show(view);
    const sorted = await lying(page);
    const tiles = page.locator('.hand .hand-tile');
    await drag(page, tiles.nth(1), tiles.nth(4), size.touch);
    const moved = [...sorted];
    moved.splice(4, 0, ...moved.splice(1, 1));
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('.hand .hand-tile')].map((one) => one.dataset.tile).join() ===
        wanted,
      moved.join(),
    );
    assert.deepEqual(acts(received), [], 'nothing is thrown');
    assert.equal(await page.locator('.hand-tile[data-sel]').count(), 0, 'and nothing raised');

    // The keyboard does the same.
    await tiles.nth(0).focus();
    await page.keyboard.press('Shift+ArrowRight');
    const keyed = [...moved];
    keyed.splice(1, 0, ...keyed.splice(0, 1));
    assert.deepEqual(await lying(page), keyed);
    // It stays through another question of the deal, and through a reload of the page.
    await show(turn(view, 3000));
    assert.deepEqual(await lying(page), keyed);
    await page.reload();
    while (received.filter(({ type }) => type === 'enter').length < 2)
      await page.waitForTimeout(20);
    await show(turn(view, 3001));
    assert.deepEqual(await lying(page), keyed);
    // The next deal is sorted, and so is this one when asked.
    await show(turn(view, 3002), {}, { deal: 2 });
    assert.deepEqual(await lying(page), sorted);
    await show(turn(view, 3003));
    await page.keyboard.press('z');
    assert.deepEqual(await lying(page), sorted);
    assert.deepEqual(problems, []);
    await context.close();
  });

test('a touch of the felt lowers a raised tile', async () => {
  for (const size of SIZES) {
    const { page, context, received, show } = await table(browser, 'wuxi', size);
    await show(position('wuxi', 'turn: discard'));
    await page.locator('.hand .hand-tile[aria-disabled="false"]').first().click();
    assert.equal(await page.locator('.hand-tile[data-sel]').count(), 1);
    await page.locator('.compass').click();
    assert.equal(await page.locator('.hand-tile[data-sel]').count(), 0);
    assert.deepEqual(acts(received), []);
    await context.close();
  }
});
