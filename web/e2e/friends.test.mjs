// Four people in one room by link: one reloads while others may claim, one loses the connection;
// all finish the deal together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { move } from './play.mjs';
import { BROKEN, sleep, stage } from './stage.mjs';

const { server, player } = stage();

async function openRoom(rules) {
  const host = await player();
  await host.page.goto(`${server.url}/new/${rules}`);
  await host.page.locator('[data-action="create"]').first().click();
  await host.page.waitForSelector('.big-code');
  const link = await host.page.locator('.invite + .row-form input').inputValue();
  const guests = [];
  for (let i = 0; i < 3; i++) {
    const guest = await player({ width: 390, height: 844 });
    await guest.page.goto(link);
    await guest.page.locator('[data-action="ready"]').click();
    guests.push(guest);
  }
  await host.page.locator('[data-action="start"]:not([disabled])').click();
  const all = [host, ...guests];
  await Promise.all(
    all.map(({ page }) => page.waitForSelector('.hand .hand-tile', { timeout: 15_000 })),
  );
  return all;
}

test('a room by link: four browsers, a reload in a claim window, a lost connection', async () => {
  const people = await openRoom('wuxi');
  let reloaded = false;
  let cut = false;
  const until = Date.now() + 300_000;
  for (let turn = 0; Date.now() < until; turn++) {
    const over = await Promise.all(people.map(({ page }) => page.locator('.cover').isVisible()));
    if (over.every(Boolean)) break;
    for (const person of people) {
      const { page, context } = person;
      if (!reloaded && (await page.locator('.action[data-action="pass"]').isVisible())) {
        const before = await page
          .locator('.hand .hand-tile')
          .evaluateAll((tiles) => tiles.map((tile) => tile.dataset.tile));
        await page.reload();
        await page.waitForSelector('.hand .hand-tile');
        const after_ = await page
          .locator('.hand .hand-tile')
          .evaluateAll((tiles) => tiles.map((tile) => tile.dataset.tile));
        assert.deepEqual(after_, before);
        // The question stands as before, unless the others have settled it meanwhile.
        reloaded = true;
      } else if (!cut && reloaded && turn > 20) {
        await context.setOffline(true);
        await page.waitForSelector('.banner.lost', { timeout: 30_000 });
        await context.setOffline(false);
        await page.waitForSelector('.banner.lost', { state: 'detached', timeout: 30_000 });
        cut = true;
      }
      await move(page);
    }
    await sleep(20);
  }
  assert.ok(reloaded && cut);
  const totals = await Promise.all(
    people.map(({ page }) => page.locator('.cover .totals tbody td:last-child').allInnerTexts()),
  );
  for (const seen of totals) assert.deepEqual(seen, totals[0]);
  for (const { problems, context } of people) {
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('a discard is on all four screens at once', async () => {
  // In Xuezhan no deal ends with the first win, so that there are always discards to be timed.
  const people = await openRoom('xuezhan');
  await Promise.all(
    people.map(({ page }) =>
      page.evaluate(() => {
        globalThis.seen = [];
        globalThis.clicked = [];
        document.addEventListener(
          'click',
          (event) =>
            event.target.closest?.('.hand-tile, .action') && globalThis.clicked.push(Date.now()),
          true,
        );
        new MutationObserver((changes) => {
          for (const change of changes)
            for (const node of change.addedNodes)
              if (node instanceof HTMLElement && node.tagName === 'LI' && node.closest('.river'))
                globalThis.seen.push(Date.now());
        }).observe(document.querySelector('.felt'), { childList: true, subtree: true });
      }),
    ),
  );
  const until = Date.now() + 45_000;
  while (Date.now() < until) {
    for (const { page } of people) await move(page);
    const over = await people[0].page.locator('.cover').isVisible();
    if (over) break;
    await sleep(10);
  }
  const seen = await Promise.all(people.map(({ page }) => page.evaluate(() => globalThis.seen)));
  const count = Math.min(...seen.map((list) => list.length));
  assert.ok(count >= 5, `only ${count} discards seen`);
  const clicks = (
    await Promise.all(people.map(({ page }) => page.evaluate(() => globalThis.clicked)))
  )
    .flat()
    .sort((a, b) => a - b);
  // From the click that threw the tile (the latest before anybody saw it) to the screen that showed
  // it last.
  const delays = Array.from({ length: count }, (_, i) => {
    const shown = seen.map((list) => list[i]);
    return Math.max(...shown) - clicks.findLast((at) => at <= Math.min(...shown));
  }).sort((a, b) => a - b);
  const p95 = delays[Math.floor(count * 0.95)];
  console.log(
    `${count} discards, from the click to all four screens: p50 ${delays[Math.floor(count / 2)]} ms, p95 ${p95} ms`,
  );
  assert.ok(p95 <= BROKEN * 100, `p95 ${p95} ms`);
  for (const { context } of people) await context.close();
});
