// Keys at the table: none of them gives a win away, none acts twice because it was held down, and
// none answers a question that has only just come.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acts, answered, position, table } from './fake.mjs';
import { stage } from './stage.mjs';

const { browser } = stage({ servers: 'none' });
const DESK = { width: 1440, height: 900, lang: 'zh' };

/** Keys that a hand resting on the keyboard or a cat could press. */
const CARELESS = [' ', 'Enter', 'Escape', 'Backspace', 'Delete'];

test('no careless key gives up a win or a claim; the key for no does', async () => {
  for (const [rules, kind] of [
    ['wuxi', 'turn: discard hu'],
    ['jingji', 'turn: discard hu'],
    ['wuxi', 'claim: hu pass'],
    ['wuxi', 'claim: chi pass pon'],
    ['hongzhong', 'turn: ask discard'],
    ['anhua', 'sea: hu pass'],
  ]) {
    const { page, context, problems, received, show } = await table(browser, rules, DESK);
    const view = position(rules, kind);
    await show(view);
    for (const key of CARELESS) await page.keyboard.press(key);
    assert.deepEqual(acts(received), [], `${rules} ${kind}: careless keys`);
    await page.keyboard.press('x');
    if (view.prompt.choices.includes('pass')) {
      await answered(page, received);
      assert.deepEqual(acts(received), ['pass'], `${rules} ${kind}: the key for no`);
    } else {
      // In the own turn no is followed by a discard, and only then the space bar throws.
      assert.deepEqual(acts(received), [], `${rules} ${kind}: no alone sends nothing`);
      await page.waitForSelector('.actions[data-armed="true"] [data-action^="throw-drawn"]');
      await page.keyboard.press(' ');
      await answered(page, received);
      assert.deepEqual(acts(received), [`discard ${view.players[view.seat].drawn}`], kind);
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('a tile cannot be thrown past a win that is offered: not by tap, flick or button', async () => {
  const { page, context, received, show } = await table(browser, 'wuxi', DESK);
  const view = position('wuxi', 'turn: discard hu');
  await show(view);
  const tile = page.locator('.hand .hand-tile').first();
  await tile.click();
  await tile.click();
  assert.deepEqual(acts(received), []);
  assert.match(await page.locator('.toasts').innerText(), /能胡/);
  const box = await tile.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y - 120, { steps: 4 });
  await page.mouse.up();
  assert.deepEqual(acts(received), []);
  assert.equal(await page.locator('[data-action="throw-drawn"]').count(), 0);
  await page.locator('.action[data-action="decline"]').click();
  // Where it stood is now another button: a double click must not press that one.
  await page
    .locator('.action[data-action="throw-drawn"]')
    .click({ force: true, timeout: 200 })
    .catch(() => undefined);
  assert.deepEqual(acts(received), []);
  await tile.click();
  await tile.click();
  await answered(page, received);
  assert.deepEqual(acts(received), ['discard 4p']);
  await context.close();
});

test('a key that is held down acts once, however long', async () => {
  const { page, context, received, show } = await table(browser, 'wuxi', DESK);
  const turn = position('wuxi', 'turn: discard kong.');
  for (const [key, focus] of [
    [' ', null],
    ['1', null],
    ['Enter', '.hand .hand-tile'],
    ['Enter', '.action[data-action="throw-drawn"]'],
  ]) {
    received.length = 0;
    await show({ ...turn, prompt: { ...turn.prompt, decision: 10 } });
    if (focus !== null) await page.locator(focus).first().focus();
    // The first press is a press, all others are repetitions of it.
    for (let i = 0; i < 12; i++) await page.keyboard.down(key);
    for (let decision = 11; decision < 14; decision++) {
      await show({ ...turn, prompt: { ...turn.prompt, decision } });
      for (let i = 0; i < 6; i++) await page.keyboard.down(key);
    }
    await page.keyboard.up(key);
    const sent = acts(received);
    assert.ok(sent.length <= 1, `${key} ${focus ?? ''}: ${sent}`);
  }
  await context.close();
});

test('a key in the first moment of a question is not an answer to it', async () => {
  const { page, context, received, show } = await table(browser, 'wuxi', DESK);
  for (const [kind, key] of [
    ['claim: hu pass', 'x'],
    ['claim: hu pass', 'h'],
    ['claim: kong pass pon', 'p'],
    ['turn: discard kong.', ' '],
  ]) {
    received.length = 0;
    await show(position('wuxi', kind), {}, {}, 30);
    await page.keyboard.press(key);
    await page.waitForTimeout(50);
    assert.deepEqual(acts(received), [], `${kind} ${key} at once`);
    await page.waitForTimeout(330);
    await page.keyboard.press(key);
    await answered(page, received);
    assert.equal(acts(received).length, 1, `${kind} ${key} a moment later`);
  }
  await context.close();
});
