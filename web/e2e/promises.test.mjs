// What was promised before a match is remembered on the device: a server that swaps commitment,
// secrets and walls afterwards, or nonces, is found out, though everything it says fits together
// and it confirms it itself.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { swapped } from './forge.mjs';
import { playDeal } from './play.mjs';
import { ask } from './played.mjs';
import { accessibility, overflow, sound, stage } from './stage.mjs';

const shots = process.env.SIFANG_SHOTS;
if (shots !== undefined) mkdirSync(shots, { recursive: true });
const { server, player } = stage();

/**
 * Puts itself between a page and the server: `down` may change what the server says, and may take
 * its time; all comes in order.
 */
async function between(page, down) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const real = socket.connectToServer();
    socket.onMessage((text) => real.send(text));
    let last = Promise.resolve();
    real.onMessage((text) => {
      last = last.then(async () => socket.send(JSON.stringify(await down(JSON.parse(text)))));
    });
  });
}

const remembered = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('sifang.promises') ?? '[]'));

/** A room of one person and three bots whose match of one deal begins. */
async function begin(page, rules = 'hongzhong') {
  await page.goto(`${server.url}/new/${rules}?deals=1`);
  await page.locator('[data-option="pause"] [role="switch"]').click();
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector('.big-code');
  await page.locator('[data-action="start"]').click();
}

