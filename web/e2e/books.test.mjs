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
  const english = await page.locator('.book .text').evaluate((text) => {
    const copy = text.cloneNode(true);
    // Players' own names are Chinese in either language, and marked so.
    copy.querySelectorAll('[lang="zh"]').forEach((name) => name.remove());
    return copy.textContent.replace(/\s+/g, ' ');
  });
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

test('players find their own words, in one book and in all of them', async () => {
  const { page, problems, context } = await player();
  await page.goto(`${server.url}/rules/anhua`);
  await page.waitForSelector('.chapter');
  assert.match(await page.locator('.source').innerText(), /来源：《安化麻将》.*版本：\d/);
  assert.equal(await page.locator('[data-combination]').count(), 37);
  const row = page.locator('[data-combination="三王清一色小七对"]');
  assert.match(await row.innerText(), /16/);
  assert.equal(await row.locator('a').count(), 3);
  const search = page.locator('.book input[type="search"]');
  await search.fill('漏胡');
  await page.waitForFunction(() => document.querySelectorAll('.chapter').length < 3);
  assert.match(await page.locator('[data-also="anhua.rule.passed_win"]').innerText(), /漏胡/);
  await page.locator('.book .segments button', { hasText: '全部 5 本' }).click();
  await page.waitForSelector('.all-books[data-book="xuezhan"]');
  assert.deepEqual(
    (
      await page.locator('.all-books').evaluateAll((all) => all.map((one) => one.dataset.book))
    ).sort(),
    ['anhua', 'xuezhan'],
  );
  await search.fill('国士无双');
  await page.locator('.all-books[data-book="wuxi"] a').click();
  await page.waitForSelector('#wuxi\\.fan\\.thirteen_orphans[data-marked]');
  // Options by their names, linked; no identifier of the code anywhere in the text.
  for (const rules of ['anhua', 'xuezhan']) {
    await page.goto(`${server.url}/rules/${rules}`);
    await page.waitForSelector('.chapter .clause a[href*=".option."]');
    assert.doesNotMatch(await page.locator('.book .text').innerText(), /[^§] [a-z]+_[a-z_]+/);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('every name that players use is found, in its book and in all of them', async () => {
  const { page, problems, context } = await player();
  const books = await (await fetch(`${server.url}/api/rules`)).json();
  const named = await Promise.all(
    books.map(async ({ id }) => {
      const book = await (await fetch(`${server.url}/api/rules/${id}/book/zh`)).json();
      return [id, book.names, book.combinations];
    }),
  );
  assert.ok(named.reduce((sum, [, names]) => sum + names.length, 0) > 200);
  /** Types each word and returns those that do not lead to what they stand for. */
  const missed = (words, within) =>
    page.evaluate(
      async ([all, place]) => {
        const field = document.querySelector('.book input[type="search"]');
        const lost = [];
        for (const [word, wanted] of all) {
          field.value = word;
          field.dispatchEvent(new Event('input', { bubbles: true }));
          await new Promise((resolve) => setTimeout(resolve));
          const scope = place === null ? document : document.querySelector(place);
          const there = wanted.some((selector) => scope?.querySelector(selector) != null);
          if (!there) lost.push(word);
        }
        return lost;
      },
      [words, within],
    );
  for (const [id, names, combinations] of named) {
    await page.goto(`${server.url}/rules/${id}`);
    await page.waitForSelector('.chapter');
    const at = ({ clause }) => `[id="${clause}"]`;
    const words = [
      ...names.map((one) => [one.name, [at(one)]]),
      ...combinations
        .filter((one) => one.fans.length > 0)
        .map((one) => [one.name, [`[data-combination="${one.name}"]`]]),
    ];
    assert.deepEqual(await missed(words, null), [], `${id}: this book`);
    await page.locator('.book .segments button').nth(1).click();
    await page.locator('.book input[type="search"]').fill('胡');
    await page.waitForSelector('.all-books');
    const lines = names.map((one) => [one.name, [`a[href="/rules/${id}#${one.clause}"]`]]);
    assert.deepEqual(await missed(lines, `.all-books[data-book="${id}"]`), [], `${id}: all books`);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('an amount is written as arithmetic', async () => {
  const { page, problems, context } = await player();
  await page.goto(server.url + SCORED);
  await page.waitForSelector('[data-outcome="score"] [data-sum]');
  assert.match(
    await page.locator('[data-outcome] [data-sum]').first().innerText(),
    /^[(]?2.* = 20$/,
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test('every option of the room form leads to its clause', async () => {
  const { page, problems, context } = await player();
  await page.goto(`${server.url}/new/anhua`);
  await page.waitForSelector('.option-row');
  // The room's own settings (clock, who may come) are no clauses of a book.
  const detail = await (await fetch(`${server.url}/api/rules/anhua`)).json();
  const rows = Object.keys(detail.options.properties).length;
  const links = await page
    .locator('[data-option] a.option-clause')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  assert.ok(rows > 10, `${rows}`);
  assert.equal(links.length, rows);
  assert.ok(links.every((href) => /^\/rules\/anhua#anhua\.option\.[a-z_]+$/.test(href)));
  assert.deepEqual(problems, []);
  await context.close();
});

test('every choice of a room form can be read to its end on a phone', async () => {
  for (const lang of ['zh', 'en']) {
    const { page, problems, context } = await player({ width: 390, height: 844, lang });
    for (const rules of ['xuezhan', 'anhua', 'jingji', 'wuxi', 'hongzhong']) {
      await page.goto(`${server.url}/new/${rules}`);
      await page.waitForSelector('.option-row');
      const cut = await page
        .locator('.segments button')
        .evaluateAll((all) =>
          all
            .filter(
              (one) =>
                one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
            )
            .map((one) => one.textContent.trim()),
        );
      assert.deepEqual(cut, [], `${rules} ${lang}`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
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
