// Answers chosen in advance: sent at once and without a question on the screen, never a win given
// up, and the switches where a thumb and a key find them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ME, table, unpack } from './fake.mjs';
import { playDeal } from './play.mjs';
import { accessibility, overflow, sleep, smallTargets, stage } from './stage.mjs';

const positions = unpack('prompts.json.gz');
const RULES = [...new Set(positions.map(({ view }) => view.rules))];
const position = (rules, kind) =>
  positions.find((one) => one.view.rules === rules && one.kind === kind)?.view;
/** As it is long before anything is asked. */
const unasked = (view) => ({ ...view, prompt: null });
const PHONE = { width: 390, height: 844, lang: 'zh' };

const { server, browser, player } = stage();

const pill = (page, which) => page.locator(`.advance [data-advance="${which}"]`);
const pressed = (page) =>
  page
    .locator('.advance [aria-pressed="true"]')
    .evaluateAll((all) => all.map((one) => one.dataset.advance));
const acts = (received, from = 0) =>
  received
    .slice(from)
    .filter((message) => message.type === 'act')
    .map((message) => message.action);

/** Waits until something is so; a machine under load takes its time. */
async function until(holds, what) {
  for (let i = 0; i < 100; i++) {
    if (await holds()) return;
    await sleep(50);
  }
  assert.fail(`never came: ${what}`);
}
const asked = (page, action, what) =>
  until(() => page.locator(`.actions .action[data-action="${action}"]`).isVisible(), what);

/** Notes every button of a question from now on, however briefly it stands there. */
const watch = (page) =>
  page.evaluate(() => {
    globalThis.shown = [];
    const look = () =>
      globalThis.shown.push(
        ...[...document.querySelectorAll('.actions .action')].map((one) => one.dataset.action),
      );
    new MutationObserver(look).observe(document.querySelector('.table'), {
      childList: true,
      subtree: true,
    });
  });
const shown = (page) => page.evaluate(() => globalThis.shown.splice(0));

/**
 * What a switch answers, and what it says; the questions are those of the rule sets that ask them.
 */
const GIVEN = [
  { which: 'noChow', kind: 'claim: chi pass', action: 'pass', says: /已替你过：不吃/ },
  { which: 'noPong', kind: 'claim: pass pon', action: 'pass', says: /已替你过：不碰不杠/ },
  { which: 'noPong', kind: 'claim: kong pass pon', action: 'pass', says: /已替你过：不碰不杠/ },
  { which: 'passDeal', kind: 'claim: chi pass pon', action: 'pass', says: /已替你过：本局都过/ },
  { which: 'passDeal', kind: 'claim: pass pon', action: 'pass', says: /已替你过：本局都过/ },
  { which: 'autoWin', kind: 'claim: hu pass pon', action: 'hu', says: /已替你胡：自动胡牌/ },
  { which: 'autoWin', kind: 'rob: hu pass', action: 'hu', says: /已替你胡：自动胡牌/ },
  { which: 'autoWin', kind: 'turn: discard hu', action: 'hu', says: /已替你胡：自动胡牌/ },
];