async function shoot(page, name) {
  const { width, height } = page.viewportSize();
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/${name}-${width}x${height}.png` });
}

const parts = (page) =>
  page
    .locator('.fair [data-part]:visible')
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.dataset.part, row.dataset.finding])),
    );
async function outcome(page) {
  const verdict = page.locator('.fair [data-verdict]:not([data-verdict="checking"]):visible');
  await verdict.waitFor();
  return verdict.getAttribute('data-verdict');
}

/** What a server can do to the record of a match after it was played. */
const CHEATS = {
  'commitment, secrets and walls': [swapped, /commitment|承诺/],
  'this player’s nonce, and the wall with it': [
    (record, seat) => {
      const forged = structuredClone(record);
      for (const deal of forged.deals) deal.nonces[seat] = '77'.repeat(16);
      delete forged.nonce_commitments;
      return swapped(forged);
    },
    /nonce|随机数/,
  ],
  'the match itself': [
    (record) => {
      const forged = { ...structuredClone(record), match_id: '88'.repeat(16) };
      delete forged.nonce_commitments;
      return swapped(forged);
    },
    /commitment|承诺/,
  ],
};

for (const look of [
  { width: 1440, height: 900, lang: 'zh', theme: 'light' },
  { width: 390, height: 844, lang: 'en', theme: 'dark' },
  { width: 844, height: 390, lang: 'zh', theme: 'dark' },
]) {
  test(`the commitment is kept before the first tile, shown, and compared (${look.width}×${look.height})`, async () => {
    const { page, problems, context } = await player(look);
    /** What the device had when the first tiles came, and what the server had promised. */
    let before = null;
    let head = null;
    await between(page, async (message) => {
      if (message.type === 'room' && message.room.match !== null) head ??= message.room.match;
      if (message.type === 'snapshot') before ??= await remembered(page);
      return message;
    });
    await begin(page);
    await page.waitForSelector('.hand .hand-tile', { timeout: 15_000 });
    const match = head.match_id;
    assert.equal(before.length, 1, 'one match is remembered before the first tile');
    assert.equal(before[0].id, match);
    assert.equal(before[0].commitment, head.commitment);
    assert.match(before[0].nonce, /^[0-9a-f]{32}$/);
    // The short form at the table: in the bar, or in the menu where there is no bar.
    const short = `${head.commitment.slice(0, 4)} ${head.commitment.slice(4, 8)}`;
    if (look.height > 500) {
      const bar = page.locator('.table-bar [data-promise="same"]');
      assert.ok((await bar.innerText()).includes(short));
    }
    await sound(page);
    await shoot(page, 'promise-table');
    await page.locator('.table-bar .icon-btn').last().click();
    const menu = page.locator('.drawer [data-promise="same"]');
    await menu.waitFor();
    assert.ok((await menu.innerText()).includes(short));
    assert.deepEqual(await accessibility(page), []);
    await shoot(page, 'promise-menu');
    await page.keyboard.press('Escape');
    await playDeal(page);
    const settled = page.locator('.cover [data-promise="same"]');
    assert.ok((await settled.innerText()).includes(short));
    await settled.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await accessibility(page), []);
    await shoot(page, 'promise-settlement');
    const [kept] = await remembered(page);
    assert.ok(kept.kept && kept.committed.length === 4, 'and what all had committed to');

    // Afterwards: the same on this device, not remembered on another, on which all else is as good.
    const panel = async (at) => {
      await at.goto(`${server.url}/replay/${match}`);
      await at.waitForSelector('.replay .hand .hand-tile');
      if (look.height < 500) await at.locator('.replay-controls [data-action="more"]').click();
      return outcome(at);
    };
    assert.equal(await panel(page), 'proven');
    assert.equal((await parts(page)).promise, 'promise_same');
    const other = await player(look);
    assert.equal(await panel(other.page), 'proven');
    assert.equal((await parts(other.page)).promise, 'promise_unknown');
    await other.context.close();

    // The server cheats: what it hands out fits together, and it says itself that all is well.
    const honest = await ask(server, 'GET', `/api/records/${match}`);
    const praise = await ask(server, 'POST', '/api/verify', honest.record);
    assert.equal(praise.verdict, 'proven');
    for (const [what, [cheat, words]] of Object.entries(CHEATS)) {
      const forged = { ...honest, record: cheat(honest.record, kept.seat) };
      await page.route(`**/api/records/${match}`, (route) => route.fulfill({ json: forged }));
      await page.route('**/api/verify', (route) => route.fulfill({ json: praise }));
      assert.equal(await panel(page), 'fails', what);
      const found = await parts(page);
      assert.equal(found.walls, 'walls_hold', `${what}: the walls fit to what was swapped`);
      assert.equal(found.promise, 'promise_other', what);
      const row = page.locator('[data-part="promise"]:visible');
      assert.match(await row.innerText(), words, what);
      await row.scrollIntoViewIfNeeded();
      await shoot(page, `promise-broken-${Object.keys(CHEATS).indexOf(what)}`);
      for (const path of [`**/api/records/${match}`, '**/api/verify']) await page.unroute(path);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
}

/** The table with something else in place of what was promised, from the second deal on. */
const LIES = {
  commitment: (fairness) => ({ ...fairness, commitment: 'ab'.repeat(32) }),
  secret: (fairness) => ({ ...fairness, revealed: fairness.revealed.map(() => 'cd'.repeat(32)) }),
};

for (const [what, lie] of Object.entries(LIES)) {
  test(`a server that swaps the ${what} while the match is played is found out`, async () => {
    const { page, problems, context } = await player({
      lang: what === 'secret' ? 'zh' : 'en',
      theme: what === 'secret' ? 'light' : 'dark',
      width: what === 'secret' ? 1440 : 390,
      height: what === 'secret' ? 900 : 844,
    });
    const change = (part) =>
      part.fairness === undefined ? part : { ...part, fairness: lie(part.fairness) };
    await between(page, (message) => {
      if (message.type === 'snapshot') return { ...message, table: change(message.table) };
      if (message.type === 'update') return { ...message, patch: change(message.patch) };
      return message;
    });
    await begin(page);
    await page.waitForSelector('.hand .hand-tile, dialog.unfair', { timeout: 15_000 });
    if (what === 'secret') {
      assert.equal(await page.locator('dialog.unfair').count(), 0, 'nothing is revealed yet');
      await playDeal(page);
    }
    await page.locator(`dialog.unfair[data-unfair="${what}"]`).waitFor();
    assert.deepEqual(await accessibility(page), []);
    await shoot(page, `promise-lie-${what}`);
    await page.locator('dialog.unfair [data-action="go-on"]').click();
    assert.ok((await page.locator('[data-promise="other"]').count()) > 0, 'it stays marked');
    assert.deepEqual(problems, []);
    await context.close();
  });
}
