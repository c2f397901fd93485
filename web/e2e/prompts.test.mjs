// Every kind of question the engine can ask, as positions of stacked deals written by the
// simulator: each choice can be made on the real screen, and what is sent is exactly that choice.
// The server's part is played by the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { table, unpack } from './fake.mjs';
import { accessibility, overflow, smallTargets, sound, stage } from './stage.mjs';

const positions = unpack('prompts.json.gz');

const { browser } = stage({ servers: 'none' });

/** Makes a choice as a person would. */
async function choose(page, action) {
  const [verb, operand] = action.split(' ');
  if (verb === 'discard') {
    // Nothing is thrown before an offered win was turned down.
    const decline = page.locator('.action[data-action="decline"]');
    if (await decline.isVisible()) await decline.click();
    const tile = page.locator(`.hand .hand-tile[data-tile="${operand}"]`).last();
    await tile.click();
    await tile.click();
  } else if (verb === 'bury') {
    const tiles = [...operand.matchAll(/(\d+)([mps])/g)].flatMap(([, digits, suit]) =>
      [...digits].map((digit) => digit + suit),
    );
    for (const [i, tile] of tiles.entries()) {
      const copy = tiles.slice(0, i).filter((one) => one === tile).length;
      await page.locator(`.hand .hand-tile[data-tile="${tile}"]`).nth(copy).click();
    }
    await page.locator('.action[data-action="bury"]').click();
    // A burial of several suits is asked about once more.
    if (new Set(tiles.map((tile) => tile[1])).size > 1)
      await page.locator('dialog.confirm [data-action="confirm"]').click();
  } else {
    const button = page.locator(`.action[data-action="${action}"]`);
    // With many announcements the button comes when its tile is raised.
    if ((await button.count()) === 0)
      await page.locator(`.hand .hand-tile[data-tile="${operand}"]`).last().click();
    await button.click();
  }
}

/** One choice of each verb is made; of discards only one, they are all alike. */
const samples = (choices) =>
  [
    ...new Map(
      choices.map((choice) => [
        choice.split(' ')[0] + (choice.startsWith('discard') ? '' : choice),
        choice,
      ]),
    ).values(),
  ].slice(0, 8);

