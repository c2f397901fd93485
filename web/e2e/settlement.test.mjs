// The end of a deal as a player reads it: the own result first, who won with what and for how much,
// and the way on, all without scrolling on a phone; below, every payment and the hands that lie
// open.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled, table } from './fake.mjs';
import { accessibility, overflow, sound, stage } from './stage.mjs';

const { browser } = stage({ servers: 'none' });
const RULES = ['xuezhan', 'anhua', 'jingji', 'wuxi', 'hongzhong'];
const PHONES = [
  { width: 390, height: 844, lang: 'zh', theme: 'light' },
  { width: 844, height: 390, lang: 'en', theme: 'dark' },
  { width: 320, height: 568, lang: 'en', theme: 'light' },
];
const DESKTOPS = [
  { width: 1440, height: 900, lang: 'en', theme: 'light' },
  { width: 2560, height: 1440, lang: 'zh', theme: 'dark' },
];
const WINS = /pay\.(self_draw|discard|rob_kong|kong_discard)$/;
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

async function settlement(rules, look) {
  const all = await table(browser, rules, look);
  const { view, at } = settled(rules);
  await all.show(view, { phase: 'between', next: { seats: [], until: Date.now() + 90_000 } }, at);
  await all.page.locator('.cover').waitFor();
  await all.page.waitForTimeout(300);
  return { ...all, view, at };
}

/** How far down each of these ends; the window ends where the foot begins. */
const inWindow = async (page, selector) => {
  const foot = await page.locator('.cover .foot').boundingBox();
  for (const one of await page.locator(selector).all()) {
    const box = await one.boundingBox();
    assert.ok(
      box.y >= 0 && box.y + box.height <= foot.y + 1,
      `${selector} ends at ${box.y + box.height} of ${foot.y}`,
    );
  }
};

for (const look of PHONES)
  test(`a phone shows what one wants first without scrolling (${look.width}×${look.height})`, async () => {
    for (const rules of RULES) {
      const { page, context, view, at, problems } = await settlement(rules, look);
      const own = page.locator('.cover [data-own]');
      assert.match(
        await own.innerText(),
        new RegExp(signed(view.players[view.seat].points).replace('+', '\\+')),
      );
      const won = view.wins.find(({ seat }) => seat === view.seat) ?? view.wins[0];
      const paid = at.entries.filter(({ to, clause }) => to === won.seat && WINS.test(clause));
      const amounts = await page.locator('.cover .paid li > b').allInnerTexts();
      assert.deepEqual(
        new Set(amounts.map(Number)),
        new Set(paid.map(({ points }) => points)),
        rules,
      );
      for (const what of ['[data-own]', 'h1', '.hand-sets', '.fans li', '.paid li'])
        await inWindow(page, `.cover .hero ${what}`);
      const next = await page.locator('.cover [data-action="next"]').boundingBox();
      assert.ok(
        next.y + next.height <= look.height && next.height >= 40,
        `${rules}: next at ${next.y}`,
      );
      assert.equal(await overflow(page), 0);
      assert.deepEqual(problems, []);
      await context.close();
    }
  });

for (const look of [...PHONES, ...DESKTOPS])
  test(`fans are large, clauses small, hands as far as they lie open (${look.width}×${look.height})`, async () => {
    for (const rules of RULES) {
      const { page, context, view, problems } = await settlement(rules, look);
      const clauses = page.locator('.cover a.chip-clause');
      assert.ok((await clauses.count()) > 1);
      for (const text of await clauses.allInnerTexts()) assert.equal(text, '§');
      assert.match(
        await clauses.first().getAttribute('aria-label'),
        look.lang === 'zh' ? /^条款 / : /^Clause /,
      );
      const fan = page.locator('.cover .fans b').first();
      const size = await fan.evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
      assert.ok(size >= 18, `${rules}: ${size} px`);
      const open = view.players.flatMap(({ hand }, seat) => (hand === null ? [] : [seat]));
      const shown = await page
        .locator('.cover [data-hand]')
        .evaluateAll((rows) => rows.map((row) => Number(row.dataset.hand)));
      assert.deepEqual(shown, open.length > 1 ? open : [], rules);
      for (const seat of shown)
        assert.equal(
          await page.locator(`.cover [data-hand="${seat}"] .closed .tile`).count(),
          view.players[seat].hand.length,
        );
      await sound(page, `${rules} settlement at ${look.width}`);
      assert.deepEqual(await accessibility(page), []);
      assert.deepEqual(problems, []);
      await context.close();
    }
  });
