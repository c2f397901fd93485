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
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // A test may have stopped it already.
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
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

/**
 * Lines of the console that are no fault of the page: a lost connection is part of some tests, and
 * most windows let no service worker in.
 */
const EXPECTED =
  /WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Service Worker registration blocked/;

/** Collects every error and warning of a page. */
export function watched(page) {
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text()))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/**
 * A player with a browser window of its own; `problems` collects every error, warning and policy
 * violation. With a `locale` it is somebody's first visit: nothing was chosen, the browser has that
 * language.
 */
export async function player(
  browser,
  {
    width = 1440,
    height = 900,
    lang = 'zh',
    theme = 'light',
    locale,
    url,
    // What a service worker answers no test sees.
    serviceWorkers = 'block',
  },
) {
  const context = await browser.newContext({ viewport: { width, height }, locale, serviceWorkers });
  await context.addInitScript(
    ([language, look, first]) => {
      if (!first && localStorage.getItem('sifang.settings') === null)
        localStorage.setItem('sifang.settings', JSON.stringify({ lang: language, theme: look }));
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.sourceFile ?? ''}`),
      );
    },
    [lang, theme, locale !== undefined],
  );
  const page = await context.newPage();
  const problems = watched(page);
  // The page as it was built last, under the policy that the server sends. A service worker is only
  // in the server, and so is what it keeps.
  const builtLast = fromDist && serviceWorkers === 'block';
  if (builtLast) {
    await context.route(
      (at) => at.origin === url && !/^\/(api|assets|lab\/reports)\//.test(at.pathname),
      async (route) => {
        if (route.request().resourceType() !== 'document') return route.continue();
        const answer = await route.fetch();
        const policy = answer.headers()['content-security-policy'];
        // A server that was built without a client says so with 503; here it has one.
        return route.fulfill({
          status: answer.status() === 503 ? 200 : answer.status(),
          path: new URL('index.html', dist).pathname,
          headers: { 'content-security-policy': policy },
        });
      },
    );
  }
  if (builtLast)
    await context.route(
      (at) => at.origin === url && /^\/(assets\/|icon|manifest\.)/.test(at.pathname),
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
 * lower). What lies behind a dialog cannot be touched.
 */
export const smallTargets = (page) =>
  page.evaluate(() => {
    const visible = (element) => element.checkVisibility() && element.getClientRects().length > 0;
    return [...document.querySelectorAll('button, a.btn, input')]
      .filter(visible)
      .filter((element) => !element.closest('p, .totals-table, [inert]'))
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

/**
 * Contrast of every line of words within `selector` as it is drawn: what is brightest or darkest in
 * its box against what most of the box is. Measured on pixels, so gradients and opacity count.
 */
export async function contrasts(page, selector) {
  const boxes = await page.evaluate((within) => {
    const walker = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = node.textContent.trim();
      if (text === '' || !node.parentElement.checkVisibility({ opacityProperty: true })) continue;
      if (node.parentElement.closest('.visually-hidden, [disabled], .tile') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { x, y, width, height } of range.getClientRects()) {
        const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
        const box = [left, top, Math.ceil(width), Math.ceil(height)];
        // Only what lies in the window and in front.
        const front = document.elementFromPoint(x + width / 2, y + height / 2);
        if (
          width > 4 &&
          front !== null &&
          (front.contains(node) || node.parentElement.contains(front))
        )
          found.push({ text: text.slice(0, 40), box });
      }
    }
    return found;
  }, selector);
  const shot = (await page.screenshot()).toString('base64');
  const eye = await page.context().newPage();
  const measured = await eye.evaluate(
    async ([bytes, all]) => {
      const blob = await (await fetch(`data:image/png;base64,${bytes}`)).blob();
      const image = await createImageBitmap(blob);
      const paper = new OffscreenCanvas(image.width, image.height).getContext('2d');
      paper.drawImage(image, 0, 0);
      const channel = (value) => {
        const part = value / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      };
      const luminance = (r, g, b) =>
        0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
      const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      return all.map(({ text, box }) => {
        const { data } = paper.getImageData(...box);
        const counts = new Map();
        for (let i = 0; i < data.length; i += 4) {
          // Neighbouring shades of a gradient count as one.
          const key = [data[i], data[i + 1], data[i + 2]].map((part) => part >> 3).join();
          const known = counts.get(key) ?? {
            n: 0,
            light: luminance(data[i], data[i + 1], data[i + 2]),
          };
          counts.set(key, { ...known, n: known.n + 1 });
        }
        const shades = [...counts.values()].sort((a, b) => b.n - a.n);
        const ground = shades[0].light;
        return { text, ratio: Math.max(...shades.map(({ light }) => ratio(light, ground))) };
      });
    },
    [shot, boxes],
  );
  await eye.close();
  return measured.map((one) => ({ ...one, ratio: Math.round(one.ratio * 100) / 100 }));
}

/** Waits until nothing on the page moves or fades any more. */
export const still = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const ends = (motion) =>
      motion.playState === 'running' && motion.effect?.getComputedTiming().endTime !== Infinity;
    for (;;) {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      const moving = document.getAnimations().filter(ends);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });

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