const SIZES = [
  { width: 390, height: 844, lang: 'zh' },
  { width: 844, height: 390, lang: 'en' },
  { width: 1440, height: 900, lang: 'zh' },
];
for (const [i, rules] of [...new Set(positions.map(({ view }) => view.rules))].entries()) {
  const size = SIZES[i % SIZES.length];
  test(`${rules}: every kind of question can be answered (${size.width}×${size.height}, ${size.lang})`, async () => {
    const { page, context, problems, received, show } = await table(browser, rules, size);
    const made = new Set();
    for (const { kind, view } of positions.filter((one) => one.view.rules === rules)) {
      for (const action of samples(view.prompt.choices)) {
        // The same button in the same phase, with and without a tile, is made once.
        const way = `${view.stage.name} ${action.replace(/\d/g, '').slice(0, -1)}`;
        if (made.has(way)) continue;
        made.add(way);
        await show(view);
        const label = `${rules} ${kind} → ${action}`;
        assert.equal(await overflow(page), 0, label);
        const before = received.length;
        await choose(page, action).catch((error) => assert.fail(`${label}: ${error.message}`));
        const acts = received.slice(before).filter((message) => message.type === 'act');
        assert.deepEqual(
          acts.map((message) => [message.decision, message.action]),
          [[view.prompt.decision, action]],
          label,
        );
      }
      await show(view);
      assert.deepEqual(await smallTargets(page), [], kind);
    }
    assert.deepEqual(await accessibility(page), []);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

/** The last position of a recorded match for each length of the own hand. */
function lengths(rules) {
  const file = new URL(`../tests/fixtures/${rules}.jsonl.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const views = lines.map((line) => JSON.parse(line).view).filter((view) => view.end === null);
  return new Map(views.map((view) => [view.players[view.seat].hand.length, view]));
}

for (const height of [844, 700])
  test(`a hand of any length fits into an upright window (390×${height})`, async () => {
    const look = { width: 390, height, lang: 'zh' };
    const { page, context, problems, show } = await table(browser, 'xuezhan', look);
    for (const [tiles, view] of lengths('xuezhan')) {
      await show(view);
      const over = await page.evaluate(() => {
        const felt = document.querySelector('.felt');
        const bottoms = [...document.querySelectorAll('.hand .hand-tile')].map(
          (tile) => tile.getBoundingClientRect().bottom,
        );
        return [felt.scrollWidth - felt.clientWidth, Math.max(...bottoms) > innerHeight];
      });
      assert.deepEqual(over, [0, false], `${tiles} tiles`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

test('the hint panel shows what each discard leaves, the advice, and the clause that forbids', async () => {
  const { view } = positions.find(
    (one) => one.view.prompt.choices.filter((choice) => choice.startsWith('discard ')).length > 4,
  );
  const [advised, ready, ...far] = view.prompt.choices
    .filter((choice) => choice.startsWith('discard '))
    .map((choice) => choice.slice('discard '.length));
  const clause = `${view.rules}.win.standard`;
  const forbidden = { what: 'hu', id: 'no', zh: '不够', en: 'Not enough', clause };
  const wait = {
    tile: '5p',
    unseen: 3,
    draw: 36,
    discard: [
      { from: 1, points: 12 },
      { from: 2, points: 12 },
    ],
    forbidden: null,
  };
  const hand = (discard) => ({
    discard,
    away: 1,
    waits: [wait, { ...wait, tile: '8s', unseen: 0, discard: [], forbidden }],
    useful: [],
    unseen: 3,
  });
  const hint = {
    recommended: { action: `discard ${advised}`, zh: '这样牌最好。', en: 'Keeps the best hand.' },
    standing: null,
    discards: [
      hand(advised),
      hand(ready),
      ...far.map((discard) => ({
        discard,
        away: 2,
        waits: [],
        useful: [{ tile: '1s', unseen: 4 }],
        unseen: 4,
      })),
    ],
    why_not: [forbidden],
    exact: true,
  };
  for (const size of SIZES) {
    const { page, context, problems, received, show, hints } = await table(
      browser,
      view.rules,
      size,
    );
    hints.set(view.prompt.decision, hint);
    await show(view);
    await page.keyboard.press('t');
    await page.locator('.hints .advice').waitFor();
    assert.equal(received.filter((message) => message.type === 'hint').length, 1);
    assert.match(
      await page.locator('.hints .advice').innerText(),
      size.lang === 'zh' ? /这样牌最好/ : /Keeps the best hand/,
    );
    assert.equal(
      await page.locator('.hints .hint-option.recommended').getAttribute('data-discard'),
      advised,
    );
    const first = page.locator(`.hints .hint-option[data-discard="${ready}"] .waits li`).first();
    assert.match(
      (await first.innerText()).replace(/\s+/g, ' '),
      size.lang === 'zh' ? /剩 3 .*自摸 36 点炮 12/ : /3 left .*self-draw 36 discard 12/,
    );
    assert.equal(
      await page.locator('.hints .why-not a').getAttribute('href'),
      `/rules/${view.rules}#${clause}`,
    );
    await page.locator('.hints summary').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.hints details .hint-option').count(), far.length);
    await sound(page);
    if (process.env.SHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SHOTS}/hints-${size.width}.png` });
    await page.keyboard.press('Escape');
    await page.locator('.hints').waitFor({ state: 'detached' });
    // Opened again, it knows the answer already.
    await page.keyboard.press('t');
    await page.locator('.hints .advice').waitFor();
    assert.equal(received.filter((message) => message.type === 'hint').length, 1);
    assert.deepEqual(problems, []);
    await context.close();
  }
});
