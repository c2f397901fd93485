// The table in its window: it grows with the window, keeps still, and nothing that opens lies on what
// is played with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ME, position, settled, table, unpack } from './fake.mjs';
import { accessibility, contrasts, overflow, sound, stage } from './stage.mjs';

const { browser } = stage({ servers: 'none' });

const positions = unpack('prompts.json.gz');
/** A turn with all tiles in the hand. */
const turn = positions.find(
  ({ view }) =>
    view.rules === 'wuxi' &&
    view.players[view.seat].hand.length === 14 &&
    view.players[view.seat].drawn !== null &&
    view.aside.every((aside) => aside.seat !== view.seat),
).view;
const claim = position('wuxi', 'claim: chi hu kong pass pon');
const SIZES = [
  { width: 2560, height: 1440, lang: 'en', theme: 'dark' },
  { width: 1920, height: 1080, lang: 'zh', theme: 'light' },
  { width: 1440, height: 900, lang: 'en', theme: 'light' },
  { width: 1280, height: 720, lang: 'zh', theme: 'dark' },
  { width: 844, height: 390, lang: 'en', theme: 'dark' },
  { width: 390, height: 844, lang: 'zh', theme: 'light' },
  { width: 390, height: 700, lang: 'en', theme: 'dark' },
];

const tiles = (page) =>
  page
    .locator('.hand .hand-tile')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));

/** What an adviser says of a position: a reason with numbers, and what the discards leave. */
function hintOf(view) {
  const count = {
    zh: '这样牌最好：差 2 张，有 28 张有用，预期 +4.2 分。',
    en: 'Keeps the best hand: 2 tiles away, 28 useful tiles unseen, expects +4.2.',
  };
  const hand = (discard) => ({
    discard,
    away: 2,
    waits: [],
    useful: ['1s', '2s', '3p', '4p', '5m'].map((tile) => ({ tile, unseen: 3 })),
    unseen: 39,
  });
  const discards = view.prompt.choices
    .filter((choice) => choice.startsWith('discard '))
    .map((choice) => hand(choice.slice('discard '.length)));
  const action = discards.length > 0 ? `discard ${discards[0].discard}` : 'pass';
  return {
    recommended: { action, ...count },
    standing: discards.length > 0 ? null : hand(null),
    discards,
    why_not: [],
    exact: true,
  };
}

/** What of the game the open hints lie on, or what lies under something else. */
const hidden = (page) =>
  page.evaluate(() => {
    const panel = document.querySelector('.hints').getBoundingClientRect();
    const meets = (box) =>
      panel.left < box.right - 1 &&
      box.left < panel.right - 1 &&
      panel.top < box.bottom - 1 &&
      box.top < panel.bottom - 1;
    const game = '.hand-tile, .question, .action, .seat-card, .clock, .table-bar, .rack';
    const covered = [...document.querySelectorAll(game)]
      .filter((one) => one.checkVisibility() && meets(one.getBoundingClientRect()))
      .map((one) => one.className);
    const behind = [...document.querySelectorAll('.action, .hints .icon-btn')]
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const front = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !one.contains(front);
      })
      .map((one) => one.className);
    return [...covered, ...behind];
  });

