// What a first visit to the lobby moves over the network, as the browser itself counts it: heads
// and bodies, as they were sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './stage.mjs';

/** A first visit may move this much. */
const BUDGET = 130_000;

const { server, browser } = stage();

/**
 * Visits the lobby with an empty cache and counts. Without a word about codings the browser asks as
 * it always does.
 */
async function visit(accepts) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const addresses = new Map();
  const moved = new Map();
  const codings = new Set();
  protocol.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    addresses.set(requestId, pathname);
    const { 'content-encoding': coding = 'identity' } = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    if (!pathname.startsWith('/api/')) codings.add(coding);
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    moved.set(addresses.get(requestId) ?? requestId, encodedDataLength),
  );
  await protocol.send('Network.enable');
  if (accepts !== undefined)
    await protocol.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': accepts } });
  await page.goto(server.url);
  await page.waitForSelector('.rule-card [data-action="quick"]');
  // What is loaded after the first screen counts, too.
  await page.waitForLoadState('networkidle');
  await context.close();
  const bytes = [...moved.values()].reduce((sum, one) => sum + one, 0);
  console.log(`${accepts ?? 'as the browser asks'}: ${bytes} bytes in ${moved.size} answers`);
  for (const [address, size] of [...moved].sort((a, b) => b[1] - a[1]))
    console.log(`${String(size).padStart(8)}  ${address}`);
  assert.ok(moved.size >= 5, 'the page, its script, its style, its tiles and the rule sets');
  return { bytes, codings: [...codings] };
}

test('a first visit stays within its budget', async () => {
  const { bytes, codings } = await visit();
  assert.ok(bytes <= BUDGET, `${bytes} bytes of ${BUDGET}`);
  assert.deepEqual(codings, ['br']);
});

test('so does one from another machine without TLS, where browsers do not ask for Brotli', async () => {
  const { bytes, codings } = await visit('gzip, deflate');
  assert.ok(bytes <= BUDGET, `${bytes} bytes of ${BUDGET}`);
  assert.deepEqual(codings, ['gzip']);
});

test('without compression the budget would not hold: it is the server that is measured', async () => {
  const { bytes, codings } = await visit('identity');
  assert.ok(bytes > 2 * BUDGET, `${bytes} bytes of ${BUDGET}`);
  assert.deepEqual(codings, ['identity']);
});
