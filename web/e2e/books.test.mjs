// Rule books and the score calculator: reading, searching, anchors, a hand that scores, one that
// does not, waits, links. (The way from a settlement to the calculator is walked where deals are
// played: newcomer.test.mjs.)
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibility, overflow, smallTargets, stage } from './stage.mjs';

const { server, player } = stage();

const SCORED =
  '/score/wuxi?winner=1&hand=999m1155s&melds=pon-333p-0.pon-666s-2&win=5s&by=self_draw&flowers=15f';

test('a rule book reads in either language, is searched, and opens at a clause', async () => {
  const { page, problems, context } = await player();
  await page.goto(`${server.url}/rules/wuxi#wuxi.fan.full_flush`);
  const marked = page.locator('[data-marked]');
  await marked.waitFor();
  assert.match(await marked.innerText(), /清一色/);
  assert.ok(
    await marked.evaluate((element) => element.getBoundingClientRect().top < innerHeight),
    'the clause is in view',
  );
  assert.ok((await marked.locator('.tile').count()) >= 14, 'the example is drawn');
  // What carries it out and what shows it, as the command line prints it.
  const pointers = marked.locator('.pointers');
  assert.match(await pointers.locator('li').first().innerText(), /wuxi\/fans\.rs:\d+$/);
  assert.match(await pointers.locator('p').innerText(), /wuxi-[sp]\d+/);
  assert.equal(await page.locator('.pointers').count(), 1, 'of this clause only');
  const chinese = await page.locator('.book .text').innerText();
  await page.locator('.tools .icon-btn[lang="en"]').click();
  await page.waitForFunction(() => document.querySelector('h1')?.textContent?.includes('Wuxi'));
  const english = await page.locator('.book .text').innerText();
  assert.doesNotMatch(english, /[\u4e00-\u9fff]/, 'no Chinese in the English book');
  assert.ok(chinese.length > 4000 && english.length > 8000, `${chinese.length} ${english.length}`);
  await page.locator('.book input[type="search"]').fill('robbed kong');
  await page.waitForFunction(() => document.querySelectorAll('.chapter').length < 6);
  assert.match(await page.locator('.book .text').innerText(), /its owner alone pays/);
  await page.locator('.book input[type="search"]').fill('no such words');
  await page.waitForSelector('.nothing-yet');
  assert.deepEqual(problems, []);
  await context.close();
});

test('tiles tapped together are scored, waits come before, and impossible tiles are grey', async () => {
  const { page, problems, context } = await player();
  await page.goto(`${server.url}/score/wuxi`);
  const key = (tile) => page.locator(`.palette button[data-tile="${tile}"]`);
  await key('1m').waitFor();
  for (const tile of ['1m', '1m', '1m', '2m', '3m', '4m', '5m', '6m', '7m', '8m', '9m', '9m'])
    await key(tile).click();
  assert.ok(await key('3m').isEnabled());
  await key('9m').click();
  await page.waitForSelector('[data-outcome="waits"] [data-wait="5m"]');
  assert.equal(await page.locator('[data-wait]').count(), 9, 'nine gates wait for nine kinds');
  await key('5m').click();
  await page.waitForSelector('[data-outcome="score"]');
  const result = page.locator('[data-outcome]');
  assert.match(await result.innerText(), /九莲宝灯/);
  assert.equal(await result.locator('[data-figure="points"] b').innerText(), '80');
  assert.equal(await result.locator('.payment').count(), 3);
  assert.equal(
    (await result.locator('a.chip-clause[href="/rules/wuxi#wuxi.fan.nine_gates"]').count()) > 0,
    true,
  );
  await page.locator('.calculator .segments button', { hasText: '手牌' }).click();
  assert.ok(await key('1m').isDisabled(), 'a full hand takes no more');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a wrong hand says what is wrong, in both languages', async () => {
  const { page, problems, context } = await player();
  await page.goto(`${server.url}/score/xuezhan?hand=123m468m1p&buried=159s`);
  await page.waitForSelector('.calculator .nothing-yet');
  assert.match(await page.locator('.calculator .nothing-yet').innerText(), /还差 3 张/);
  await page.goto(`${server.url}/score/xuezhan?hand=123m468m1179p&win=5m&by=self_draw&buried=159s`);
  await page.waitForSelector('[data-outcome="refused"] .wrong');
  assert.match(await page.locator('.wrong').innerText(), /三副牌加一对将/);
  await page.locator('.tools .icon-btn[lang="en"]').click();
  await page.waitForFunction(() =>
    /three sets and a pair/.test(document.querySelector('.wrong')?.textContent ?? ''),
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test('a link opens with the same result, and every size and language fits', async () => {
  for (const [width, height, lang, theme] of [
    [1440, 900, 'zh', 'light'],
    [844, 390, 'zh', 'light'],
    [390, 844, 'en', 'dark'],
  ]) {
    const { page, problems, context } = await player({
      width,
      height,
      lang,
      theme,
    });
    for (const path of [SCORED, '/score/hongzhong', '/rules/anhua']) {
      await page.goto(server.url + path);
      await page.waitForSelector(
        path.startsWith('/rules')
          ? '.chapter .example'
          : path === SCORED
            ? '[data-outcome="score"]'
            : '.palette button',
      );
      if (path === SCORED) {
        assert.equal(await page.locator('[data-figure="points"] b').innerText(), '20');
        assert.ok(
          page.url().includes('flowers=15f') && page.url().includes('melds=pon-333p-0'),
          page.url(),
        );
      }
      assert.equal(await overflow(page), 0, `${path} ${width} ${lang}`);
      assert.deepEqual(await smallTargets(page), [], `${path} ${width} ${lang}`);
      // Rule books are looked at with the other pages; the calculator's are these.
      if (width !== 844 && path.startsWith('/score'))
        assert.deepEqual(await accessibility(page), [], `${path} ${width} ${lang}`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
});
