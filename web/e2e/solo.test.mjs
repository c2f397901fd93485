// One person alone with bots: set up in two taps, without a clock, stopped and gone on with; and
// practice, in which a discard is taken back and which counts in no figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { move, playDeal } from './play.mjs';
import { sleep, sound, stage } from './stage.mjs';

const { server, player } = stage();

/** The setup of the room that the page is in. */
const setupOf = (page) =>
  page.evaluate(async () => {
    const name = location.pathname.split('/').at(-1);
    return (await (await fetch(`/api/rooms/${name}`)).json()).setup;
  });
const hand = (page) =>
  page
    .locator('.hand .hand-tile')
    .evaluateAll((tiles) => tiles.map((tile) => tile.dataset.tile).sort());
/** Discards on the table. */
const thrown = (page) => page.locator('.river .tile').count();

async function inTheLobby(look) {
  const one = await player(look);
  await one.page.goto(server.url);
  await one.page.waitForSelector('.rule-card [data-action="quick"]');
  return one;
}

async function quick(page, rules) {
  await page.locator(`[data-rules="${rules}"] [data-action="quick"]`).click();
  await page.waitForSelector('.hand .hand-tile');
}

/** Answers until it is the own turn and a tile may be thrown. */
async function untilTurn(page) {
  const turn = page.locator('.felt[data-mine] .hand .hand-tile[aria-disabled="false"]').first();
  for (let i = 0; i < 600; i++) {
    if (await turn.isVisible()) return;
    const pass = page.locator('.actions[data-armed="true"] .action[data-action="pass"]');
    if (await pass.isVisible()) await pass.click({ timeout: 1000 }).catch(() => undefined);
    await sleep(50);
  }
  assert.fail('the own turn does not come');
}

for (const look of [
  { width: 1440, height: 900, lang: 'zh' },
  { width: 390, height: 844, lang: 'en', theme: 'dark' },
  { width: 844, height: 390, lang: 'zh', theme: 'dark' },
  { width: 320, height: 568, lang: 'en' },
])
  test(`set up in two taps, and remembered: ${look.width} ${look.lang}`, async () => {
    const { page, context, problems } = await inTheLobby(look);
    await page.locator('[data-rules="wuxi"] [data-action="set-up"]').click();
    await page.locator('dialog [data-option="clock"]').waitFor();
    await page.locator('dialog [data-option="deals"]').waitFor();
    await sound(page, JSON.stringify(look));
    await page.locator('dialog .segments button').nth(1).click();
    await page.locator('dialog [data-option="clock"] .segments button').nth(2).click();
    await page.locator('[data-action="solo-start"]').click();
    await page.waitForSelector('.hand .hand-tile');
    const chosen = await setupOf(page);
    assert.deepEqual(
      [chosen.bots, chosen.clock?.move_ms, chosen.practice],
      ['greedy', 15_000, false],
    );
    // The next time one tap is enough.
    await page.goto(server.url);
    await quick(page, 'wuxi');
    const again = await setupOf(page);
    assert.deepEqual([again.bots, again.clock?.move_ms], ['greedy', 15_000]);
    assert.deepEqual(problems, []);
    await context.close();
  });

test('alone there is no clock, and a pause stops the table until one goes on', async () => {
  for (const look of [
    { width: 1440, height: 900, lang: 'zh' },
    { width: 390, height: 844, lang: 'en', theme: 'dark' },
  ]) {
    const { page, context, problems } = await inTheLobby(look);
    await quick(page, 'hongzhong');
    assert.equal((await setupOf(page)).clock, null);
    await page.locator('.table-bar .icon-btn').last().click();
    await page.locator('dialog [data-action="pause"]').click();
    await page.locator('[data-paused]').waitFor();
    await sleep(300);
    const before = await thrown(page);
    await sleep(1500);
    assert.equal(await thrown(page), before, 'nobody plays');
    await sound(page, 'paused');
    await page.reload();
    await page.locator('[data-paused]').waitFor();
    await page.locator('[data-action="go-on"]').click();
    await page.locator('[data-paused]').waitFor({ state: 'detached' });
    await untilTurn(page);
    // Whoever throws a tile meanwhile has gone on.
    await page.locator('.table-bar .icon-btn').last().click();
    await page.locator('dialog [data-action="pause"]').click();
    await page.locator('[data-paused]').waitFor();
    while ((await page.locator('[data-paused]').count()) > 0) {
      await move(page);
      await sleep(100);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('auto-play takes over and back, and the table waits between deals', async () => {
  const { page, context, problems } = await inTheLobby({});
  await quick(page, 'hongzhong');
  await page.locator('.table-bar .icon-btn').last().click();
  await page.getByRole('button', { name: '开始托管' }).click();
  await page.keyboard.press('Escape');
  // A bot plays the deal to its end; the next one waits for the player.
  await page.locator('.cover').waitFor({ timeout: 240_000 });
  assert.doesNotMatch(await page.locator('.cover').innerText(), /\d+ 秒/);
  await sleep(1500);
  assert.ok(await page.locator('.cover').isVisible());
  assert.deepEqual(problems, []);
  await context.close();
});

test('practice: a discard is taken back; marked in the history, in no figures', async () => {
  const { page, context, problems } = await inTheLobby({});
  await page.locator('[data-rules="wuxi"] [data-action="set-up"]').click();
  await page.locator('dialog [data-option="practice"] [role="switch"]').click();
  await page.locator('[data-action="solo-start"]').click();
  await page.waitForSelector('.hand .hand-tile');
  const setup = await setupOf(page);
  assert.deepEqual([setup.clock, setup.hints, setup.practice], [null, true, true]);
  await untilTurn(page);
  const before = await hand(page);
  const tile = page.locator('.hand .hand-tile[aria-disabled="false"]').last();
  await tile.click();
  if ((await tile.getAttribute('data-sel')) !== null) await tile.click();
  // Others play on, until one of them throws a tile that may be claimed, or the next turn comes.
  await page.waitForFunction(
    (tiles) => document.querySelectorAll('.hand .hand-tile').length < tiles,
    before.length,
  );
  await sleep(1500);
  await page.locator('[data-action="take-back"]').click();
  // Another question may stand there until the server has gone back.
  for (let i = 0; i < 100 && String(await hand(page)) !== String(before); i++) await sleep(50);
  assert.deepEqual(await hand(page), before);
  await page.locator('.felt[data-mine]').waitFor();
  await sound(page, 'practice');
  await playDeal(page);
  // A settlement that has just come up is not closed by what was meant for the table.
  for (let i = 0; i < 50 && (await page.locator('.cover').isVisible()); i++) {
    await page.keyboard.press('Escape');
    await sleep(100);
  }
  await page.locator('.table-bar .icon-btn').last().click();
  await page.getByRole('button', { name: '解散' }).click();
  await page.locator('[data-action="confirm"]').click();
  await sleep(500);
  await page.goto(`${server.url}/history`);
  await page.locator('[data-practice]').waitFor();
  const figures = await page.evaluate(async () => {
    const token = localStorage.getItem('sifang.token');
    const answer = await fetch('/api/history/statistics', {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()).rules;
  });
  assert.deepEqual(figures, []);
  assert.deepEqual(problems, []);
  await context.close();
});
