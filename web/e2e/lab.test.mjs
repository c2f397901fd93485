// The lab: a comparison from the form to its charts, a reload while it runs, cancelling, both
// languages, every window.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sound, stage } from './stage.mjs';

const { server, player } = stage();

/** Opens the form of a rule set and changes its first switch or number in B. */
async function setUp(page, rules) {
  await page.goto(`${server.url}/lab`);
  await page.locator(`[data-rules="${rules}"]`).click();
  await page.waitForSelector(`[data-rules="${rules}"][aria-current]`);
  assert.ok(await page.locator('[data-action="run"]').isDisabled(), 'nothing to compare yet');
  await page.locator('[data-option="base"] .stepper button').last().click();
  assert.ok(await page.locator('[data-action="run"]').isEnabled());
}

const pick = (page, group, n) =>
  page.locator(`.pick-row:has-text("${group}") [role=radio]`).nth(n).click();

test('a long comparison moves on, survives a reload, and can be cancelled', async () => {
  const { page, problems, context } = await player({
    width: 390,
    height: 844,
  });
  await setUp(page, 'wuxi');
  await pick(page, '牌墙数', 3);
  await page.locator('[data-action="run"]').click();
  await page.waitForSelector('.run[data-state="running"]');
  const address = page.url();
  const played = () =>
    page
      .locator('.run .numeric')
      .last()
      .innerText()
      .then((text) => Number(text.split('/')[0]));
  await page.waitForFunction(
    () => Number(document.querySelector('.run p.numeric')?.textContent?.split('/')[0]) > 0,
  );
  const before = await played();
  await page.goto(`${server.url}/lab`);
  await page.waitForURL(address);
  await page.waitForFunction(
    (was) => Number(document.querySelector('.run p.numeric')?.textContent?.split('/')[0]) > was,
    before,
  );
  // One at a time.
  const token = await page.evaluate(() => localStorage.getItem('sifang.token'));
  const second = await fetch(`${server.url}/api/lab`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ rules: 'wuxi', seats: 4, b: { base: 7 }, deals: 1000, bots: 'random' }),
  });
  assert.equal(second.status, 409);
  await page.locator('[data-action="cancel"]').click();
  await page.waitForSelector('.run[data-state="cancelled"]');
  assert.equal(await page.locator('[data-action="cancel"]').count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test('no number and no word of the form is cut off', async () => {
  for (const [lang, width] of [
    ['en', 1440],
    ['zh', 320],
    ['en', 320],
  ]) {
    const { page, context } = await player({ width, height: 700, lang });
    await page.goto(`${server.url}/lab`);
    const seed = page.locator('.pick-row .stepper input').last();
    await seed.fill('1000000000');
    await seed.blur();
    const cut = await page
      .locator('.pick-row :is(.segments button, .stepper input)')
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => one.value || one.textContent.trim()),
      );
    assert.deepEqual(cut, [], `${lang}, ${width}`);
    await context.close();
  }
});

test('a finished comparison shows its charts in both languages and every window', async () => {
  const { page, problems, context } = await player();
  await setUp(page, 'hongzhong');
  await pick(page, '牌墙数', 0);
  await pick(page, '谁来打', 0);
  await page.locator('[data-action="run"]').click();
  await page.waitForSelector('.run[data-state="done"]', { timeout: 240_000 });
  for (const chart of ['fans', 'values', 'sources', 'places'])
    assert.equal(await page.locator(`[data-chart="${chart}"]`).count(), 1, chart);
  assert.ok((await page.locator('[data-chart="values"] rect').count()) > 4);
  assert.ok((await page.locator('.findings li').count()) > 4);
  assert.match(await page.locator('.findings').innerText(), /胡牌/);
  const address = page.url();
  const report = await fetch(
    server.url + (await page.locator('[data-action="report"]').getAttribute('href')),
  );
  assert.equal(report.status, 200);
  assert.match(await report.text(), /<svg/);
  const alone = await page.context().newPage();
  const refused = [];
  alone.on('console', (message) => refused.push(message.text()));
  await alone.goto(report.url);
  // Its style is its own: where the policy refused it, both languages would be shown.
  assert.equal(await alone.locator('h1 [lang="en"]').first().isVisible(), false);
  assert.equal(await alone.locator('h1 [lang="zh"]').first().isVisible(), true);
  assert.deepEqual(refused, []);
  await alone.close();
  assert.deepEqual(problems, []);
  await context.close();
  for (const [width, height, lang, theme] of [
    [1440, 900, 'en', 'dark'],
    [844, 390, 'zh', 'light'],
    [390, 844, 'en', 'light'],
  ]) {
    // The link is all that another person needs.
    const other = await player({ width, height, lang, theme });
    await other.page.goto(address);
    await other.page.waitForSelector('[data-chart="places"]');
    await other.page.locator('details.all-figures summary').click();
    await sound(other.page, `${width} ${lang}`);
    await other.page.goto(`${server.url}/lab`);
    await other.page.waitForSelector('[data-action="run"]');
    await sound(other.page, `form ${width} ${lang}`);
    assert.deepEqual(other.problems, []);
    await other.context.close();
  }
});

test('whole matches, another seed, files to take away', async () => {
  const { page, problems, context } = await player({ width: 390, height: 844, lang: 'en' });
  await page.goto(`${server.url}/lab`);
  await page.locator('[data-rules="hongzhong"]').click();
  await page.waitForSelector('[data-rules="hongzhong"][aria-current]');
  assert.equal(await page.locator('[data-option="deals"]').count(), 0, 'no effect on one deal');
  await pick(page, 'On each wall', 1);
  await page.locator('[data-option="deals"] .stepper button').first().click();
  await pick(page, 'Walls', 0);
  await pick(page, 'Who plays', 0);
  await page.locator('.pick-row:has-text("Seed") input').fill('77');
  await page.locator('.pick-row:has-text("Seed") input').blur();
  await page.locator('[data-action="run"]').click();
  await page.waitForSelector('.run[data-state="done"]', { timeout: 240_000 });
  assert.match(await page.locator('.run p.numeric').innerText(), /a whole match.*seed 77/);
  assert.match(await page.locator('.findings').innerText(), /Deals in a match: .*certainly/);
  assert.ok((await page.locator('.findings > ul > li').count()) <= 10);
  const taken = {};
  for (const kind of ['json', 'csv']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator(`[data-action="${kind}"]`).click(),
    ]);
    assert.match(file.suggestedFilename(), new RegExp(`^sifang-lab-hongzhong-.*\\.${kind}$`));
    taken[kind] = readFileSync(await file.path(), 'utf8');
  }
  const report = JSON.parse(taken.json);
  assert.deepEqual([report.seed, report.matches, report.deals], [77, true, 1000]);
  assert.equal(taken.csv.trim().split('\n').length, report.statistics.length + 1);
  await page.locator('.run details summary').click();
  assert.match(await page.locator('.run details').innerText(), /--matches 1000 .*--seed 77/);
  await sound(page, 'whole matches');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a comparison that is not there says so', async () => {
  const { page, context } = await player({ lang: 'en' });
  await page.goto(`${server.url}/lab/00ff`);
  await page.waitForSelector('main [role="alert"]');
  await context.close();
});
