// The others at the table: whoever leaves finds the way back, nobody is pulled out of what they
// read, and one sees who thinks, who watches and when the line is dead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ME, position, settled, table } from './fake.mjs';
import { sound, stage } from './stage.mjs';

const { server, browser, player } = stage();

/** Leaves by the menu of the table. */
async function leave(page) {
  await page.locator('.table-bar .icon-btn').last().click();
  await page.locator('[data-action="leave"]').click();
  await page.locator('.confirm-box [data-action="confirm"]').click();
  await page.waitForSelector('.rule-card');
}

const seatOf = (page) => page.locator('.zone-bottom .seat-card').getAttribute('data-seat');

test('a link can be copied without a clipboard; whoever leaves a match finds it in the lobby', async () => {
  // Alone against bots.
  const { page, context, problems } = await player({ width: 390, height: 844 });
  await page.goto(server.url);
  await page.locator('.rule-card[data-rules="wuxi"] [data-action="quick"]').click();
  await page.waitForSelector('.hand .hand-tile');
  await leave(page);
  await page.locator('[data-action="resume"]').click();
  await page.waitForSelector('.hand .hand-tile, .cover, .podium');
  assert.deepEqual(problems, []);
  await context.close();

  // With somebody who stays.
  // … on plain http in a home network, where pages have no clipboard.
  const host = await player();
  await host.context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }),
  );
  await host.page.goto(`${server.url}/new/xuezhan`);
  await host.page.locator('[data-action="create"]').first().click();
  await host.page.waitForSelector('.big-code');
  const link = await host.page.locator('.invite + .row-form input').inputValue();
  await host.page.locator('.invite + .row-form button').click();
  const copied = host.page.locator('.toast');
  assert.match(await copied.innerText(), /不能替你复制/);
  assert.equal(await host.page.evaluate(() => String(getSelection())), link);
  assert.equal(await copied.locator('input').inputValue(), link);
  await sound(host.page, 'copied');
  await copied.locator('button').click();
  const guest = await player({ lang: 'en', theme: 'dark' });
  await guest.page.goto(link);
  await guest.page.locator('[data-action="ready"]').click();
  await host.page.locator('[data-action="start"]:not([disabled])').click();
  await guest.page.waitForSelector('.hand .hand-tile', { timeout: 15_000 });
  const seat = await seatOf(guest.page);
  await leave(guest.page);
  await guest.page.locator('[data-action="resume"]').click();
  await guest.page.waitForSelector('.hand .hand-tile', { timeout: 15_000 });
  assert.equal(await seatOf(guest.page), seat);
  for (const one of [host, guest]) {
    assert.deepEqual(one.problems, []);
    await one.context.close();
  }
});

const SIZES = [
  { width: 390, height: 844, lang: 'zh', theme: 'light' },
  { width: 844, height: 390, lang: 'en', theme: 'dark' },
  { width: 1440, height: 900, lang: 'en', theme: 'light' },
];

for (const size of SIZES)
  test(`others at the table (${size.width}×${size.height}, ${size.lang}, ${size.theme})`, async () => {
    const zh = size.lang === 'zh';
    const { page, context, problems, show } = await table(browser, 'wuxi', size);
    const view = position('wuxi', 'claim: hu pass pon');
    const idle = { ...view, prompt: null };
    const other = (view.seat + 1) % 4;

    // Somebody lives on the time bank: nobody knows how much is left, but that it goes on.
    const clock = { seats: [other], total_ms: 15_000, bank_ms: null };
    await show(idle, {}, { clock: { ...clock, until: Date.now() + 9_000 } });
    const seconds = page.locator(`.seat-card[data-seat="${other}"] .seconds`);
    assert.match(await seconds.innerText(), /^\s*[789]\s*$/);
    await show(idle, {}, { clock: { ...clock, until: Date.now() - 12_000 } });
    assert.match(await seconds.innerText(), /\+1[234]/);
    assert.match(await seconds.getAttribute('aria-label'), zh ? /超时 1/ : /1\d seconds over/);

    // Somebody watches; and one watches oneself.
    const spectators = [{ id: '00000000000000bb', nickname: '小满' }];
    await show(idle, { spectators });
    assert.match(await page.locator('.props').innerText(), zh ? /1 人旁观/ : /1 watching/);
    await sound(page, 'watched');
    const watched = { ...idle, seat: null };
    await show(watched, { spectators: [ME] });
    assert.match(
      await page.locator('.actions .question').innerText(),
      zh ? /你在旁观/ : /You are watching/,
    );
    await sound(page, 'watching');

    // The match is over; somebody else goes back to the seats.
    const end = settled('wuxi');
    const over = { ranks: [1, 2, 3, 4], corrections: [], dissolved: false };
    await show(end.view, { phase: 'over' }, { ...end.at, over });
    await page.locator('.cover [data-action="next"]').waitFor();
    await show(end.view, { phase: 'waiting' }, { ...end.at, over });
    assert.ok(await page.locator('.cover').isVisible());
    await page.locator('.cover [data-action="next"]').click();
    await page.locator('.podium').waitFor();
    assert.match(await page.locator('[data-others]').innerText(), zh ? /再来/ : /once more/);
    await sound(page, 'reading');
    await page.locator('[data-action="again"]').click();
    await page.locator('.waiting-table').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

test('a dead connection is shown before it is given up', async () => {
  const look = { width: 390, height: 844, lang: 'zh' };
  const { page, context, show, mute } = await table(browser, 'wuxi', look);
  await show(position('wuxi', 'turn: discard'));
  mute(true);
  await page.locator('[data-quiet]').waitFor({ timeout: 15_000 });
  assert.match(await page.locator('[data-quiet]').innerText(), /没有回应/);
  mute(false);
  await page.locator('[data-quiet]').waitFor({ state: 'detached' });
  await context.close();
});
