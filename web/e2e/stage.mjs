// What every end-to-end test needs: the real server on a free port, Debian's chromium, and pages
// that report what goes wrong.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { chromium } from 'playwright-core';

/** For development: the client as it was built last, instead of the one in the binary. */
const fromDist = process.env.SIFANG_DIST !== undefined;
const dist = new URL('../dist/', import.meta.url);

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts the server named by SIFANG with an empty data folder; `stop` ends it. */
export async function startServer() {
  const binary = process.env.SIFANG;
  if (binary === undefined) throw new Error('SIFANG must name the sifang binary');
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'sifang-e2e-'));
  const child = spawn(binary, ['serve', '--listen', `127.0.0.1:${port}`, '--data', data], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (i > 150 || child.exitCode !== null) throw new Error(`the server did not start: ${said}`);
    await sleep(100);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    rmSync(data, { recursive: true, force: true });
  };
  return { url, stop };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // Documents that pass through a test's hands have no address of their own, so the check of
    // local addresses would refuse their sockets.
    args: [
      '--disable-features=LocalNetworkAccessChecks',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * What the tests of a file stand on: a browser and a server, there before the first test and gone
 * after the last. With `servers: 'test'` every test has a server of its own, with `'none'` there is
 * none. `player` opens the window of somebody who comes to that server; `ready` does what else has
 * to be done first. (Hooks of a file start at the same time, so all of it is one.)
 */
export function stage({ servers = 'file', ready = () => undefined } = {}) {
  let chromium = null;
  const server = {};
  const open = async () => void Object.assign(server, await startServer());
  const close = () => server.stop?.();
  before(async () => {
    chromium = await launch();
    if (servers === 'file') await open();
    await ready();
  });
  after(async () => {
    await chromium?.close();
    if (servers === 'file') await close();
  });
  if (servers === 'test') {
    beforeEach(open);
    afterEach(close);
  }
  const browser = { newContext: (options) => chromium.newContext(options) };
  return { server, browser, player: (look) => player(browser, { url: server.url, ...look }) };
}

/** Lines of the console that are no fault of the page: a lost connection is part of some tests. */
const EXPECTED = /WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/;

/**
 * A player with a browser window of its own; `problems` collects every error, warning and policy
 * violation.
 */
export async function player(
  browser,
  { width = 1440, height = 900, lang = 'zh', theme = 'light', url },
) {
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addInitScript(
    ([language, look]) => {
      if (localStorage.getItem('sifang.settings') === null)
        localStorage.setItem('sifang.settings', JSON.stringify({ lang: language, theme: look }));
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.sourceFile ?? ''}`),
      );
    },
    [lang, theme],
  );
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text()))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  // The page as it was built last, under the policy that the server sends.
  if (fromDist) {
    await page.route(
      (at) => at.origin === url && !/^\/(api|assets|lab\/reports)\//.test(at.pathname),
      async (route) => {
        if (route.request().resourceType() !== 'document') return route.continue();
        const policy = (await route.fetch()).headers()['content-security-policy'];
        return route.fulfill({
          path: new URL('index.html', dist).pathname,
          headers: { 'content-security-policy': policy },
        });
      },
    );
  }
  if (fromDist)
    await page.route(
      (at) => at.origin === url && /^\/(assets\/|icon\.svg)/.test(at.pathname),
      (route) =>
        route.fulfill({
          path: new URL(`.${new URL(route.request().url()).pathname}`, dist).pathname,
        }),
    );
  return { context, page, problems };
}

/** How far the page is wider than the window, in pixels. */
export const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Controls that are smaller than a finger needs (40 px; tiles of a full hand may be narrower, never
 * lower).
 */
export const smallTargets = (page) =>
  page.evaluate(() => {
    const visible = (element) => element.checkVisibility() && element.getClientRects().length > 0;
    return [...document.querySelectorAll('button, a.btn, input')]
      .filter(visible)
      .filter((element) => !element.closest('p, .totals-table'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(
        ({ element, box }) =>
          box.height < 39.5 || box.width < (element.classList.contains('hand-tile') ? 37.5 : 39.5),
      )
      .map(
        ({ element, box }) =>
          `${element.className} ${element.textContent?.trim().slice(0, 20)} ` +
          `${Math.round(box.width)}×${Math.round(box.height)}`,
      );
  });

/** Serious findings of axe-core. */
export async function accessibility(page) {
  // As a script of the page it would be refused by the policy; evaluated it is not one.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const result = await globalThis.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'],
    });
    return result.violations.map((one) => ({
      id: one.id,
      impact: one.impact,
      nodes: one.nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }));
  });
  return found.filter((one) => one.impact === 'serious' || one.impact === 'critical');
}

/** What must hold on every screen. */
export async function sound(page, about) {
  assert.equal(await overflow(page), 0, about);
  assert.deepEqual(await smallTargets(page), [], about);
  assert.deepEqual(await accessibility(page), [], about);
}

export { sleep };

/**
 * How many times beyond its bar a time must be before a test fails. Times are printed and looked
 * at; a machine under load must not fail a build, something broken must.
 */
export const BROKEN = 20;
