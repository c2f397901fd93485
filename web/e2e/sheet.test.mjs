// The sheet of house rules: from a room to paper, only what differs, each with its clauses.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { sound, stage } from './stage.mjs';

const shots = process.env.SIFANG_SHOTS;
if (shots !== undefined) mkdirSync(shots, { recursive: true });
const { server, player } = stage();

test('a room has its house rules on a sheet: only what differs, with clauses', async () => {
  for (const look of [
    { width: 1440, height: 900, lang: 'zh', theme: 'light' },
    { width: 390, height: 844, lang: 'en', theme: 'dark' },
    { width: 844, height: 390, lang: 'en', theme: 'light' },
  ]) {
    const { page, problems, context } = await player(look);
    await page.goto(`${server.url}/new/wuxi?base=10&rob_kong=false`);
    await page.locator('[data-action="create"]').click();
    await page.waitForSelector('.big-code');
    await page.locator('.page-head button.link').click();
    const link = page.locator('dialog.drawer [data-action="sheet"]');
    await link.waitFor();
    const [paper] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await paper.waitForSelector('[data-page="sheet"] [data-option]');
    const listed = await paper
      .locator('[data-page="sheet"] [data-option]')
      .evaluateAll((all) => all.map((one) => one.dataset.option));
    assert.deepEqual(listed, ['base', 'rob_kong'], 'what differs, and nothing else');
    const rob = paper.locator('[data-option="rob_kong"]');
    await rob.locator('blockquote').first().waitFor();
    assert.match(
      await rob.innerText(),
      look.lang === 'zh' ? /抢杠[^]*关[^]*默认 开/ : /off[^]*Default on/,
    );
    assert.equal(
      await rob.locator('blockquote a.clause-id').first().getAttribute('href'),
      '/rules/wuxi#wuxi.turn.rob',
    );
    await sound(paper, 'sheet');
    const { width, height } = look;
    if (shots !== undefined)
      await paper.screenshot({ path: `${shots}/sheet-${width}x${height}.png`, fullPage: true });
    // On paper: black on white, nothing to press.
    await paper.emulateMedia({ media: 'print' });
    assert.equal(await paper.locator('.topbar').isVisible(), false);
    assert.equal(await paper.locator('[data-action="print"]').isVisible(), false);
    assert.equal(
      await paper.evaluate(() => getComputedStyle(document.body).backgroundColor),
      'rgb(255, 255, 255)',
    );
    assert.equal(await rob.evaluate((row) => getComputedStyle(row).color), 'rgb(0, 0, 0)');
    if (shots !== undefined)
      await paper.screenshot({
        path: `${shots}/sheet-print-${width}x${height}.png`,
        fullPage: true,
      });
    // It leads back to a room with the same rules.
    await paper.emulateMedia({ media: 'screen' });
    await paper.locator('.page-head a[href^="/new/wuxi"]').click();
    await paper.waitForSelector('[data-option="rob_kong"] .changed-mark');
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('a sheet of nothing changed says so, and one of unknown rules is missing', async () => {
  const { page, problems, context } = await player({ lang: 'zh' });
  await page.goto(`${server.url}/sheet/jingji?players=4`);
  await page.waitForSelector('.nothing-changed');
  await page.goto(`${server.url}/sheet/wuxi?base=11&nonsense=1&cap=sky`);
  assert.match(await page.locator('[role="alert"]').innerText(), /nonsense/);
  assert.equal(await page.locator('[data-option="base"]').count(), 1);
  assert.deepEqual(problems, []);
  const answer = await page.goto(`${server.url}/sheet/poker`);
  assert.equal(answer.status(), 404);
  await page.waitForSelector('[data-page="missing"]');
  await context.close();
});