for (const size of SIZES) {
  const look = `${size.width}×${size.height}, ${size.lang}, ${size.theme}`;
  test(`the table fills its window, the hand keeps still, the hints cover nothing (${look})`, async () => {
    const { page, context, problems, show, hints } = await table(browser, 'wuxi', {
      ...size,
      script: () => {
        globalThis.awake = 0;
        const request = () => Promise.resolve({ release: () => void (globalThis.awake -= 1) });
        Object.defineProperty(Navigator.prototype, 'wakeLock', {
          value: { request: () => ((globalThis.awake += 1), request()) },
        });
      },
    });
    const clock = { until: Date.now() + 60_000, total_ms: 60_000, bank_ms: 0 };
    const ask = (view) => show(view, {}, { clock: { ...clock, seats: [view.seat] } });

    // Whose turn it is cannot be missed: at the hand, in the name of the tab, and the screen stays on.
    await show({ ...turn, prompt: null });
    assert.equal(await page.title(), '四方 Sifang');
    assert.equal(await page.evaluate(() => globalThis.awake), 1);
    await ask(turn);
    assert.match(await page.title(), size.lang === 'zh' ? /轮到你/ : /Your turn/);
    assert.notEqual(await page.locator('.felt').getAttribute('data-mine'), null);
    const before = await tiles(page);
    const across = (before.at(-1).right - before[0].left) / size.width;
    if (size.width >= 1440) assert.ok(across >= 0.75 && across <= 0.85, `hand: ${across}`);
    else assert.ok(across >= 0.7, `hand: ${across}`);
    if (size.width > size.height) {
      const river = await page.locator('.river-bottom').evaluate((one) => one.clientWidth);
      assert.ok(river >= 0.145 * size.width, `river: ${river}`);
    }

    // The tile goes, and comes with the next turn: no other tile moves.
    const own = turn.players[turn.seat];
    const rest = [...own.hand];
    rest.splice(rest.lastIndexOf(own.drawn), 1);
    const players = turn.players.map((one) =>
      one === own ? { ...own, hand: rest, drawn: null, closed: rest.length } : one,
    );
    await show({ ...turn, players, prompt: null });
    const after = await tiles(page);
    assert.equal(after.length, 13);
    after.forEach(({ x, y }, i) => {
      assert.ok(Math.abs(x - before[i].x) < 1, `tile ${i}: ${before[i].x} → ${x}`);
      assert.ok(Math.abs(y - before[i].y) < 1, `tile ${i}: ${before[i].y} → ${y}`);
    });

    for (const view of [turn, claim]) {
      hints.set(view.prompt.decision, hintOf(view));
      await ask(view);
      if ((await page.locator('.hints').count()) === 0) await page.keyboard.press('t');
      await page.locator('.hints .advice').waitFor();
      await page.locator('.actions[data-armed="true"]').waitFor();
      assert.deepEqual(await hidden(page), []);
      // One number of helpful tiles, not one of the adviser's and another of the panel.
      const said = await page.locator('.hints').innerText();
      assert.match(said, /39/);
      assert.doesNotMatch(said, /28/);
      assert.match(said, /\+4\.2/);
      await sound(page, look);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
}

const me = { occupant: { type: 'human', ...ME, online: true, left: false }, ready: true };
const bot = { occupant: { type: 'bot', level: 'greedy' }, ready: true, auto: false };
/** The seats of a room in which one sits oneself. */
const seats = (view, own) => view.players.map((_, seat) => (seat === view.seat ? own : bot));

/** Pairs of things that lie on each other. */
const clashes = (page, ones, others) =>
  page.evaluate(
    ([first, second]) => {
      const shown = (selector) =>
        [...document.querySelectorAll(selector)].filter((one) =>
          one.checkVisibility({ visibilityProperty: true }),
        );
      const meet = (a, b) =>
        a.left < b.right - 1 &&
        b.left < a.right - 1 &&
        a.top < b.bottom - 1 &&
        b.top < a.bottom - 1;
      return shown(first).flatMap((one) =>
        shown(second)
          .filter((other) => !one.contains(other) && !other.contains(one))
          .filter((other) => meet(one.getBoundingClientRect(), other.getBoundingClientRect()))
          .map((other) => `${one.className} on ${other.className}`),
      );
    },
    [ones, others],
  );

for (const size of [
  { width: 1440, height: 900, lang: 'zh', theme: 'light' },
  { width: 844, height: 390, lang: 'zh', theme: 'light' },
  { width: 390, height: 844, lang: 'en', theme: 'dark' },
  { width: 320, height: 568, lang: 'en', theme: 'light' },
]) {
  const { width, height } = size;
  const look = `${width}×${height}, ${size.lang}, ${size.theme}`;
  test(`what is asked can be seen, and covers nobody (${look})`, async () => {
    const first = await table(browser, 'xuezhan', size);
    const { page, show } = first;
    const bury = position('xuezhan', 'bury: bury');
    await show(bury);
    const hand = bury.players[bury.seat].hand;
    for (const suit of 'mmp')
      await page.locator(`.hand .hand-tile[data-tile$="${suit}"]:not([data-sel])`).first().click();
    assert.ok(hand.length >= 13);
    const game = '.seat-card, .hand-tile, .action, .compass, .table-bar .icon-btn';
    assert.deepEqual(await clashes(page, '.bury-stage', game), []);

    // Played for by the house: who sits where can still be seen.
    const view = position('xuezhan', 'turn: discard');
    await show({ ...view, prompt: null }, { seats: seats(view, { ...me, auto: true }) });
    const takeOver = page.locator('[data-action="take-over"]');
    assert.deepEqual(await clashes(page, '.banner, [data-action="take-over"]', game), []);
    assert.deepEqual(
      await clashes(page, '.badge', '.river, .advance button, .hand-tile, .prop'),
      [],
    );
    await sound(page, 'auto');
    await takeOver.click();
    while (!first.received.some(({ type }) => type === 'auto')) await page.waitForTimeout(20);

    // What the next deal begins with can be read.
    const end = settled('xuezhan');
    await show(end.view, { phase: 'between' }, end.at, 0);
    const where = page.locator('.rules-panel .where');
    await where.scrollIntoViewIfNeeded();
    const line = (await contrasts(page, '.rules-panel')).filter(({ text }) =>
      /下一局庄家|Next dealer/.test(text),
    );
    assert.ok(line.length > 0 && line.every(({ ratio }) => ratio >= 4.5), JSON.stringify(line));

    // Before the match: the button that everybody waits for is in the window.
    await show(view, { phase: 'nonces' });
    await show(view, {
      phase: 'waiting',
      host: '00000000000000bb',
      seats: seats(view, { ...me, ready: false, auto: false }),
    });
    const ready = await page.locator('[data-action="ready"]').boundingBox();
    assert.ok(ready.y >= 0 && ready.y + ready.height <= height, `ready at ${ready.y}`);
    await first.context.close();

    // Tiles on buttons are large enough to be distinguished.
    const { page: other, context, show: ask } = await table(browser, 'jingji', size);
    await ask(position('jingji', 'claim: chi hu kong pass pon'));
    const widths = await other
      .locator('.action .used-tiles .tile')
      .evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().width));
    assert.ok(widths.length >= 3 && Math.min(...widths) >= 17.5, `${widths}`);
    assert.deepEqual(await clashes(other, '.action', '.hand-tile, .seat-card, .table-bar'), []);
    await ask(position('jingji', 'turn: discard ready.'));
    const tile = other.locator('.hand .hand-tile[data-rdy]').first();
    if ((await other.locator('.action.wide').count()) === 0) await tile.click();
    const text = await other.locator('.action.wide').first().innerText();
    assert.match(text, size.lang === 'zh' ? /打[^]*听/ : /throw[^]*wait/);
    // Seventeen tiles are narrower than a finger in the narrowest windows.
    if (width > 372) await sound(other, 'declares');
    else assert.deepEqual([await overflow(other), await accessibility(other)], [0, []]);

    // A notch and the bar of a phone lie beside the table; the smallest phones have none.
    const devtools = await context.newCDPSession(other);
    const insets = width < 372 ? {} : { top: 30, left: 44, right: 44, bottom: 21 };
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
    await other.waitForTimeout(100);
    const outside = await other.evaluate(
      ({ top, left, right, bottom }) =>
        [...document.querySelectorAll('.hand-tile, .action, .seat-avatar, .table-bar .icon-btn')]
          .filter((one) => one.checkVisibility())
          .map((one) => one.getBoundingClientRect())
          .filter(
            (box) =>
              box.left < left - 1 ||
              box.right > innerWidth - right + 1 ||
              box.top < top - 1 ||
              box.bottom > innerHeight - bottom + 1,
          ).length,
      insets,
    );
    assert.equal(outside, 0);
    await context.close();
  });
}
