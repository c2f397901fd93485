// Every kind of question the engine can ask, as positions of stacked deals written by the simulator: each choice can be made on
// the real screen, and what is sent is exactly that choice. The server's part is played by the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { accessibility, launch, overflow, smallTargets } from './stage.mjs';

const ORIGIN = 'http://localhost';
const ME = { id: '00000000000000aa', nickname: '阿宁' };
const dist = new URL('../dist/', import.meta.url);
const unpack = (name) => JSON.parse(gunzipSync(readFileSync(new URL(`../tests/fixtures/${name}`, import.meta.url))).toString('utf8'));
const positions = unpack('prompts.json.gz');
const KINDS = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** A page with the built client whose server is this test. */
async function table(rules, { width, height, lang }) {
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addInitScript((language) => {
    localStorage.setItem('sifang.settings', JSON.stringify({ lang: language, theme: 'dark', motion: 'reduced', sound: false }));
    localStorage.setItem('sifang.token', 'test');
  }, lang);
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const schema = unpack(`${rules}.schema.json.gz`);
  const words = { zh: schema['x-zh'].title, en: schema['x-en'].title };
  const detail = { id: rules, name: words, pitch: words, seats: [4], tiles: 108, version: 1, options: schema, fans: [], terms: [] };
  const api = { '/api/me': { player: ME, rooms: [] }, [`/api/rules/${rules}`]: detail };
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname in api) return route.fulfill({ json: api[pathname] });
    const file = pathname.startsWith('/assets/') || pathname === '/icon.svg' ? pathname.slice(1) : 'index.html';
    return route.fulfill({ body: readFileSync(new URL(file, dist)), contentType: KINDS[file.split('.').at(-1)], headers: { 'content-security-policy': "default-src 'self'; connect-src 'self' ws:" } });
  });
  const heard = [];
  const hints = new Map();
  let wire;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    wire = socket;
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      heard.push(message);
      if (message.type === 'hello') socket.send(JSON.stringify({ type: 'welcome', protocol: 'sifang/1', player: ME, rooms: [], now: Date.now() }));
      else socket.send(JSON.stringify({ type: 'ack', id: message.id }));
      if (message.type === 'hint') socket.send(JSON.stringify({ type: 'hint', decision: message.decision, hint: hints.get(message.decision) }));
    });
  });
  let seq = 0;
  const show = async (view) => {
    const bot = { occupant: { type: 'bot', level: 'greedy' }, ready: true, auto: false };
    const seats = view.players.map((_, seat) => (seat === view.seat ? { occupant: { type: 'human', ...ME, online: true, left: false }, ready: true, auto: false } : bot));
    const setup = { rules, options: {}, seats: seats.length, clock: { move_ms: 15000, bank_ms: 0 }, bots: 'greedy', hints: true, listed: false, spectators: false, uniform_pause: true };
    const room = { code: '408216', link: '0'.repeat(32), phase: 'playing', host: ME.id, setup, seats, spectators: [], match: null, next: null, dissolve: null };
    const fairness = { commitment: '', terms: '', nonces: [], revealed: [] };
    const base = { match_id: 'm', deal: 1, dealer: view.dealer, totals: seats.map(() => 0), results: [], fairness, entries: [], clock: null, over: null };
    // A position without a question in between, as there is between any two questions.
    for (const seen of [{ ...view, prompt: null }, view]) {
      wire.send(JSON.stringify({ type: 'room', room }));
      wire.send(JSON.stringify({ type: 'snapshot', stream: 's', seq: (seq += 1), table: { ...base, view: seen } }));
      await page.waitForTimeout(seen.prompt === null ? 20 : 360);
    }
  };
  await page.goto(`${ORIGIN}/r/408216`);
  await page.waitForFunction(() => document.querySelector('.table') !== null);
  while (!heard.some((message) => message.type === 'enter')) await page.waitForTimeout(20);
  return { page, context, problems, heard, show, hints };
}

/** Makes a choice as a person would. */
async function choose(page, action) {
  const [verb, operand] = action.split(' ');
  if (verb === 'discard') {
    const tile = page.locator(`.hand .ht[data-tile="${operand}"]`).last();
    await tile.click();
    await tile.click();
  } else if (verb === 'bury') {
    const tiles = [...operand.matchAll(/(\d+)([mps])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit));
    for (const [i, tile] of tiles.entries()) {
      const copy = tiles.slice(0, i).filter((one) => one === tile).length;
      await page.locator(`.hand .ht[data-tile="${tile}"]`).nth(copy).click();
    }
    await page.locator('.act[data-action="bury"]').click();
  } else {
    const button = page.locator(`.act[data-action="${action}"]`);
    // With many announcements the button comes when its tile is raised.
    if ((await button.count()) === 0) await page.locator(`.hand .ht[data-tile="${operand}"]`).last().click();
    await button.click();
  }
}