for (const rules of RULES) {
  test(`${rules}: each switch answers its own questions, and nobody sees them`, async () => {
    const { page, context, problems, received, show } = await table(browser, rules, PHONE);
    const chows = positions.some(({ kind, view }) => view.rules === rules && /\bchi\b/.test(kind));
    await show(unasked(positions.find(({ view }) => view.rules === rules).view));
    await pill(page, 'noPong').waitFor();
    assert.equal(await pill(page, 'noChow').count(), chows ? 1 : 0);
    assert.deepEqual(await pressed(page), []);
    await watch(page);
    let tried = 0;
    for (const { which, kind, action, says } of GIVEN) {
      const view = position(rules, kind);
      if (view === undefined) continue;
      tried += 1;
      const label = `${rules} ${kind}`;
      // Off: asked. On: answered, once. Off again: asked.
      await show(view);
      await asked(page, action, label);
      await show(unasked(view));
      await page.locator('.actions .action').first().waitFor({ state: 'detached' });
      await pill(page, which).click();
      await shown(page);
      const from = received.length;
      await show(view);
      await until(() => acts(received, from).length > 0, label);
      assert.deepEqual(acts(received, from), [action], label);
      assert.equal(
        received.findLast((message) => message.type === 'act').decision,
        view.prompt.decision,
      );
      assert.deepEqual(await shown(page), [], label);
      assert.match(await page.locator('.actions .question').innerText(), says, label);
      assert.notEqual(await pill(page, which).getAttribute('data-gave'), null);
      await show(unasked(view));
      await pill(page, which).click();
      await show(view);
      await asked(page, action, label);
      assert.deepEqual(acts(received, from), [action], label);
    }
    assert.ok(tried >= 3, `${rules}: ${tried}`);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test(`${rules}: whoever passes everything is still asked about a win, a turn and a declaration`, async () => {
    const { page, context, problems, received, show } = await table(browser, rules, PHONE);
    await show(unasked(positions.find(({ view }) => view.rules === rules).view));
    await pill(page, 'noPong').waitFor();
    for (const which of ['noChow', 'noPong', 'passDeal'])
      if ((await pill(page, which).count()) > 0) await pill(page, which).click();
    const kinds = positions.filter(
      ({ kind, view }) => view.rules === rules && /\bhu\b|kong\.|ready|bury|piao/.test(kind),
    );
    assert.ok(kinds.some(({ kind }) => kind === 'claim: hu pass pon'));
    for (const { kind, view } of kinds.slice(0, 8)) {
      await show(view);
      await until(() => page.locator('.actions .action-buttons').isVisible(), kind);
    }
    assert.deepEqual(acts(received), []);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('a switch pressed while the question stands answers it', async () => {
  const { page, context, received, show } = await table(browser, 'wuxi', PHONE);
  await show(position('wuxi', 'claim: pass pon'));
  await pill(page, 'passDeal').click();
  await page.locator('.actions .action-buttons').waitFor({ state: 'detached' });
  await until(() => acts(received).length > 0, 'the answer');
  assert.deepEqual(acts(received), ['pass']);
  await context.close();
});

test('an answer that is refused leaves the question to the player', async () => {
  const { page, context, received, show, refused } = await table(browser, 'wuxi', PHONE);
  const view = position('wuxi', 'claim: pass pon');
  await show(unasked(view));
  await pill(page, 'noPong').click();
  refused.add('act');
  await show(view);
  await page.locator('.action[data-action="pon"]').waitFor();
  assert.deepEqual(acts(received), ['pass']);
  assert.doesNotMatch(await page.locator('.actions .question').innerText(), /已替你过/);
  refused.clear();
  await page.locator('.action[data-action="pon"]').click();
  await until(() => acts(received).length > 1, 'the own answer');
  assert.deepEqual(acts(received), ['pass', 'pon']);
  await context.close();
});

test('the switches live through a reload; one deal ends one of them, another match all', async () => {
  const { page, context, problems, received, show } = await table(browser, 'wuxi', PHONE);
  const view = position('wuxi', 'claim: chi pass pon');
  await show(unasked(view), {}, { match_id: 'a', deal: 2 });
  for (const which of ['noChow', 'noPong', 'passDeal', 'autoWin']) await pill(page, which).click();
  received.length = 0;
  await page.reload();
  while (!received.some((message) => message.type === 'enter')) await page.waitForTimeout(20);
  await show(view, {}, { match_id: 'a', deal: 2 });
  await until(() => acts(received).length > 0, 'the answer');
  assert.deepEqual(acts(received), ['pass']);
  assert.deepEqual(await pressed(page), ['noChow', 'noPong', 'passDeal', 'autoWin']);
  await show(view, {}, { match_id: 'a', deal: 3 });
  assert.deepEqual(await pressed(page), ['noChow', 'noPong', 'autoWin']);
  await pill(page, 'noPong').click();
  await show(view, {}, { match_id: 'a', deal: 4 });
  assert.deepEqual(await pressed(page), ['noChow', 'autoWin']);
  await asked(page, 'pon', 'the question');
  await show(view, {}, { match_id: 'b', deal: 4 });
  assert.deepEqual(await pressed(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('by keyboard: tab, space and enter; after a click the space bar is the hand’s again', async () => {
  const { page, context, received, show } = await table(browser, 'wuxi', {
    width: 1440,
    height: 900,
    lang: 'en',
  });
  const { view: turn } = positions.find(
    ({ kind, view }) =>
      kind.startsWith('turn: discard') &&
      view.rules === 'wuxi' &&
      view.players[view.seat].drawn !== null &&
      !kind.includes('hu'),
  );
  await show(turn);
  await page.locator('.hand .hand-tile[tabindex="0"]').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.advance), 'noChow');
  await page.keyboard.press('Space');
  assert.deepEqual(await pressed(page), ['noChow']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.deepEqual(await pressed(page), ['noChow', 'noPong']);
  await page.keyboard.press('Space');
  assert.deepEqual(await pressed(page), ['noChow']);
  assert.deepEqual(acts(received), []);
  await pill(page, 'autoWin').click();
  await page.keyboard.press('Space');
  await until(() => acts(received).length > 0, 'the drawn tile');
  assert.deepEqual(await pressed(page), ['noChow', 'autoWin']);
  assert.match(acts(received)[0], /^discard /);
  await context.close();
});

test('by touch, and what the switch does is said', async () => {
  const { page, context, show } = await table(browser, 'wuxi', { ...PHONE, touch: true });
  await show(unasked(position('wuxi', 'claim: pass pon')));
  await pill(page, 'noPong').tap();
  assert.deepEqual(await pressed(page), ['noPong']);
  assert.match(await page.locator('.actions .question').innerText(), /能胡照样问/);
  await pill(page, 'noPong').tap();
  assert.deepEqual(await pressed(page), []);
  assert.match(await page.locator('.actions .question').innerText(), /“不碰不杠”已关/);
  await context.close();
});

test('whoever only watches, or is played for, is not answered for', async () => {
  const { page, context, received, show } = await table(browser, 'wuxi', PHONE);
  const view = position('wuxi', 'claim: pass pon');
  await show(unasked(view));
  await pill(page, 'noPong').click();
  const seats = view.players.map((_, seat) => ({
    occupant:
      seat === view.seat
        ? { type: 'human', ...ME, online: true, left: false }
        : { type: 'bot', level: 'greedy' },
    ready: true,
    auto: seat === view.seat,
  }));
  await show(view, { seats });
  assert.deepEqual(acts(received), []);
  await show(unasked({ ...view, seat: null }), {
    seats: seats.map(() => ({
      occupant: { type: 'bot', level: 'greedy' },
      ready: true,
      auto: false,
    })),
  });
  assert.equal(await page.locator('.advance').count(), 0);
  await context.close();
});

/** Names of what lies under a switch: tiles, questions, cards, the clock. */
const covered = (page) =>
  page.evaluate(() => {
    const meet = (a, b) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const others = [
      ...document.querySelectorAll(
        '.tile, .action, .actions .question > *, .seat-card .seat-text > *, ' +
          '.seat-card .seat-avatar, .compass, .prop, .table-bar button, .river, .clock',
      ),
    ];
    return [...document.querySelectorAll('.advance button')].flatMap((button) =>
      others
        .filter(
          (other) =>
            other.checkVisibility() &&
            button.checkVisibility({ visibilityProperty: true }) &&
            meet(button.getBoundingClientRect(), other.getBoundingClientRect()),
        )
        .map(
          (other) => `${button.dataset.advance} on ${other.className?.baseVal ?? other.className}`,
        ),
    );
  });

const SIZES = [
  { width: 390, height: 844, lang: 'zh', theme: 'light' },
  { width: 390, height: 844, lang: 'en', theme: 'dark' },
  { width: 375, height: 667, lang: 'en', theme: 'light' },
  { width: 844, height: 390, lang: 'en', theme: 'light' },
  { width: 844, height: 390, lang: 'zh', theme: 'dark' },
  { width: 1440, height: 900, lang: 'zh', theme: 'light' },
  { width: 1024, height: 640, lang: 'en', theme: 'dark' },
];
for (const size of SIZES) {
  const look = `${size.width}×${size.height}, ${size.lang}, ${size.theme}`;
  test(`the switches cover nothing and are large enough (${look})`, async () => {
    for (const rules of RULES) {
      const { page, context, problems, show } = await table(browser, rules, size);
      const all = positions.filter(({ view }) => view.rules === rules);
      const clock = { seats: [0], until: Date.now() + 60_000, total_ms: 60_000, bank_ms: 0 };
      for (const [i, { kind, view }] of all.filter((_, n) => n % 7 === 2).entries()) {
        await show(view, {}, { clock: { ...clock, seats: [view.seat] } });
        // One is on while the room is looked at, so that its mark is measured too.
        if (i === 0) await pill(page, 'autoWin').click({ force: true });
        const label = `${rules} ${kind}`;
        assert.deepEqual(await covered(page), [], label);
        assert.equal(await overflow(page), 0, label);
        assert.deepEqual(await smallTargets(page), [], label);
        if (process.env.SHOTS !== undefined)
          await page.screenshot({
            path: `${process.env.SHOTS}/advance-${size.width}-${size.theme}-${rules}-${i}.png`,
          });
        if (i === 0) await pill(page, 'autoWin').click({ force: true });
      }
      await pill(page, 'noPong').click();
      assert.deepEqual(await accessibility(page), []);
      assert.deepEqual(problems, []);
      await context.close();
    }
  });
}

test('a real deal: with every switch on, no claim and no win is asked, and the deal is played to its end', async () => {
  const { page, context, problems } = await player({ lang: 'zh' });
  // When a question came that a switch answers, and when its answer went out.
  const came = new Map();
  const delays = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const prompt = JSON.parse(payload).patch?.view?.prompt;
      if (prompt?.answered === null && /^(pass|hu)/.test(prompt.choices[0]))
        came.set(prompt.decision, performance.now());
    });
    socket.on('framesent', ({ payload }) => {
      const { type, decision } = JSON.parse(payload);
      if (type === 'act' && came.has(decision)) delays.push(performance.now() - came.get(decision));
    });
  });
  await page.goto(`${server.url}/new/wuxi?deals=8`);
  await page.locator('[data-option="pause"] [role="switch"]').click();
  await page.locator('[data-action="create"]').first().click();
  await page.locator('[data-action="start"]').click();
  await page.waitForSelector('.hand .hand-tile', { timeout: 15_000 });
  for (const which of ['noChow', 'noPong', 'passDeal', 'autoWin']) await pill(page, which).click();
  await page.waitForTimeout(300);
  await watch(page);
  // A deal may go by without a tile that this player could claim; then the next one is played as
  // well.
  for (let deal = 1; deal === 1 || (delays.length === 0 && deal <= 4); deal++) {
    await playDeal(page);
    const seen = new Set((await shown(page)).map((action) => action.split(' ')[0]));
    for (const action of ['pass', 'pon', 'chi', 'hu'])
      assert.ok(!seen.has(action), [...seen].join(' '));
    await page.locator('.cover [data-action="next"]').click();
    await page.waitForSelector('.cover', { state: 'detached', timeout: 30_000 });
    assert.deepEqual(await pressed(page), ['noChow', 'noPong', 'autoWin']);
  }
  console.log(
    `answers in advance, from the question to the answer: ` +
      `${delays.map((ms) => Math.round(ms)).join(', ')} ms; the pause is 700 ms`,
  );
  assert.ok(Math.min(...delays) < 700, `${delays.join(' ')} ms`);
  assert.deepEqual(problems, []);
  await context.close();
});

for (const { lang, theme, width, height } of [SIZES[0], SIZES[3]]) {
  test(`a room that holds every window: form and room say so (${width}×${height}, ${lang})`, async () => {
    const { page, context, problems } = await player({
      lang,
      theme,
      width,
      height,
    });
    await page.goto(`${server.url}/new/wuxi`);
    const row = page.locator('[data-option="hold"]');
    const hold = row.getByRole('switch');
    assert.equal(await hold.getAttribute('aria-checked'), 'false');
    assert.match(
      await row.innerText(),
      lang === 'zh' ? /平均 1\.5 秒.*多一分钟/s : /1\.5 s on average.*a minute longer/s,
    );
    await hold.click();
    // Without the pause it does nothing, and the form says so.
    const pause = page.locator('[data-option="pause"]').getByRole('switch');
    await pause.click();
    assert.ok(await hold.isDisabled());
    assert.equal(await hold.getAttribute('aria-checked'), 'false');
    assert.match(await row.innerText(), lang === 'zh' ? /统一停顿/ : /Even pause/);
    await pause.click();
    assert.equal(await hold.getAttribute('aria-checked'), 'true');
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await accessibility(page), []);
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/rooms'),
    );
    await page.locator('[data-action="create"]').first().click();
    assert.equal((await asked).postDataJSON().window_hold, true);
    await page.waitForSelector('.big-code');
    const name = lang === 'zh' ? /遮住思考/ : /Hide thinking/;
    assert.match(await page.locator('.page-head .muted').innerText(), name);
    await page.locator('.page-head .muted .link').click();
    assert.match(await page.locator('[data-fact="hold"]').innerText(), name);
    assert.deepEqual(problems, []);
    await context.close();
  });
}
