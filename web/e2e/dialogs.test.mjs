// What lies over the table: it opens and stays, takes the keys, gives them back, and can be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position, settled, table } from './fake.mjs';
import { contrasts, sound, stage, still } from './stage.mjs';

const { browser } = stage({ servers: 'none' });
const SIZES = [
  { width: 1440, height: 900, lang: 'zh' },
  { width: 844, height: 390, lang: 'en' },
  { width: 390, height: 844, lang: 'zh' },
];
const RULES = ['xuezhan', 'anhua', 'jingji', 'wuxi', 'hongzhong'];

/** Shows how a deal of a rule set ended, and waits for its settlement. */
async function settlement(rules, look, room = {}) {
  const all = await table(browser, rules, look);
  const { view, at } = settled(rules);
  await all.show(
    view,
    { phase: 'between', next: { seats: [], until: Date.now() + 90_000 }, ...room },
    at,
  );
  await all.page.locator('.cover').waitFor();
  return { ...all, view, at };
}

test('the settings open from the menu of the table and stay open', async () => {
  for (const size of [...SIZES, { width: 320, height: 568, lang: 'en' }]) {
    const { page, context, problems, show } = await table(browser, 'wuxi', size);
    await show(position('wuxi', 'claim: hu pass'));
    await page.locator('.bar-tools .icon-btn').last().click();
    await page.locator('dialog.drawer .btn', { hasText: /设置|Settings/ }).click();
    const nickname = page.locator('dialog.drawer input.field');
    await nickname.waitFor();
    await page.waitForTimeout(200);
    assert.equal(await nickname.isVisible(), true, `${size.width}`);
    await sound(page, `settings at ${size.width}`);
    await page.keyboard.press('Escape');
    await page.locator('dialog.drawer').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('a question mark opens the map of the keys; so does the menu', async () => {
  for (const size of SIZES) {
    const { page, context, problems, show } = await table(browser, 'wuxi', size);
    await show(position('wuxi', 'claim: hu pass'));
    await page.keyboard.press('?');
    await page.locator('dialog.drawer kbd').first().waitFor();
    await sound(page, `keys at ${size.width}`);
    await page.keyboard.press('Escape');
    await page.locator('dialog.drawer').waitFor({ state: 'detached' });
    await page.locator('.bar-tools .icon-btn').last().click();
    await page.locator('dialog.drawer [data-action="keys"]').click();
    await page.locator('dialog.drawer kbd').first().waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('the settlement has the focus; Escape shows the table, Enter goes on, once', async () => {
  const { page, context, problems, received } = await settlement('wuxi', SIZES[0]);
  const within = () => page.evaluate(() => document.activeElement?.closest('.cover') !== null);
  assert.ok(await within(), 'the focus is in it');
  // Round and round: what lies behind cannot be reached.
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('.table') === null,
    );
    assert.ok(place, `tab ${i}`);
  }
  await page.waitForTimeout(450);
  await page.keyboard.press('Escape');
  await page.locator('.cover').waitFor({ state: 'detached' });
  assert.equal(
    await page.evaluate(() => document.activeElement?.classList.contains('reopen')),
    true,
    'the way back has the focus',
  );
  await page.keyboard.press('Enter');
  await page.locator('.cover').waitFor();
  assert.ok(await within());
  await page.waitForTimeout(450);
  const wanted = () => received.filter((message) => message.type === 'next').length;
  assert.equal(wanted(), 0);
  for (let i = 0; i < 5; i++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  assert.equal(wanted(), 1);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a key on its way to the table does not skip the settlement that comes up under it', async () => {
  const { page, context, received } = await settlement('wuxi', SIZES[0]);
  for (const key of ['Enter', ' ', 'Escape']) await page.keyboard.press(key);
  assert.equal(received.filter((message) => message.type === 'next').length, 0);
  assert.equal(await page.locator('.cover').count(), 1);
  await context.close();
});

test('all words of a settlement stand out from what they stand on', async () => {
  for (const rules of RULES)
    for (const [theme, size] of [
      ['light', SIZES[0]],
      ['dark', SIZES[2]],
    ]) {
      const { page, context } = await settlement(rules, { ...size, theme });
      await still(page);
      const faint = (await contrasts(page, '.cover')).filter(({ ratio }) => ratio < 4.5);
      assert.deepEqual(faint, [], `${rules} ${theme}`);
      await context.close();
    }
});

test('the table and the settlement count the same points', async () => {
  for (const rules of RULES) {
    const { page, context, view } = await settlement(rules, SIZES[0]);
    const now = await page.locator('.cover .totals tbody td:last-child').allInnerTexts();
    const moved = await page.locator('.cover .totals tbody td:nth-child(3)').allInnerTexts();
    await page.waitForTimeout(450);
    await page.keyboard.press('Escape');
    const cards = [];
    for (const seat of view.players.keys())
      cards.push(
        await page
          .locator(`.seat-card[data-seat="${seat}"] .seat-points > span`)
          .first()
          .innerText(),
      );
    assert.deepEqual(now, cards, rules);
    assert.equal(moved.length, view.players.length);
    await context.close();
  }
});
