// What a player is asked is what is at stake: a win is called a win, a burial says what it wants
// and what a wrong one costs, and a call can be read from across the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acts, answered, position, table } from './fake.mjs';
import { sound, stage } from './stage.mjs';

const { browser } = stage({ servers: 'none' });
const SIZES = [
  { width: 390, height: 844, lang: 'zh' },
  { width: 844, height: 390, lang: 'en' },
  { width: 1440, height: 900, lang: 'en' },
];

test('a hand that can win is asked whether it wins, not whether it declares ready', async () => {
  for (const kind of ['turn: hu pass', 'turn: hu'])
    for (const [lang, win, ready] of [
      ['zh', /胡/, /听/],
      ['en', /win/i, /ready/i],
    ]) {
      const { page, context, show } = await table(browser, 'anhua', { ...SIZES[0], lang });
      await show(position('anhua', kind));
      const asked = await page.locator('.actions .question').innerText();
      assert.match(asked, win, kind);
      assert.doesNotMatch(asked, ready, kind);
      await context.close();
    }
});

test('a burial says that it is of one suit and what a mixed one costs, which is asked about once more', async () => {
  for (const size of SIZES) {
    const { page, context, problems, received, show } = await table(browser, 'xuezhan', size);
    const zh = size.lang === 'zh';
    const view = position('xuezhan', 'bury: bury');
    const hand = view.players[view.seat].hand;
    await show(view);
    assert.match(await page.locator('.bury-stage').innerText(), zh ? /同一门/ : /one suit/);
    const [a, b] = hand.filter((tile) => tile[1] === 'm');
    const c = hand.find((tile) => tile[1] === 'p');
    for (const tile of [a, b, c])
      await page.locator(`.hand .hand-tile[data-tile="${tile}"]:not([data-sel])`).first().click();
    const verdict = page.locator('.bury-verdict');
    assert.match(await verdict.innerText(), zh ? /付 8 分/ : /pay 8 points/);
    await sound(page, 'a mixed burial is chosen');
    const bury = page.locator('.action[data-action="bury"]');
    await bury.click();
    const dialog = page.locator('dialog.confirm');
    await dialog.waitFor();
    assert.match(await dialog.innerText(), zh ? /付 8 分/ : /pay 8 points/);
    assert.deepEqual(acts(received), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(acts(received), []);
    await bury.click();
    await dialog.locator('[data-action="confirm"]').click();
    await answered(page, received);
    assert.equal(acts(received).length, 1);
    // Three of one suit are buried at once.
    await show({ ...view, prompt: { ...view.prompt, decision: 7 } });
    received.length = 0;
    for (const tile of hand.filter((one) => one[1] === hand[0][1]).slice(0, 3))
      await page.locator(`.hand .hand-tile[data-tile="${tile}"]:not([data-sel])`).first().click();
    assert.match(await verdict.innerText(), /✓/);
    await bury.click();
    await answered(page, received);
    assert.equal(acts(received).length, 1);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

const EVENTS = {
  chi: { type: 'melded', meld: { kind: 'chi', tiles: ['1m', '2m', '3m'], claimed: '1m', from: 0 } },
  pon: { type: 'melded', meld: { kind: 'pon', tiles: ['1m', '1m', '1m'], claimed: '1m', from: 0 } },
  kong: {
    type: 'melded',
    meld: { kind: 'kong_concealed', tiles: null, claimed: null, from: null },
  },
  ready: { type: 'declared', what: 'ready' },
  ask: { type: 'declared', what: 'ready_ask' },
  hu: { type: 'won', source: 'discard', from: 0 },
  zimo: { type: 'won', source: 'self_draw', from: null },
};

test('a call is a whole word inside its seal, at every size and seat', async () => {
  for (const size of [
    ...SIZES,
    { width: 320, height: 568, lang: 'en' },
    { ...SIZES[2], lang: 'zh' },
  ]) {
    const { page, context, show, report } = await table(browser, 'wuxi', size);
    await show({ ...position('wuxi', 'claim: hu pass'), prompt: null });
    for (const [name, event] of Object.entries(EVENTS))
      for (const seat of [0, 1, 2, 3]) {
        report([{ ...event, seat }]);
        // Found and measured at once: a seal is gone again after a moment.
        const measured = await page.waitForFunction(() => {
          const element = document.querySelector('.call:not([data-seen])');
          if (element === null) return null;
          element.dataset.seen = '';
          // As it stands when it is stamped; the angle makes its box a little larger.
          element.getAnimations().forEach((motion) => motion.finish());
          const range = document.createRange();
          range.selectNodeContents(element);
          const [text, box] = [range, element].map((one) => one.getBoundingClientRect());
          return [
            text.width <= box.width && text.height <= box.height,
            element.scrollWidth <= element.clientWidth,
            range.getClientRects().length === 1,
            box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
          ];
        });
        assert.deepEqual(
          await measured.jsonValue(),
          [true, true, true, true],
          `${name} ${seat} ${size.width} ${size.lang}`,
        );
      }
    await context.close();
  }
});
