// Plays in a real browser and takes the pictures of docs/screenshots anew: every screen, every rule
// set. usage: SIFANG=target/release/sifang node web/tools/gallery.mjs OUT-FOLDER [NAME-PART…]
import { mkdirSync, writeFileSync } from 'node:fs';
import { move, playDeal } from '../e2e/play.mjs';
import { launch, overflow, player, sleep, startServer } from '../e2e/stage.mjs';

const [folder, ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launch();

const SIZES = { desktop: [1440, 900], upright: [390, 844], sideways: [844, 390] };
const wants = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part));

/** Opens a window, lets `go` walk to the picture, takes it as WebP. */
async function picture(name, size, { theme = 'light', lang = 'zh' } = {}, go) {
  const file = `${name}-${SIZES[size].join('x')}${theme === 'dark' ? '-dark' : ''}.webp`;
  if (!wants(file)) return;
  const [width, height] = SIZES[size];
  const { page, problems, context } = await player(browser, {
    url: server.url,
    width,
    height,
    lang,
    theme,
  });
  try {
    await go(page);
    await sleep(1200);
    await page.mouse.move(1, 1);
    const devtools = await context.newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    writeFileSync(`${folder}/${file}`, Buffer.from(data, 'base64'));
    const over = await overflow(page);
    console.log(
      file,
      problems.length === 0 && over === 0
        ? 'ok'
        : `problems: ${problems.join(' | ')} ${over} px too wide`,
    );
  } finally {
    await context.close();
  }
}

const at = (path, ready) => async (page) => {
  await page.goto(server.url + path);
  await page.waitForSelector(ready);
};

/** Sits down with bots at a table of the rule set. */
async function sit(page, rules, link = '') {
  await page.goto(`${server.url}/new/${rules}${link}`);
  await page.waitForSelector('[data-action="create"]');
  const pause = page.locator('[data-option="pause"] [role="switch"]');
  if ((await pause.getAttribute('aria-checked')) === 'true') await pause.click();
  await page.locator('[data-action="create"]').click();
  await page.locator('[data-action="start"]').click();
  await page.waitForSelector('.felt .compass .wall-count');
}

/** Goes on after a settlement, if one lies open; it may close by itself. */
async function goOn(page) {
  const next = page.locator('.cover [data-action="next"]');
  if (await next.isVisible()) await next.click({ timeout: 2000 }).catch(() => undefined);
}

/**
 * Plays until so few tiles are left and it is this player's turn to throw; a deal that ends before
 * is followed by another.
 */
async function middle(page, left) {
  for (;;) {
    await goOn(page);
    if (await page.locator('.podium').isVisible())
      throw new Error('the match ended before the picture');
    const wall = Number(
      (await page
        .locator('.compass .wall-count')
        .innerText()
        .catch(() => '999')) || 999,
    );
    const turn =
      (await page.locator('.actions .action-buttons').count()) > 0 &&
      (await page.locator('.hand .hand-tile[aria-disabled="false"]').count()) > 0;
    if (wall <= left && turn) return;
    const did = await move(page, { claim: true });
    await sleep(did === null ? 60 : 20);
  }
}

/** Plays deals until one ends with a win. */
async function won(page) {
  for (;;) {
    await playDeal(page, { claim: true });
    if ((await page.locator('.cover .hand-sets').count()) > 0) return;
    await goOn(page);
    await page.waitForSelector('.cover', { state: 'detached' });
  }
}

await picture('home', 'desktop', {}, at('/', '.rule-card [data-action="quick"]'));
await picture('home', 'upright', { theme: 'dark' }, at('/', '.rule-card [data-action="quick"]'));
await picture('room-form', 'desktop', {}, at('/new/anhua', '[data-action="create"]'));
await picture('room-form', 'upright', { lang: 'en' }, at('/new/jingji', '[data-action="create"]'));
await picture('waiting', 'desktop', { theme: 'dark' }, async (page) => {
  await at('/new/hongzhong', '[data-action="create"]')(page);
  await page.locator('[data-action="create"]').click();
  await page.waitForSelector('.big-code');
});
for (const [rules, size, look, left] of [
  ['xuezhan', 'sideways', {}, 26],
  ['anhua', 'upright', {}, 32],
  ['jingji', 'desktop', {}, 26],
  ['wuxi', 'desktop', {}, 45],
  ['hongzhong', 'upright', { theme: 'dark' }, 14],
  ['xuezhan', 'desktop', { lang: 'en', theme: 'dark' }, 24],
  ['wuxi', 'upright', { lang: 'en' }, 45],
]) {
  await picture(`table-${rules}`, size, look, async (page) => {
    await sit(page, rules);
    await middle(page, left);
  });
}
await picture('hints-wuxi', 'desktop', { theme: 'dark' }, async (page) => {
  await sit(page, 'wuxi');
  await middle(page, 50);
  await page.locator('.table-bar [aria-label="听牌提示"]').click();
});
for (const [rules, size, look] of [
  ['xuezhan', 'desktop', { theme: 'dark' }],
  ['anhua', 'upright', {}],
  ['jingji', 'desktop', {}],
  ['wuxi', 'sideways', { lang: 'en' }],
  ['hongzhong', 'upright', { lang: 'en', theme: 'dark' }],
]) {
  await picture(`settlement-${rules}`, size, look, async (page) => {
    await sit(page, rules);
    await won(page);
  });
}
for (const [rules, link, size, look] of [
  ['xuezhan', '?deals=1', 'desktop', {}],
  ['anhua', '?deals=1', 'upright', { lang: 'en' }],
  ['jingji', '?rounds=1', 'desktop', { lang: 'en', theme: 'dark' }],
  ['wuxi', '?deals=1', 'upright', { theme: 'dark' }],
  ['hongzhong', '?deals=1', 'sideways', {}],
]) {
  await picture(`result-${rules}`, size, look, async (page) => {
    await sit(page, rules, link);
    while (!(await page.locator('.podium').isVisible())) {
      await goOn(page);
      const did = await move(page, { claim: true });
      await sleep(did === null ? 60 : 20);
    }
  });
}
for (const [size, look] of [
  ['desktop', {}],
  ['upright', { lang: 'en', theme: 'dark' }],
]) {
  await picture('lab', size, look, async (page) => {
    await page.goto(`${server.url}/lab`);
    await page.locator('[data-rules="wuxi"]').click();
    await page.waitForSelector('[data-rules="wuxi"][aria-current]');
    await page.locator('[data-option="base"] .stepper button').last().click();
    await page.locator('.pick-row').first().locator('[role=radio]').first().click();
    await page.locator('[data-action="run"]').click();
    await page.waitForSelector('.run[data-state="done"]', { timeout: 120_000 });
  });
}
await browser.close();
await server.stop();
