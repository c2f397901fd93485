// A whole match of each rule set: house rules by link, a room, bots, every deal, the result, and
// once more.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { playDeal } from './play.mjs';
import { accessibility, overflow, sound, stage } from './stage.mjs';

/** Where screenshots go, if they are wanted. */
const shots = process.env.SIFANG_SHOTS;
if (shots !== undefined) mkdirSync(shots, { recursive: true });

const { server, player } = stage();

const MATCHES = [
  { rules: 'xuezhan', link: 'deals=1', lang: 'zh', theme: 'dark', width: 1440, height: 900 },
  {
    rules: 'anhua',
    link: 'deals=2&players=3&bird_type=dealer_seat&bird_count=2&piao_mode=choose',
    lang: 'en',
    theme: 'light',
    width: 390,
    height: 844,
  },
  {
    rules: 'anhua',
    link: 'deals=1&players=2&below_score=10&below_add=5',
    lang: 'zh',
    theme: 'light',
    width: 844,
    height: 390,
  },
  { rules: 'jingji', link: 'rounds=1', lang: 'zh', theme: 'light', width: 1440, height: 900 },
  { rules: 'wuxi', link: 'deals=2', lang: 'en', theme: 'dark', width: 844, height: 390 },
  { rules: 'hongzhong', link: 'deals=2', lang: 'zh', theme: 'dark', width: 390, height: 844 },
];

for (const { rules, link, lang, theme, width, height } of MATCHES) {
  test(`${rules}?${link} (${width}×${height}, ${lang}, ${theme}): from house rules by link to the result`, async () => {
    const { page, problems, context } = await player({
      width,
      height,
      lang,
      theme,
    });
    const shoot = async (name) => {
      if (shots !== undefined)
        await page.screenshot({
          path: `${shots}/${rules}-${name}-${width}x${height}-${theme}.png`,
        });
    };
    await page.goto(`${server.url}/new/${rules}?${link}`);
    await page.waitForSelector('[data-action="create"]');
    await shoot('form');
    // The even pause after every discard would only make the test longer.
    await page.locator('[data-option="pause"] [role="switch"]').click();
    await page.locator('[data-action="create"]').click();
    await page.waitForSelector('.big-code');
    await page.waitForTimeout(300);
    await shoot('waiting');
    await sound(page);
    await page.locator('[data-action="start"]').click();
    for (let deal = 1; deal <= 12; deal++) {
      await page.waitForSelector('.felt .compass .wall-count', { timeout: 15_000 });
      await playDeal(page, { claim: deal % 2 === 1 });
      await page.waitForTimeout(300);
      await shoot(`settlement-${deal}`);
      if (deal === 1) assert.deepEqual(await accessibility(page), []);
      const last = await page.locator('.cover [data-action="next"]').innerText();
      await page.locator('.cover [data-action="next"]').click();
      await page.waitForSelector('.cover', { state: 'detached', timeout: 30_000 });
      if (/终局|result/.test(last)) break;
    }
    await page.waitForSelector('.podium');
    await shoot('result');
    const totals = await page.locator('.podium .rank-points').allInnerTexts();
    assert.equal(
      totals
        .map((text) => Number(text.replace('+', '').replace('−', '-')))
        .reduce((a, b) => a + b, 0),
      0,
      totals.join(' '),
    );
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await accessibility(page), []);
    await page.locator('[data-action="again"]').click();
    await page.waitForSelector('.big-code');
    assert.deepEqual(problems, []);
    await context.close();
  });
}
