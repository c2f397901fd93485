// The door of a private room: six digits knock, the host lets in or not, before a match and during
// it. And a table that waits for somebody is hurried.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ME, table, unpack } from './fake.mjs';
import { accessibility, overflow, sleep, sound, stage } from './stage.mjs';

const { server, browser, player } = stage();

/** Somebody types the digits in the lobby, and waits. */
async function knock(code, look = {}) {
  const guest = await player({ width: 390, height: 844, ...look });
  await guest.page.goto(server.url);
  await guest.page.locator('#room-code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await guest.page.locator('form.code-form button').click();
  await guest.page.waitForSelector('.knocking');
  return guest;
}

/** What must hold on every screen of this. */
async function whole({ page, problems }) {
  await sleep(400);
  await sound(page);
  assert.deepEqual(problems, []);
}

test('who types the six digits waits until the host opens', async () => {
  const host = await player();
  await host.page.goto(`${server.url}/new/wuxi`);
  await host.page.locator('[data-action="create"]').first().click();
  await host.page.waitForSelector('.big-code');
  const code = await host.page.locator('.big-code').getAttribute('data-code');
  assert.match(await host.page.locator('.digits').innerText(), /放行/);

  const guest = await knock(code, { theme: 'dark', lang: 'en' });
  assert.match(await guest.page.locator('.knocking').innerText(), /Waiting to be let in/);
  assert.doesNotMatch(
    await guest.page.locator('main').innerText(),
    /wuxi|无锡/i,
    'nothing of the room is shown',
  );
  await whole(guest);
  // A guest has a name made by lot; the host should know who it is.
  await guest.page.locator('.knocking .knocking-as button').click();
  await guest.page.locator('.drawer input').first().fill('小明');
  await guest.page.locator('.drawer form button').first().click();
  await guest.page.keyboard.press('Escape');
  await host.page.waitForFunction(() =>
    document.querySelector('.door')?.textContent?.includes('小明'),
  );
  await whole(host);
  // By the keyboard, without a mouse.
  await host.page.locator('[data-action="admit"]').focus();
  await host.page.keyboard.press('Enter');
  await guest.page.waitForSelector('[data-action="ready"]');
  assert.equal(await host.page.locator('.door').count(), 0);
  assert.match(guest.page.url(), /\/r\/[0-9a-f]{32}$/, 'the address is the invitation now');
  // Loaded again, it is back without knocking.
  await guest.page.reload();
  await guest.page.locator('[data-action="ready"]').click();

  const stranger = await knock(code);
  await host.page.locator('[data-action="refuse"]').click();
  await stranger.page.waitForSelector('.error-card:not(.knocking)');
  assert.match(await stranger.page.locator('.error-card').innerText(), /没有让你进来/);
  const shy = await knock(code);
  await host.page.waitForSelector('.door');
  await shy.page.locator('[data-action="cancel-knock"]').click();
  await host.page.waitForSelector('.door', { state: 'detached' });

  // In the middle of a match it is the same, and nobody's game is stopped by it.
  await host.page.locator('[data-action="start"]:not([disabled])').click();
  await host.page.waitForSelector('.hand .hand-tile', { timeout: 15_000 });
  const late = await knock(code);
  await host.page.waitForSelector('.door [data-action="admit"]');
  await whole(host);
  await host.page.locator('[data-action="refuse"]').click();
  await late.page.waitForSelector('.error-card:not(.knocking)');
  for (const { context, problems } of [host, guest, stranger, shy, late]) {
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('whom the host sends away has to knock', async () => {
  const host = await player();
  await host.page.goto(`${server.url}/new/wuxi`);
  await host.page.locator('[data-action="create"]').first().click();
  const link = await host.page.locator('.invite + .row-form input').inputValue();
  const guest = await player({ width: 390, height: 844 });
  await guest.page.goto(link);
  await guest.page.waitForSelector('[data-action="ready"]');
  await host.page.locator('.waiting-seat button', { hasText: '请离' }).click();
  await guest.page.waitForSelector('.error-card');
  assert.match(await guest.page.locator('.error-card').innerText(), /请你离开/);
  await guest.page.locator('.error-card .ways button').first().click();
  await guest.page.waitForSelector('.knocking');
  await host.page.locator('[data-action="admit"]').click();
  await guest.page.waitForSelector('[data-action="ready"]');
  for (const { context } of [host, guest]) await context.close();
});

test('a table that has waited for two minutes can be hurried', async () => {
  const { view } = unpack('prompts.json.gz').find(
    (one) =>
      one.view.rules === 'wuxi' &&
      one.view.prompt.choices.some((choice) => choice.startsWith('discard')),
  );
  for (const look of [
    { width: 1440, height: 900, lang: 'zh', theme: 'light' },
    { width: 390, height: 844, lang: 'en' },
  ]) {
    const { page, context, problems, received, show, say } = await table(browser, 'wuxi', look);
    const setup = {
      rules: 'wuxi',
      options: {},
      seats: 4,
      clock: null,
      bots: 'greedy',
      hints: false,
      listed: false,
      spectators: false,
      uniform_pause: true,
    };
    await show({ ...view, prompt: null }, { setup });
    await page.waitForSelector('.hand .hand-tile');
    const pass = async () => {
      await page.evaluate(() => {
        const real = Date.now.bind(Date);
        Date.now = () => real() + 125_000;
      });
      say({ type: 'pong', now: Date.now() + 125_000 });
      await sleep(1_200);
    };
    assert.equal(await page.locator('[data-action="hurry"]').count(), 0);
    await pass();
    await page.locator('[data-action="hurry"]').click();
    while (!received.some((message) => message.type === 'hurry')) await sleep(20);
    // Everybody sees how long is left; who is asked sees that it is meant.
    const hurry = { by: view.seat, until: Date.now() + 125_000 + 30_000 };
    await show({ ...view, prompt: null }, { setup, hurry });
    await page.waitForSelector('.banner.hurry');
    const left = Number((await page.locator('.banner.hurry .numeric').innerText()).match(/\d+/)[0]);
    assert.ok(left > 20 && left <= 31, `${left}`);
    assert.match(await page.locator('.banner.hurry').innerText(), new RegExp(ME.nickname));
    assert.equal(await overflow(page), 0);
    await show(view, { setup, hurry });
    await page.waitForSelector('.banner.hurry.asked');
    assert.deepEqual(await accessibility(page), []);
    await show(view, { setup });
    assert.equal(await page.locator('.banner.hurry').count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  }
});
