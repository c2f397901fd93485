// The page speaks the language of the browser until somebody chooses another, and says so where an
// address leads nowhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sound, stage } from './stage.mjs';

const { server, player } = stage();
const HAN = /\p{Script=Han}/u;

const names = (page) => page.locator('.seat-card .seat-name b').allInnerTexts();
/** The letters of the bots: a guest's own may be anyone's. */
const letters = (page) => page.locator('.seat-card:has(.badge svg) .avatar').allInnerTexts();

test('an English browser gets English, and English names', async () => {
  const { page, problems, context } = await player({ locale: 'en-GB' });
  await page.goto(server.url);
  await page.waitForSelector('.rule-card');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  const written = await page.evaluate(() => {
    const copy = document.querySelector('main').cloneNode(true);
    copy.querySelectorAll('[aria-hidden="true"]').forEach((one) => one.remove());
    return copy.textContent;
  });
  assert.doesNotMatch(written, HAN);
  await page.locator('.rule-card[data-rules="wuxi"] [data-action="quick"]').click();
  await page.waitForSelector('.hand .hand-tile');
  const seated = await names(page);
  assert.equal(seated.length, 4);
  for (const name of seated) assert.match(name, /^[A-Z][a-z]+(\d\d)?$/);
  const discs = await letters(page);
  assert.equal(new Set(discs).size, 3, `bots by their letters: ${discs}`);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a Chinese browser gets Chinese, and Chinese names', async () => {
  for (const locale of ['zh-CN', 'zh-TW']) {
    const { page, problems, context } = await player({ locale });
    await page.goto(server.url);
    await page.waitForSelector('.rule-card');
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
    await page.locator('.rule-card[data-rules="hongzhong"] [data-action="quick"]').click();
    await page.waitForSelector('.hand .hand-tile');
    for (const name of await names(page)) assert.match(name, HAN);
    assert.equal(new Set(await letters(page)).size, 3);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('only a chosen language is remembered', async () => {
  const { page, context } = await player({ locale: 'fr-FR' });
  await page.goto(server.url);
  await page.waitForSelector('.rule-card');
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('sifang.settings')));
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await page.locator('.tools .icon-btn').nth(1).click();
  assert.deepEqual(await kept(), { theme: 'dark' });
  await page.locator('.tools .icon-btn').first().click();
  assert.deepEqual(await kept(), { theme: 'dark', lang: 'zh' });
  await page.reload();
  await page.waitForSelector('.rule-card');
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
  await context.close();
});

for (const [width, height, locale, title] of [
  [1440, 900, 'en-US', 'No such page'],
  [844, 390, 'zh-CN', '没有这一页'],
  [390, 844, 'en-GB', 'No such page'],
  [390, 844, 'zh-CN', '没有这一页'],
]) {
  test(`an address that leads nowhere (${width}×${height}, ${locale})`, async () => {
    const { page, problems, context } = await player({ width, height, locale });
    const answer = await page.goto(`${server.url}/rule/wuxy`);
    assert.equal(answer.status(), 404);
    await page.waitForSelector('[data-page="missing"] a[href="/rules/wuxi"]');
    assert.equal(await page.locator('h1').innerText(), title);
    assert.match(await page.locator('.address').innerText(), /^\/rule\/wuxy$/);
    await sound(page, locale);
    // The browser itself says that the page was not found.
    assert.deepEqual(
      problems.filter((line) => !/404/.test(line)),
      [],
    );
    assert.equal((await page.goto(`${server.url}/score/poker`)).status(), 404);
    await page.waitForSelector('[data-page="missing"]');
    await page.locator('[data-page="missing"] a[href="/score"]').first().click();
    await page.waitForSelector('.rule-tabs');
    assert.equal((await page.goto(`${server.url}/rules/wuxi`)).status(), 200);
    await page.waitForSelector('.book');
    await context.close();
  });
}
