// The voice that calls: the browser's speech, or the clips of a pack that the player has chosen. And
// the notice outside the window, for which the browser is asked only after a touch.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { position, table } from './fake.mjs';
import { sound, stage } from './stage.mjs';

const { browser } = stage({ servers: 'none' });
const folder = mkdtempSync(join(tmpdir(), 'sifang-voice-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const SIZE = { width: 390, height: 844, lang: 'zh', theme: 'light' };

/** A tone of so many milliseconds as a WAV file in base64. */
function tone(ms) {
  const rate = 8000;
  const samples = (rate * ms) / 1000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  const body = Uint8Array.from({ length: samples }, (_, i) => 128 + 60 * Math.sin(i / 3));
  return Buffer.concat([head, body]).toString('base64');
}
const file = (name, content) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const LISTEN = `
  globalThis.spoken = [];
  globalThis.played = [];
  Object.defineProperty(globalThis, 'speechSynthesis', {
    value: { speak: (said) => globalThis.spoken.push(said.text) },
  });
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...at) {
    globalThis.played.push(Math.round(this.buffer.duration * 1000));
    return start.apply(this, at);
  };
  globalThis.asks = 0;
  globalThis.notes = [];
  globalThis.Notification = class {
    static permission = 'default';
    static requestPermission() {
      globalThis.asks += 1;
      globalThis.Notification.permission = 'granted';
      return Promise.resolve('granted');
    }
    constructor(title, look) {
      globalThis.notes.push(look.body);
    }
    close() {
      globalThis.notes.push('closed');
    }
  };`;

const settings = async (page) => {
  await page.locator('.bar-tools .icon-btn').last().click();
  await page.locator('dialog.drawer [data-action="settings"]').click();
  await page.locator('dialog.drawer input.field').waitFor();
};
const turnOn = (page, name) => page.getByRole('switch', { name }).click();

test('calls are spoken by the browser, or with the clips of a pack that is kept', async () => {
  const all = await table(browser, 'wuxi', { ...SIZE, script: LISTEN });
  const { page, context, problems, report, received, show } = all;
  const view = { ...position('wuxi', 'turn: discard'), prompt: null };
  await show(view);
  await settings(page);
  await turnOn(page, '声音');
  await turnOn(page, '报牌语音');
  const row = page.locator('[data-option="voice-pack"]');
  await row.waitFor();
  await sound(page, 'voice pack');
  const won = [{ type: 'won', seat: 1, from: null, source: 'self_draw', tile: null }];
  report(won);
  await page.waitForFunction(() => globalThis.spoken.length === 1);
  assert.deepEqual(await page.evaluate(() => globalThis.spoken), ['自摸']);

  const choose = row.locator('input[type="file"]');
  await choose.setInputFiles(file('bad.json', '{"format":"sifang-voice/1"}'));
  await page.locator('.toasts', { hasText: '这不是语音包' }).waitFor();
  const pack = { format: 'sifang-voice/1', name: '奶奶', clips: { zimo: [tone(320)] } };
  await choose.setInputFiles(file('good.json', pack));
  await row.getByText('奶奶').waitFor();
  report(won);
  await page.waitForFunction(() => globalThis.played.includes(320));
  assert.equal((await page.evaluate(() => globalThis.spoken)).length, 1, 'not spoken as well');
  // A call that the pack leaves out is spoken.
  report([{ type: 'won', seat: 1, from: 2, source: 'discard', tile: null }]);
  await page.waitForFunction(() => globalThis.spoken.at(-1) === '胡');
  await row.getByRole('button').click();
  await row.getByText('用浏览器的语音').waitFor();
  report(won);
  await page.waitForFunction(() => globalThis.spoken.at(-1) === '自摸');
  assert.equal(
    received.some(({ type }) => type === 'error'),
    false,
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test('the browser is asked for notices only after a touch; one comes with the turn', async () => {
  const { page, context, problems, show } = await table(browser, 'wuxi', {
    ...SIZE,
    script: LISTEN,
  });
  const view = position('wuxi', 'turn: discard');
  await show({ ...view, prompt: null });
  assert.equal(await page.evaluate(() => globalThis.asks), 0);
  await settings(page);
  await turnOn(page, '轮到我时发通知');
  assert.equal(await page.evaluate(() => globalThis.asks), 1);
  await page.keyboard.press('Escape');
  // In sight, a notice would only be in the way.
  await show(view);
  assert.deepEqual(await page.evaluate(() => globalThis.notes), []);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await show({ ...view, prompt: { ...view.prompt, decision: 4000 } });
  assert.equal((await page.evaluate(() => globalThis.notes)).length, 1);
  await page.evaluate(() => {
    delete document.visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForFunction(() => globalThis.notes.at(-1) === 'closed');
  assert.deepEqual(problems, []);
  await context.close();
});
