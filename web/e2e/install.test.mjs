// The app on the device: its manifest and icons are there, it opens without a server and says what
// works, and a page that is open has all its parts from the version it began with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sound, stage } from './stage.mjs';

const { server, player } = stage({ servers: 'test' });

test('the manifest, its icons and the worker come with the right heads', async () => {
  const get = async (path) => {
    const answer = await fetch(`${server.url}${path}`);
    assert.equal(answer.status, 200, path);
    return answer;
  };
  const manifest = await get('/manifest.webmanifest');
  assert.equal(manifest.headers.get('content-type'), 'application/manifest+json');
  const { icons, start_url, display } = await manifest.json();
  assert.deepEqual([start_url, display], ['/', 'standalone']);
  assert.ok(icons.some(({ purpose }) => purpose === 'maskable'));
  for (const { src, type, sizes } of icons) {
    const icon = await get(src);
    assert.equal(icon.headers.get('content-type'), type);
    if (type !== 'image/png') continue;
    const bytes = Buffer.from(await icon.arrayBuffer());
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
  }
  const worker = await get('/sw.js');
  assert.match(worker.headers.get('content-type'), /javascript/);
  assert.equal(worker.headers.get('cache-control'), 'no-cache');
  const text = await worker.text();
  assert.doesNotMatch(text, /skipWaiting\(|clients\.claim/);
  assert.match(text, /"\/assets\//);
});

for (const look of [
  { width: 1440, height: 900, lang: 'zh' },
  { width: 390, height: 844, lang: 'en', theme: 'dark' },
])
  test(`without a server it opens, says what works, and rule books can be read: ${look.lang}`, async () => {
    const { page, context } = await player({ ...look, serviceWorkers: 'allow' });
    await page.goto(server.url);
    await page.waitForSelector('.rule-card [data-action="quick"]');
    const workers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    assert.equal(await workers(), 0, 'the first visit moves nothing for it');
    await page.locator('[data-rules="wuxi"] [data-action="quick"]').click();
    await page.waitForSelector('.hand .hand-tile');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    /** The headings of the book, once it is open. */
    const book = async () => {
      await page.goto(`${server.url}/rules/wuxi`);
      await page.locator('article.fan').first().waitFor();
      return page.locator('h1, h2').allInnerTexts();
    };
    const headings = await book();
    assert.ok(headings.length > 5);
    await server.stop();
    await page.goto(server.url);
    await page.locator('[data-offline]').waitFor();
    assert.match(
      await page.locator('[data-offline]').innerText(),
      look.lang === 'zh' ? /规则书/ : /Rule books/,
    );
    await sound(page, 'without a server');
    assert.deepEqual(await book(), headings);
    await context.close();
  });

test('a match goes on with the parts of the version it began with', async () => {
  const { page, context, problems } = await player({ serviceWorkers: 'allow' });
  await page.goto(server.url);
  await page.locator('[data-rules="wuxi"] [data-action="quick"]').click();
  await page.waitForSelector('.hand .hand-tile');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForSelector('.hand .hand-tile');
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
  // As after an update: the server no longer has a single file of this version.
  await context.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'gone' }));
  const parts = await page.evaluate(async () => {
    const names = await caches.keys();
    const shell = await caches.open(names.find((name) => name.startsWith('sifang-shell-')));
    const paths = (await shell.keys()).map(({ url }) => new URL(url).pathname);
    const assets = paths.filter((path) => path.startsWith('/assets/'));
    const answers = await Promise.all(assets.map((path) => fetch(path)));
    return answers.map(({ status }) => status);
  });
  assert.ok(parts.length > 10 && parts.every((status) => status === 200), String(parts));
  await page.keyboard.press('?');
  await page.locator('dialog[open] kbd').first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});
