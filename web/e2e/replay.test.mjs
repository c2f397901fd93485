// A finished match seen again: every step, both ways, from any seat, with all hands open; and the
// history that leads to it. Both languages, three window sizes.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { playMatch } from './played.mjs';
import { accessibility, sound, stage } from './stage.mjs';

const shots = process.env.SIFANG_SHOTS;
if (shots !== undefined) mkdirSync(shots, { recursive: true });

/** Who played, and what. */
let token;
let match;
const { server, player } = stage({
  // In Xuezhan no deal ends with the first win: there are always steps enough to walk through.
  ready: async () => {
    ({ token, match } = await playMatch(server, player, {
      rules: 'xuezhan',
      options: { deals: 2 },
    }));
  },
});

/** A window of the player of the match. */
async function visitor(look) {
  const opened = await player({ ...look });
  await opened.context.addInitScript(
    (bearer) => localStorage.setItem('sifang.token', bearer),
    token,
  );
  return opened;
}

const stepOf = async (page) =>
  Number(await page.locator('.replay-controls .step-count').getAttribute('data-step'));
/** Everything that can be seen of the table. */
const table = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.felt .tile')].map((tile) => tile.dataset.tile).join(' '),
  );

async function fits(page, name) {
  await sound(page, name);
  const { width, height } = page.viewportSize();
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/${name}-${width}x${height}.png` });
}

test('a match is stepped through, forwards and back, from a seat and with all hands open', async () => {
  const { page, problems, context } = await visitor({});
  await page.goto(`${server.url}/replay/${match}`);
  await page.waitForSelector('.replay .hand .hand-tile');
  assert.equal(await stepOf(page), 0);
  const start = await table(page);
  for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowRight');
  assert.equal(await stepOf(page), 6);
  const later = await table(page);
  assert.notEqual(later, start);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await table(page), later, 'one on and one back is where one was');
  await page.keyboard.press('Home');
  assert.equal(await table(page), start);

  // Jumps: the end by key, a mark by button, any place by the slider, a line of the story.
  await page.keyboard.press('End');
  const last = await stepOf(page);
  assert.ok(last > 8, `${last} steps`);
  await page.waitForSelector('[data-action="settlement"]');
  await page.locator('[data-action="mark-back"]').click();
  assert.ok((await stepOf(page)) < last);
  await page.locator('.timeline input').fill('7');
  assert.equal(await stepOf(page), 7);
  const line = page.locator('.event-list li').nth(2);
  await line.locator('button').click();
  assert.equal(await stepOf(page), Number(await line.getAttribute('data-n')));

  // Other hands are backs until all lie open.
  assert.equal(await page.locator('.open-hand').count(), 0);
  const seatView = await page.locator('.felt .tile[data-tile="back"]').count();
  await page.locator('.open-row [role="switch"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.open-hand').length === 3);
  assert.ok((await page.locator('.felt .tile[data-tile="back"]').count()) <= seatView);
  const hand = await page.locator('.hand').innerHTML();
  await page.locator('.from-seat [role="radio"]').nth(2).click();
  assert.notEqual(await page.locator('.hand').innerHTML(), hand);
  await fits(page, 'replay-open');

  // The address carries the place; a link opened elsewhere shows the same.
  const shared = page.url();
  assert.match(shared, /deal=1&step=\d+&seat=2&open=1/);
  const shownHere = await table(page);
  const other = await player({ lang: 'en' });
  await other.page.goto(shared);
  await other.page.waitForFunction(() => document.querySelectorAll('.open-hand').length === 3);
  assert.equal(await table(other.page), shownHere);
  assert.deepEqual(other.problems, []);
  await other.context.close();

  // It plays by itself to the end, where the settlement comes up as in play; from there to the next
  // deal.
  await page.locator('.timeline input').fill(String(last - 3));
  await page.locator('.replay-controls [role="radio"]').nth(2).click();
  await page.locator('[data-action="play"]').click();
  await page.waitForSelector('.cover h1');
  assert.ok((await page.locator('.cover .totals tbody tr').count()) === 4);
  await page.locator('.cover [data-action="next"]').click();
  await page.waitForFunction(() => document.querySelector('[data-pick="deal"]')?.value === '2');
  await page.waitForSelector('.replay .hand .hand-tile');
  assert.equal(await stepOf(page), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the history shows the match and leads to its replay; a stranger has none yet', async () => {
  for (const { width, height, lang } of [
    { width: 1440, height: 900, lang: 'zh' },
    { width: 390, height: 844, lang: 'en' },
    { width: 844, height: 390, lang: 'zh' },
  ]) {
    const { page, problems, context } = await visitor({ width, height, lang });
    await page.goto(server.url);
    await page.locator('nav a[href="/history"]').click();
    await page.waitForSelector(`[data-match="${match}"]`);
    assert.equal(await page.locator('.key-figures').getAttribute('data-stat'), '1');
    await page.waitForSelector('.played .chip');
    assert.equal(
      await page.locator('.played .chip').count(),
      1,
      'only the option that was changed is named',
    );
    await fits(page, `history-${lang}`);
    await page.locator(`[data-match="${match}"] [data-action="replay"]`).click();
    await page.waitForSelector('.replay .felt .compass .wall-count');
    await page.locator('[data-action="mark-forward"]').click();
    await page.waitForTimeout(300);
    await fits(page, `replay-${lang}`);
    if (height < 500) {
      await page.locator('.replay-controls [data-action="more"]').click();
      await page.waitForSelector('.drawer .fair [data-verdict="proven"]');
      assert.deepEqual(await accessibility(page), []);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
  const { page, problems, context } = await player();
  await page.goto(`${server.url}/history`);
  await page.waitForSelector('.page .card');
  assert.match(await page.locator('main').innerText(), /还没有战绩/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('an unknown match has a page that says so', async () => {
  for (const [lang, words] of [
    ['zh', /没有这场回放/],
    ['en', /no such replay/],
  ]) {
    const { page, problems, context } = await player({ lang });
    await page.goto(`${server.url}/replay/${'0'.repeat(32)}`);
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('main')?.innerText ?? ''),
      words.source,
    );
    assert.deepEqual(await accessibility(page), []);
    // The browser itself reports the answer 404; nothing else may be said.
    assert.deepEqual(
      problems.filter((line) => !line.includes('404')),
      [],
    );
    await context.close();
  }
});
