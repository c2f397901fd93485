// How a hand was read, what each wild stands for, what does not count and why, refusals with their
// clause, and one hand under two sets of options: in the calculator, the books and the settlement.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { playMatch } from './played.mjs';
import { sound, stage } from './stage.mjs';

const shots = process.env.SIFANG_SHOTS;
if (shots !== undefined) mkdirSync(shots, { recursive: true });

const { server, player } = stage();
const LOOKS = [
  { width: 1440, height: 900, lang: 'zh', theme: 'light' },
  { width: 390, height: 844, lang: 'en', theme: 'dark' },
  { width: 844, height: 390, lang: 'zh', theme: 'dark' },
];
const about = ({ width, height, lang }) => `${width}×${height}, ${lang}`;
/** 红中 stands for the 7 of dots: with the pung it would be a root, which the option switches off. */
const WILD =
  '/score/hongzhong?winner=1&hand=89p7z123s9s&melds=pon-777p-0&win=9s&by=self_draw&o.wild_makes_root=false';

async function fits(page, name) {
  await sound(page, name);
  const { width, height } = page.viewportSize();
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/${name}-${width}x${height}.png`, fullPage: true });
}

for (const look of LOOKS) {
  test(`the calculator says how a hand was read, and why a fan does not count (${about(look)})`, async () => {
    const { page, problems, context } = await player(look);
    await page.goto(server.url + WILD);
    const outcome = page.locator('[data-outcome="score"]');
    await outcome.waitFor();
    const groups = outcome.locator('[data-group]');
    assert.deepEqual(await groups.evaluateAll((all) => all.map((one) => one.dataset.group)), [
      'run',
      'run',
      'pair',
    ]);
    // The wild lies in its group with its badge, and says what it stands for.
    const wild = groups.first().locator('.read-tile').first();
    assert.equal(await wild.locator('.tile.wild').getAttribute('data-tile'), '7z');
    assert.equal(await wild.locator('[data-stands]').getAttribute('data-stands'), '7p');
    assert.match(
      await wild.locator('[data-stands]').getAttribute('aria-label'),
      look.lang === 'zh' ? /当作七筒/ : /stands for/,
    );
    // In the tray and among the tiles to choose it is marked, too.
    assert.equal(await page.locator('.calculator .take .tile.wild').count(), 1);
    assert.equal(
      (await page
        .locator('.calculator .palette .tile.wild, .calculator button .tile.wild')
        .count()) > 1,
      true,
    );
    const root = outcome.locator('[data-why-not] [data-fan="root"]');
    assert.match(await root.innerText(), look.lang === 'zh' ? /勾[^]*选项/ : /Root[^]*option/);
    assert.equal(
      await root.locator('a').getAttribute('href'),
      '/rules/hongzhong#hongzhong.option.wild_makes_root',
    );
    assert.equal(await outcome.locator('[data-sum]').first().innerText(), '1 + 2 = 3');
    await fits(page, 'explained');
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('a refusal leads to its clause', async () => {
  for (const look of LOOKS.slice(0, 2)) {
    const { page, problems, context } = await player(look);
    await page.goto(
      `${server.url}/score/hongzhong?winner=1&hand=123789p2399s&win=4s&by=discard&from=2`,
    );
    const refused = page.locator('.wrong a[data-refused]');
    await refused.waitFor();
    await fits(page, 'refused');
    await refused.click();
    await page.waitForSelector('#hongzhong\\.win\\.one_fan[data-marked]');
    assert.deepEqual(problems, []);
    await context.close();
  }
});

for (const look of LOOKS) {
  test(`one hand lies under two sets of options side by side (${about(look)})`, async () => {
    const { page, problems, context } = await player(look);
    await page.goto(server.url + WILD.replace(/&o\..*$/, ''));
    await page.waitForSelector('[data-outcome="score"]');
    assert.equal(await page.locator('.compared').count(), 0);
    await page.locator('[data-action="compare"]').click();
    await page.waitForSelector('.compared[data-same="true"]');
    // The second set has its own form; what is changed there leaves the first as it is.
    const second = page.locator('.options-box').nth(1);
    await second.locator('[data-option="wild_makes_root"] [role="switch"]').click();
    await page.waitForSelector('.compared[data-same="false"]');
    const fan = (side) => page.locator(`[data-side="${side}"] [data-figure="total"] b`).innerText();
    assert.deepEqual([await fan(0), await fan(1)], ['2', '1']);
    assert.match(
      await page.locator('[data-side="1"] > p').first().innerText(),
      look.lang === 'zh' ? /红中可成勾 关/ : /Wilds complete a root off/,
    );
    const boxes = await page
      .locator('[data-side]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    if (look.width > 700) assert.equal(boxes[0].y, boxes[1].y, 'side by side');
    else assert.ok(boxes[1].y >= boxes[0].bottom, 'one below the other');
    await page.locator('.compared').scrollIntoViewIfNeeded();
    await fits(page, 'compared');
    // The address has both.
    await page.reload();
    await page.waitForSelector('.compared[data-same="false"]');
    await page.locator('[data-action="compare"]').click();
    assert.equal(await page.locator('.compared').count(), 0);
    assert.doesNotMatch(page.url(), /c\./);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('every example of the books lies in its groups, and says what its wilds stand for', async () => {
  const { page, problems, context } = await player(LOOKS[0]);
  for (const [rules, wild] of [
    ['xuezhan', false],
    ['anhua', true],
    ['jingji', true],
    ['wuxi', false],
    ['hongzhong', true],
  ]) {
    await page.goto(`${server.url}/rules/${rules}`);
    await page.waitForSelector('.fan .example');
    const bare = await page
      .locator('.fan .example')
      .evaluateAll((all) => all.filter((one) => one.querySelector('[data-group]') === null).length);
    const examples = await page.locator('.fan .example').count();
    assert.ok(examples > 5 && bare <= 2, `${rules}: ${bare} of ${examples} without groups`);
    const stands = await page.locator('.example [data-stands]').count();
    assert.equal(stands > 0, wild, rules);
    const marked = await page.locator('.example .tile.wild').count();
    assert.equal(marked > 0, wild, rules);
    assert.ok((await page.locator('.example [data-sum]').count()) > 5, rules);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('a settlement shows the groups of the hand that won, and what does not count', async () => {
  const { match } = await playMatch(server, player, { rules: 'hongzhong', options: { deals: 6 } });
  let groups = 0;
  for (let deal = 1; deal <= 6; deal++) {
    const { page, problems, context } = await player(LOOKS[deal % LOOKS.length]);
    await page.goto(`${server.url}/replay/${match}?deal=${deal}`);
    await page.waitForSelector('.replay .hand .hand-tile');
    await page.keyboard.press('End');
    await page.locator('[data-action="settlement"]').click();
    await page.waitForSelector('.cover');
    if ((await page.locator('.cover .hand-sets').count()) > 0) {
      await page.waitForSelector('.cover [data-action="calculator"]');
      groups += await page.locator('.cover [data-group]').count();
      const tiles = await page
        .locator('.cover .hand-sets .tile')
        .evaluateAll((all) => all.filter((one) => one.closest('.stands') === null).length);
      assert.ok(tiles >= 11, `${tiles} tiles`);
      await fits(page, `settled-${deal}`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
  assert.ok(groups > 4, `${groups} groups`);
});