/** One choice of each verb is made; of discards only one, they are all alike. */
const samples = (choices) => [...new Map(choices.map((choice) => [choice.split(' ')[0] + (choice.startsWith('discard') ? '' : choice), choice])).values()].slice(0, 8);

const SIZES = [{ width: 390, height: 844, lang: 'zh' }, { width: 844, height: 390, lang: 'en' }, { width: 1440, height: 900, lang: 'zh' }];
for (const [i, rules] of [...new Set(positions.map(({ view }) => view.rules))].entries()) {
  const size = SIZES[i % SIZES.length];
  test(`${rules}: every kind of question can be answered (${size.width}×${size.height}, ${size.lang})`, async () => {
    const { page, context, problems, heard, show } = await table(rules, size);
    const made = new Set();
    for (const { kind, view } of positions.filter((one) => one.view.rules === rules)) {
      for (const action of samples(view.prompt.choices)) {
        // The same button in the same phase, with and without a tile, is made once.
        const way = `${view.stage.name} ${action.replace(/\d/g, '').slice(0, -1)}`;
        if (made.has(way)) continue;
        made.add(way);
        await show(view);
        const told = `${rules} ${kind} → ${action}`;
        assert.equal(await overflow(page), 0, told);
        const before = heard.length;
        await choose(page, action).catch((error) => assert.fail(`${told}: ${error.message}`));
        const acts = heard.slice(before).filter((message) => message.type === 'act');
        assert.deepEqual(acts.map((message) => [message.decision, message.action]), [[view.prompt.decision, action]], told);
      }
      await show(view);
      assert.deepEqual(await smallTargets(page), [], kind);
    }
    assert.deepEqual(await accessibility(page), []);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('the hint panel shows what each discard leaves, the advice, and the clause that forbids', async () => {
  const { view } = positions.find((one) => one.view.prompt.choices.filter((choice) => choice.startsWith('discard ')).length > 4);
  const [advised, ready, ...far] = view.prompt.choices.filter((choice) => choice.startsWith('discard ')).map((choice) => choice.slice('discard '.length));
  const clause = `${view.rules}.win.standard`;
  const forbidden = { what: 'hu', id: 'no', zh: '不够', en: 'Not enough', clause };
  const wait = { tile: '5p', unseen: 3, draw: 36, discard: [{ from: 1, points: 12 }, { from: 2, points: 12 }], forbidden: null };
  const hand = (discard) => ({ discard, away: 1, waits: [wait, { ...wait, tile: '8s', unseen: 0, discard: [], forbidden }], useful: [], unseen: 3 });
  const hint = {
    recommended: { action: `discard ${advised}`, zh: '这样牌最好。', en: 'Keeps the best hand.' },
    standing: null,
    discards: [hand(advised), hand(ready), ...far.map((discard) => ({ discard, away: 2, waits: [], useful: [{ tile: '1s', unseen: 4 }], unseen: 4 }))],
    why_not: [forbidden],
    exact: true,
  };
  for (const size of SIZES) {
    const { page, context, problems, heard, show, hints } = await table(view.rules, size);
    hints.set(view.prompt.decision, hint);
    await show(view);
    await page.keyboard.press('t');
    await page.locator('.hn .advice').waitFor();
    assert.equal(heard.filter((message) => message.type === 'hint').length, 1);
    assert.match(await page.locator('.hn .advice').innerText(), size.lang === 'zh' ? /这样牌最好/ : /Keeps the best hand/);
    assert.equal(await page.locator('.hn .opt.rec').getAttribute('data-discard'), advised);
    const first = page.locator(`.hn .opt[data-discard="${ready}"] .waits li`).first();
    assert.match((await first.innerText()).replace(/\s+/g, ' '), size.lang === 'zh' ? /剩 3 .*自摸 36 点炮 12/ : /3 left .*self-draw 36 discard 12/);
    assert.equal(await page.locator('.hn .why a').getAttribute('href'), `/rules/${view.rules}#${clause}`);
    await page.locator('.hn summary').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.hn details .opt').count(), far.length);
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await accessibility(page), []);
    if (process.env.SHOTS !== undefined) await page.screenshot({ path: `${process.env.SHOTS}/hints-${size.width}.png` });
    await page.keyboard.press('Escape');
    await page.locator('.hn').waitFor({ state: 'detached' });
    // Opened again, it knows the answer already.
    await page.keyboard.press('t');
    await page.locator('.hn .advice').waitFor();
    assert.equal(heard.filter((message) => message.type === 'hint').length, 1);
    assert.deepEqual(problems, []);
    await context.close();
  }
});
