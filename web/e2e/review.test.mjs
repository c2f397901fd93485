// A finished match reviewed: worked out by the server while one looks on, the worst mistakes first,
// each on the table as its player saw it; and everything that can be in the way of it.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { playMatch } from './played.mjs';
import { accessibility, overflow, smallTargets, sound, stage } from './stage.mjs';

const shots = process.env.SIFANG_SHOTS;
if (shots !== undefined) mkdirSync(shots, { recursive: true });

let token;
let match;
const { server, player } = stage({
  // Whoever lets everything pass and throws from the middle makes mistakes.
  ready: async () => {
    ({ token, match } = await playMatch(server, player, {
      rules: 'xuezhan',
      options: { deals: 1 },
      badly: true,
    }));
  },
});

async function visitor(look) {
  const opened = await player({ ...look });
  await opened.context.addInitScript(
    (bearer) => localStorage.setItem('sifang.token', bearer),
    token,
  );
  return opened;
}

async function shot(page, name) {
  const { width, height } = page.viewportSize();
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/${name}-${width}x${height}.png` });
}

/** The review when it is done. */
async function finished(page) {
  await page.goto(`${server.url}/review/${match}`);
  await page.waitForSelector('.key-figures[data-mistakes]', { timeout: 240_000 });
}

const losses = (page) =>
  page
    .locator('.mistake .cost')
    .evaluateAll((all) => all.map((one) => Number(/[0-9.]+/.exec(one.textContent)[0])));
const dataAt = async (page) => Number(await page.locator('[data-at]').getAttribute('data-at'));

test('from the history to the review: it comes in while one looks, the worst first', async () => {
  const { page, problems, context } = await visitor({});
  await page.goto(`${server.url}/history`);
  await page.locator(`[data-match="${match}"] [data-action="review"]`).click();
  await page.waitForURL(`${server.url}/review/${match}`);
  // How far it is, until it is done: then what it comes to.
  const state = page.locator('.pace-card');
  if ((await state.count()) > 0) {
    await page.waitForSelector('[role="progressbar"][aria-valuenow]');
    await shot(page, 'review-working');
    await sound(page, 'while it is worked out');
  }
  await page.waitForSelector('.key-figures[data-mistakes]', { timeout: 240_000 });
  const found = await losses(page);
  assert.ok(found.length >= 2, `${found.length} mistakes`);
  assert.deepEqual(
    found,
    [...found].sort((a, b) => b - a),
  );
  assert.equal(
    String(found.length),
    await page.locator('.key-figures').getAttribute('data-mistakes'),
  );
  assert.match(await page.locator('[data-equal]').innerText(), /其余 \d+ 次选择.*打平/);
  assert.match(await page.locator('.mistake').first().innerText(), /平均亏 .* 分；有 95% 的把握在/);
  // Luck and play of each deal are its result.
  for (const row of await page.locator('tr[data-deal]').all()) {
    const [result, play, luck] = (await row.locator('td.numeric').allInnerTexts())
      .slice(0, 3)
      .map((text) => Number(text.replace('−', '-')));
    assert.ok(Math.abs(result - play - luck) < 0.11, `${result} ${play} ${luck}`);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('each mistake stands on the table; keys and buttons lead on; open hands are apart', async () => {
  const { page, problems, context } = await visitor({ lang: 'en' });
  await finished(page);
  const count = (await losses(page)).length;
  await page.locator('.mistake a.btn').first().click();
  await page.waitForSelector('.review-table .hand .hand-tile');
  assert.equal(await dataAt(page), 1);
  assert.match(await page.locator('.review-side').innerText(), /You chose[^]*Better/);
  // Whoever has won lies open for everybody; in hindsight all three others do.
  const open = page.locator('.open-hand');
  assert.ok((await open.count()) < 3, 'no more than was seen');
  const side = page.locator('.review-side .mistake');
  const figures = await side.innerText();
  await page.locator('.review-side [role="switch"]').last().click();
  await open.nth(2).waitFor();
  assert.match(await page.locator('.hindsight').innerText(), /could not see/);
  assert.equal(await side.innerText(), figures, 'no figure changes with what one could not see');
  await sound(page, 'hindsight');
  await shot(page, 'review-hindsight');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('[data-at="2"]');
  await page.waitForSelector('.review-table .hand .hand-tile');
  assert.ok((await open.count()) < 3, 'the next one is as it was seen');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('[data-at="1"]');
  for (let n = 2; n <= count; n++) {
    await page.locator('[data-action="next"]').click();
    await page.waitForSelector(`[data-at="${n}"]`);
  }
  assert.ok(await page.locator('[data-action="next"]').isDisabled());
  // The link alone leads there, and Escape back to all of them.
  const link = page.url();
  await page.goto(link);
  await page.waitForSelector(`[data-at="${count}"]`);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.key-figures[data-mistakes]');
  assert.deepEqual(problems, []);
  await context.close();
});

test('the answer is hidden until something is chosen', async () => {
  const { page, problems, context } = await visitor({ lang: 'zh' });
  await finished(page);
  await page.locator('.try-row [role="switch"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.mistake .choices').length === 0);
  await sound(page, 'hidden');
  // One that is a discard can be answered by a tile.
  const { review } = await page.evaluate(
    async ([id, bearer]) => {
      const headers = { authorization: `Bearer ${bearer}` };
      return (await fetch(`/api/records/${id}/review`, { headers })).json();
    },
    [match, token],
  );
  const at = review.mistakes.findIndex(
    (one) => one.played.startsWith('discard') && one.better.startsWith('discard'),
  );
  assert.ok(at >= 0, 'a mistake with two discards');
  const tile = review.mistakes[at].better.split(' ')[1];
  await page.locator('.mistake a.btn').nth(at).click();
  await page.waitForSelector('.review-table .felt[data-mine]');
  assert.equal(await page.locator('.review-side .choices').count(), 0);
  await shot(page, 'review-try');
  const held = page.locator(`.hand .hand-tile[data-tile="${tile}"]`).last();
  await page.waitForSelector('.actions[data-armed="true"]');
  await held.click();
  await held.click();
  await page.waitForSelector('[data-verdict="right"]');
  assert.equal(await page.locator('.review-side .choices').count(), 1);
  assert.equal(await page.locator('.hand-tile[data-review="better"]').count(), 1);
  await sound(page, 'answered');
  // Or the answer is asked for; by keys alone.
  await page.keyboard.press('Escape');
  await page.waitForSelector('.try-row');
  await page.locator('.mistake a.btn').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-action="give"]');
  await page.locator('.review-side [data-action="give"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.review-side .choices');
  assert.deepEqual(problems, []);
  await context.close();
});

test('it fits every window, in both languages, by day and by night', async () => {
  for (const [width, height, lang, theme] of [
    [1440, 900, 'zh', 'light'],
    [1440, 900, 'en', 'dark'],
    [844, 390, 'en', 'light'],
    [844, 390, 'zh', 'dark'],
    [390, 844, 'zh', 'light'],
    [390, 844, 'en', 'dark'],
  ]) {
    const name = `${lang}-${theme}`;
    const { page, problems, context } = await visitor({ width, height, lang, theme });
    await finished(page);
    await sound(page, `overview ${name} ${width}`);
    await shot(page, `review-${name}`);
    if (shots !== undefined)
      await page.screenshot({
        path: `${shots}/review-whole-${name}-${width}x${height}.png`,
        fullPage: true,
      });
    await page.locator('.mistake a.btn').first().click();
    await page.waitForSelector('.review-table .hand .hand-tile[data-review]');
    await page.waitForTimeout(300);
    assert.equal(await overflow(page), 0, name);
    assert.deepEqual(await smallTargets(page), [], name);
    assert.deepEqual(await accessibility(page), [], name);
    await shot(page, `review-table-${name}`);
    if (height < 500) {
      await page.locator('[data-action="about"]').click();
      await page.waitForSelector('.drawer .mistake');
      await sound(page, `explained ${name}`);
      await shot(page, `review-about-${name}`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('what reviews come to stands in the history, and can be taken away', async () => {
  for (const [width, height, lang, theme] of [
    [1440, 900, 'en', 'light'],
    [390, 844, 'zh', 'dark'],
    [844, 390, 'en', 'light'],
  ]) {
    const { page, problems, context } = await visitor({ width, height, lang, theme });
    await finished(page);
    const cost = await page.locator('.key-figures b').nth(1).innerText();
    await page.goto(`${server.url}/history`);
    await page.waitForSelector('[data-reviews="1"] [data-kind]');
    await sound(page, `history ${width}`);
    await shot(page, `history-reviews-${lang}`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-action="csv"]').click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    assert.equal(lines.length, 2);
    const [id, rules, , deals, , play] = lines[1].split(',');
    assert.deepEqual([id, rules, deals], [match, 'xuezhan', '1']);
    assert.ok(Math.abs(Number(play) - Number(cost.replace('−', '-'))) < 0.051, `${play} ${cost}`);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('whatever is in the way says so', async () => {
  const trouble = async (look, prepare = () => undefined, id = match) => {
    const opened = await look();
    await prepare(opened);
    await opened.page.goto(`${server.url}/review/${id}`);
    await opened.page.waitForSelector('[data-trouble]');
    const found = await opened.page.locator('[data-trouble]').getAttribute('data-trouble');
    assert.deepEqual(await accessibility(opened.page), [], found);
    await shot(opened.page, `review-${found}`);
    return [found, opened];
  };
  const refuse = (status, code) => async (opened) => {
    await opened.context.route('**/review', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { code, zh: '忙', en: 'busy' } })
        : route.fallback(),
    );
  };
  for (const [look, prepare, id, wanted] of [
    [() => player({}), undefined, match, 'foreign'],
    [
      () => player({ lang: 'en' }),
      async ({ page }) => {
        await page.goto(`${server.url}/lab`);
        await page.waitForFunction(() => localStorage.getItem('sifang.token') !== null);
      },
      match,
      'foreign',
    ],
    [() => visitor({ lang: 'en' }), undefined, '0'.repeat(32), 'missing'],
    [() => visitor({ width: 390, height: 844 }), refuse(409, 'record/unplayable'), match, 'old'],
  ]) {
    const [found, { context }] = await trouble(look, prepare, id);
    assert.equal(found, wanted);
    await context.close();
  }
  // A busy server is asked again by itself.
  const [found, opened] = await trouble(() => visitor({ lang: 'zh' }), refuse(503, 'server/busy'));
  assert.equal(found, 'busy');
  await opened.context.unroute('**/review');
  await opened.page.waitForSelector('.key-figures[data-mistakes]', { timeout: 30_000 });
  await opened.context.close();
});
