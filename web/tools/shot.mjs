// Takes screenshots of pages in Debian's chromium. usage: node tools/shot.mjs OUT-FOLDER WxH[,WxH…]
// NAME=URL…
import { mkdirSync } from 'node:fs';
import { launch } from '../e2e/stage.mjs';

const [folder, sizes, ...pages] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const size of sizes.split(',')) {
  const [width, height] = size.split('x').map(Number);
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) &&
      console.log(`${message.type()}: ${message.text()}`),
  );
  page.on('pageerror', (error) => console.log(`page error: ${error.message}`));
  for (const entry of pages) {
    const at = entry.indexOf('=');
    await page.goto(entry.slice(at + 1));
    await page.waitForTimeout(Number(process.env.WAIT ?? 500));
    for (const key of (process.env.KEYS ?? '').split(' ').filter(Boolean))
      await page.keyboard.press(key);
    if (process.env.KEYS) await page.waitForTimeout(300);
    await page.screenshot({ path: `${folder}/${entry.slice(0, at)}-${size}.png` });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (over > 0) console.log(`${entry.slice(0, at)} ${size}: ${over} px too wide`);
  }
  await context.close();
}
await browser.close();
