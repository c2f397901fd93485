// The randomness of a match: a player whose number does not come keeps the match from starting, all
// others may go on without it, and a server that shows another number than the one that was sent is
// found out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibility, overflow, smallTargets, sound, stage } from './stage.mjs';

const { server, player } = stage();

/**
 * Puts itself between a page and the server: `up` and `down` may change a message, or keep it by
 * giving nothing.
 */
async function between(page, { up = (message) => message, down = (message) => message }) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const real = socket.connectToServer();
    const pass = (change, to) => (text) => {
      const message = change(JSON.parse(text));
      if (message !== undefined) to.send(JSON.stringify(message));
    };
    socket.onMessage(pass(up, real));
    real.onMessage(pass(down, socket));
  });
}

/** A room with a guest who is ready. */
async function twoPeople(look, onGuest, onHost = {}) {
  const host = await player({ ...look });
  const guest = await player({
    width: 390,
    height: 844,
    lang: look.lang,
  });
  await between(host.page, onHost);
  await between(guest.page, onGuest);
  await host.page.goto(`${server.url}/new/wuxi`);
  await host.page.locator('[data-action="create"]').first().click();
  await host.page.waitForSelector('.big-code');
  const link = await host.page.locator('.invite + .row-form input').inputValue();
  await guest.page.goto(link);
  await guest.page.locator('[data-action="ready"]').click();
  return { host, guest };
}

const start = (page) => page.locator('[data-action="start"]:not([disabled])').click();

for (const [lang, width, height, theme] of [
  ['zh', 1440, 900, 'light'],
  ['en', 390, 844, 'dark'],
]) {
  test(`a number that is withheld keeps the match from starting, in ${lang}`, async () => {
    let withholds = true;
    const { host, guest } = await twoPeople(
      { lang, width, height, theme },
      { up: (message) => (withholds && message.type === 'nonce' ? undefined : message) },
    );
    const { page } = host;
    await start(page);
    const waits = page.locator('.gather');
    await waits.waitFor();
    assert.equal(await waits.getAttribute('data-missing'), '1');
    assert.equal(await waits.locator('[data-waive]').count(), 1);
    await sound(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/gather-${width}-${theme}.png` });
    // The time runs out: everybody reads why, and by whom.
    for (const one of [page, guest.page])
      await one.locator('[data-void="no_nonce"]').waitFor({ timeout: 20_000 });
    assert.equal(
      await page.locator('[data-seat="1"] [data-voided]').getAttribute('data-voided'),
      '1',
    );
    assert.ok(
      await page.locator('[data-action="start"]').isDisabled(),
      'the guest is no longer ready',
    );
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await accessibility(page), []);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/void-${width}-${theme}.png` });
    // Once more, and the host agrees to go on without it.
    await guest.page.locator('[data-action="ready"]').click();
    await start(page);
    await page.locator('[data-waive="1"]').click();
    await page.waitForSelector('.hand .hand-tile', { timeout: 15_000 });
    // Here it never arrived at the server: its player is asked nothing.
    await guest.page.waitForSelector('.hand .hand-tile');
    assert.equal(await guest.page.locator('.unfair').count(), 0);
    withholds = false;
    for (const { problems, context } of [host, guest]) {
      assert.deepEqual(problems, []);
      await context.close();
    }
  });
}

for (const [what, lie] of [
  ['changed', (nonces) => nonces.with(0, 'ab'.repeat(16))],
  ['missing', (nonces) => nonces.with(0, null)],
  ['other', (nonces) => nonces.with(1, 'cd'.repeat(16))],
]) {
  test(`a server that lies about the numbers is found out: ${what}`, async () => {
    const down = (message) => {
      const { room } = message;
      if (message.type === 'room' && room.phase === 'playing')
        return {
          ...message,
          room: { ...room, match: { ...room.match, nonces: lie(room.match.nonces) } },
        };
      return message;
    };
    const look = {
      lang: what === 'changed' ? 'zh' : 'en',
      theme: what === 'missing' ? 'dark' : 'light',
      width: what === 'other' ? 390 : 1440,
      height: what === 'other' ? 844 : 900,
    };
    const { host, guest } = await twoPeople(look, {}, { down });
    await start(host.page);
    const dialog = host.page.locator(`dialog.unfair[data-unfair="${what}"]`);
    await dialog.waitFor();
    await host.page.keyboard.press('Escape');
    assert.ok(await dialog.isVisible(), 'it cannot be waved away');
    assert.deepEqual(await accessibility(host.page), []);
    assert.deepEqual(await smallTargets(host.page), []);
    if (process.env.SHOTS)
      await host.page.screenshot({ path: `${process.env.SHOTS}/unfair-${what}.png` });
    assert.equal(await guest.page.locator('.unfair').count(), 0, 'the other sees the truth');
    if (what === 'changed') {
      await dialog.locator('[data-action="leave"]').click();
      await host.page.waitForURL(`${server.url}/`);
    } else {
      await dialog.locator('[data-action="go-on"]').click();
      await host.page.waitForSelector('.hand .hand-tile');
      assert.equal(await dialog.count(), 0);
    }
    for (const { problems, context } of [host, guest]) {
      assert.deepEqual(problems, []);
      await context.close();
    }
  });
}
