// The page of the HTTP interface: drawn from the document that the server sends, under its policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sound, stage } from './stage.mjs';

const { server, player } = stage();

test('every request and every type of the document is on the page', async () => {
  const document = await (await fetch(`${server.url}/api/openapi.json`)).json();
  const { page, problems, context } = await player({ lang: 'en' });
  const foreign = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url());
  });
  assert.equal((await page.goto(`${server.url}/api`)).status(), 200);
  await page.waitForSelector('[data-operation]');
  const shown = await page.locator('[data-operation] h3 a').allInnerTexts();
  const expected = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(shown.map((text) => text.replace(/\s+/g, ' ')).sort(), expected.sort());
  const types = await page.locator('[data-type] h3').allInnerTexts();
  assert.deepEqual(types.sort(), Object.keys(document.components.schemas).sort());
  // Each name of a type leads to it, and each place has a name of its own.
  const broken = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('main [id]')].map((one) => one.id);
    const links = [...document.querySelectorAll('main a[href^="#"]')];
    return [
      ...links.map((one) => one.getAttribute('href').slice(1)).filter((id) => !ids.includes(id)),
      ...ids.filter((id, i) => ids.indexOf(id) !== i),
    ];
  });
  assert.deepEqual(broken, []);
  await page.locator('aside input').fill('room/private');
  assert.deepEqual(await page.locator('[data-operation] h3 code').allInnerTexts(), [
    '/api/rooms/{room}',
  ]);
  await page.locator('aside input').fill('no such thing');
  assert.equal(await page.locator('[data-operation]').count(), 0);
  assert.match(await page.locator('main [role="status"]').innerText(), /No request/);
  assert.deepEqual(foreign, []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('it is not part of the first visit', async () => {
  const { page, context } = await player();
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(server.url);
  await page.waitForSelector('.rule-card');
  assert.deepEqual(
    asked.filter((path) => /ApiPage|openapi/.test(path)),
    [],
  );
  await context.close();
});

test('on paper it is black on white, without what only a screen needs', async () => {
  const { page, context } = await player({ lang: 'en', theme: 'dark' });
  await page.goto(`${server.url}/api#type-ErrorBody`);
  await page.waitForSelector('[data-operation]');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.topbar').isVisible(), false);
  assert.equal(await page.locator('.interface > aside').isVisible(), false);
  assert.equal(await page.locator('[data-action="print"]').isVisible(), false);
  const ink = await page
    .locator('[data-operation] p')
    .first()
    .evaluate((one) => getComputedStyle(one).color);
  assert.equal(ink, 'rgb(0, 0, 0)');
  await context.close();
});

for (const [width, height, lang, theme] of [
  [1440, 900, 'zh', 'dark'],
  [844, 390, 'en', 'light'],
  [390, 844, 'zh', 'light'],
  [390, 844, 'en', 'dark'],
]) {
  test(`it can be read at ${width}×${height} (${lang}, ${theme})`, async () => {
    const { page, problems, context } = await player({ width, height, lang, theme });
    await page.goto(`${server.url}/api`);
    await page.waitForSelector('[data-operation]');
    assert.match(await page.locator('h1').innerText(), lang === 'zh' ? /HTTP 接口/ : /HTTP inter/);
    await sound(page, `${width} ${lang}`);
    assert.deepEqual(problems, []);
    await context.close();
  });
}
