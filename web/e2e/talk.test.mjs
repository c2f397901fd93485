// Talk at the table: a phrase or a drawn face with one touch, a bubble at the speaker's seat, and
// silence for whom one does not want to hear.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position, table } from './fake.mjs';
import { accessibility, sound, stage } from './stage.mjs';

const { browser } = stage({ servers: 'none' });
const SIZES = [
  { width: 1440, height: 900, lang: 'zh', theme: 'light' },
  { width: 844, height: 390, lang: 'en', theme: 'dark' },
  { width: 390, height: 844, lang: 'zh', theme: 'dark' },
  { width: 320, height: 568, lang: 'en', theme: 'light' },
];
const FRIEND = '00000000000000bb';

/** A table with a friend at seat 1 (or wherever seat 0 is not the own one). */
async function company(look) {
  const all = await table(browser, 'wuxi', look);
  const view = { ...position('wuxi', 'turn: discard'), prompt: null };
  const other = (view.seat + 1) % 4;
  const seats = view.players.map((_, seat) =>
    seat === view.seat || seat === other
      ? {
          occupant: {
            type: 'human',
            id: seat === view.seat ? '00000000000000aa' : FRIEND,
            nickname: seat === view.seat ? '阿宁' : '小舟',
            online: true,
            left: false,
          },
          ready: true,
          auto: false,
        }
      : { occupant: { type: 'bot', level: 'greedy' }, ready: true, auto: false },
  );
  await all.show(view, { seats });
  return { ...all, view, other, again: () => all.show(view, { seats }) };
}

for (const size of SIZES)
  test(`two touches say something; bubbles stand at their seats (${size.width}×${size.height})`, async () => {
    const { page, context, problems, received, say, view, other } = await company(size);
    await page.locator('[data-action="talk"]').click();
    assert.equal(await page.locator('.drawer [data-say] svg').count(), 5);
    await sound(page, `talk at ${size.width}`);
    assert.deepEqual(await accessibility(page), []);
    await page.locator('.drawer [data-say="cheer"]').click();
    await page.locator('dialog.drawer').waitFor({ state: 'detached' });
    assert.deepEqual(
      received.filter(({ type }) => type === 'phrase').map(({ phrase }) => phrase),
      ['cheer'],
    );
    for (const [seat, phrase] of [
      [view.seat, 'cheer'],
      [other, 'nice'],
      [(view.seat + 2) % 4, 'hurry'],
      [(view.seat + 3) % 4, 'laugh'],
    ])
      say({ type: 'phrase', seat, phrase });
    await page.locator('.bubble').nth(3).waitFor();
    const places = await page.evaluate(() =>
      [...document.querySelectorAll('.bubble')].map((bubble) => {
        const box = bubble.getBoundingClientRect();
        const card = document
          .querySelector(`.seat-card[data-seat="${bubble.dataset.seat}"] .seat-avatar`)
          .getBoundingClientRect();
        const dx = Math.max(0, box.left - card.right, card.left - box.right);
        const dy = Math.max(0, box.top - card.bottom, card.top - box.bottom);
        return {
          seat: bubble.dataset.seat,
          far: Math.hypot(dx, dy),
          out: Math.min(box.left, box.top, innerWidth - box.right, innerHeight - box.bottom),
        };
      }),
    );
    assert.equal(places.length, 4);
    for (const { seat, far, out } of places)
      assert.ok(far < 60 && out >= 0, `seat ${seat}: ${far} px away, ${out} px to the edge`);
    assert.equal(await page.locator(`.bubble[data-seat="${view.seat}"] svg`).count(), 1);
    // Said again, a seat has one bubble.
    say({ type: 'phrase', seat: other, phrase: 'sorry' });
    await page.locator(`.bubble[data-said="sorry"]`).waitFor();
    assert.equal(await page.locator(`.bubble[data-seat="${other}"]`).count(), 1);
    await page.locator('.bubble').first().waitFor({ state: 'detached', timeout: 8000 });
    assert.deepEqual(problems, []);
    await context.close();
  });

test('who is muted says nothing here, also after a reload', async () => {
  const { page, context, received, say, other, again } = await company(SIZES[0]);
  await page.keyboard.press('s');
  await page.locator('.drawer [role="switch"]').click();
  await page.keyboard.press('Escape');
  await page.locator('dialog.drawer').waitFor({ state: 'detached' });
  say({ type: 'phrase', seat: other, phrase: 'nice' });
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.bubble').count(), 0);
  await page.reload();
  while (received.filter(({ type }) => type === 'enter').length < 2) await page.waitForTimeout(20);
  await again();
  say({ type: 'phrase', seat: other, phrase: 'nice' });
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.bubble').count(), 0);
  await page.keyboard.press('s');
  await page.locator('.drawer [role="switch"]').click();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.bubble').count(), 0, 'what was said before stays unsaid');
  say({ type: 'phrase', seat: other, phrase: 'nice' });
  await page.locator('.bubble').waitFor();
  await context.close();
});
