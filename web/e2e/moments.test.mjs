// What is seen of a payment: points fly from whoever pays to whoever is paid. Any key or touch ends
// it, a question ends it, and without motion there is none of it. After a win in the middle of a
// deal the winner reads that the others play on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position, settled, table } from './fake.mjs';
import { sound, stage } from './stage.mjs';

const { browser } = stage({ servers: 'none' });
const SIZES = [
  { width: 1440, height: 900, lang: 'zh' },
  { width: 844, height: 390, lang: 'en' },
  { width: 390, height: 844, lang: 'zh' },
];
const between = { phase: 'between', next: { seats: [], until: Date.now() + 600_000 } };

/** A table in the middle of a deal where nothing is asked. */
async function quiet(look) {
  const all = await table(browser, 'xuezhan', { motion: 'full', ...look });
  const view = { ...position('xuezhan', 'turn: discard'), prompt: null };
  await all.show(view);
  return { ...all, view };
}
const entry = (id, from, to, points) => ({
  type: 'posted',
  entry: {
    id,
    from,
    to,
    points,
    clause: 'xuezhan.pay.self_draw',
    zh: '自摸',
    en: 'self-draw',
    reverses: null,
    steps: [],
  },
});
const WON = [
  { type: 'won', seat: 1, from: null, source: 'self_draw', tile: null },
  entry(0, 0, 1, 8),
  entry(1, 2, 1, 8),
  entry(2, 3, 1, 16),
];
const flying = (page) =>
  page
    .locator('.flight')
    .evaluateAll((all) =>
      all.map((one) => `${one.dataset.from}>${one.dataset.to} ${one.textContent}`),
    );

for (const size of SIZES)
  test(`points fly from payer to winner with their numbers (${size.width}×${size.height})`, async () => {
    const { page, context, problems, report } = await quiet(size);
    report(WON);
    await page.locator('.flight').first().waitFor();
    assert.deepEqual(await flying(page), ['0>1 8', '2>1 8', '3>1 16']);
    // Each starts at the picture of its payer and ends at the winner's.
    const ways = await page.evaluate(() => {
      const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
      const seat = (n) =>
        middle(
          document
            .querySelector(`.seat-card[data-seat="${n}"] .seat-avatar`)
            .getBoundingClientRect(),
        );
      return [...document.querySelectorAll('.flight')].map((chip) => {
        const [motion] = chip.getAnimations();
        motion.pause();
        const at = (time) => {
          motion.currentTime = time;
          return middle(chip.getBoundingClientRect());
        };
        const { delay, duration } = motion.effect.getTiming();
        const far = ([x, y], [a, b]) => Math.hypot(x - a, y - b);
        const result = [
          far(at(delay + 1), seat(chip.dataset.from)),
          far(at(delay + duration - 1), seat(chip.dataset.to)),
        ];
        motion.play();
        return result;
      });
    });
    for (const [start, end] of ways) assert.ok(start < 4 && end < 4, `${start}, ${end} px off`);
    await page.locator('.change').first().waitFor();
    assert.deepEqual(
      (await page.locator('.change').allInnerTexts()).sort(),
      ['+32', '−16', '−8', '−8'].sort(),
    );
    await sound(page, `moments at ${size.width}`);
    await page.locator('.change').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('.flight').count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

test('any key or touch ends it, and so does a question; nothing can be hit by mistake', async () => {
  for (const end of [
    ({ page }) => page.keyboard.press('q'),
    ({ page }) => page.mouse.click(700, 300),
    ({ show }) => show(position('xuezhan', 'turn: discard'), {}, {}, 0),
  ]) {
    const all = await quiet(SIZES[0]);
    all.report(WON);
    await all.page.locator('.flight').first().waitFor();
    const behind = await all.page.evaluate(() => {
      const chip = document.querySelector('.flight').getBoundingClientRect();
      const hit = document.elementFromPoint(chip.left + chip.width / 2, chip.top + chip.height / 2);
      return hit?.closest('.moments') === null;
    });
    assert.ok(behind, 'a touch goes through it');
    await end(all);
    await all.page.waitForTimeout(100);
    assert.equal(await all.page.locator('.flight, .change').count(), 0);
    await all.context.close();
  }
});

test('without motion nothing flies', async () => {
  const { page, context, report } = await quiet({ ...SIZES[0], motion: 'reduced' });
  report(WON);
  await page.waitForTimeout(700);
  assert.equal(await page.locator('.flight, .change').count(), 0);
  await context.close();
});

test('the settlement waits for the moment, and comes at once with a touch', async () => {
  const { page, context, show } = await table(browser, 'wuxi', { ...SIZES[0], motion: 'full' });
  const { view, at } = settled('wuxi');
  await show(view, between, at, 100);
  await page.waitForTimeout(1000);
  assert.equal(await page.locator('.cover').count(), 0, 'points are still flying');
  await page.mouse.click(700, 300);
  await page.locator('.cover').waitFor({ timeout: 400 });
  await context.close();
});

test('a winner in the middle of a deal reads that the others play on, and sees open hands', async () => {
  for (const size of SIZES) {
    const { page, context, problems, show } = await table(browser, 'xuezhan', size);
    const view = position('xuezhan', 'turn: discard');
    const players = view.players.map((player, seat) => ({
      ...player,
      out: seat === view.seat,
      hand: seat === 2 ? ['1p', '2p', '3p', '5p', '5p'] : seat === view.seat ? player.hand : null,
    }));
    const wins = [{ seat: view.seat, from: null, detail: null }];
    await show({ ...view, players, wins, prompt: null });
    assert.match(
      await page.locator('.question').innerText(),
      size.lang === 'zh' ? /其他人接着打/ : /the others play on/,
    );
    assert.equal(await page.locator('.open-hand').count(), 1, 'what the server shows, no more');
    assert.equal(await page.locator('.open-hand .tile').count(), 5);
    await sound(page, `done at ${size.width}`);
    assert.deepEqual(problems, []);
    await context.close();
  }
});
