// One verdict on a record, made of named parts: green only when all of them hold. Every forgery
// turns its part and with it the verdict; the command line says the same in the same words.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { swapped } from './forge.mjs';
import { ask, playMatch } from './played.mjs';
import { sound, stage } from './stage.mjs';

const shots = process.env.SIFANG_SHOTS;
if (shots !== undefined) mkdirSync(shots, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'sifang-verdict-'));

let match;
let honest;
const { server, player } = stage({
  ready: async () => {
    ({ match } = await playMatch(server, player, { rules: 'hongzhong', options: { deals: 2 } }));
    honest = await ask(server, 'GET', `/api/records/${match}`);
  },
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Findings by part, as the page shows them. */
const parts = (page) =>
  page
    .locator('.fair [data-part]:visible')
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.dataset.part, row.dataset.finding])),
    );
const outcome = async (page) => {
  const verdict = page.locator('.fair [data-verdict]:not([data-verdict="checking"]):visible');
  await verdict.waitFor();
  return verdict.getAttribute('data-verdict');
};

/** Hands a record to the page as a file, and returns its verdict. */
async function hand(page, record) {
  const file = join(folder, 'record.json');
  writeFileSync(file, typeof record === 'string' ? record : JSON.stringify(record));
  await page.locator('.fair input[type="file"]').setInputFiles(file);
  await page.waitForFunction(
    () => document.querySelector('.fair [data-verdict="checking"]') === null,
  );
  return { verdict: await outcome(page), found: await parts(page), file };
}

async function shoot(page, name) {
  const { width, height } = page.viewportSize();
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/${name}-${width}x${height}.png`, fullPage: true });
}

const LOOKS = [
  { width: 1440, height: 900, lang: 'zh', theme: 'light' },
  { width: 390, height: 844, lang: 'en', theme: 'dark' },
  { width: 844, height: 390, lang: 'zh', theme: 'dark' },
];

for (const look of LOOKS) {
  test(`a match played here is proven at once (${look.width}×${look.height}, ${look.lang})`, async () => {
    const { page, problems, context } = await player(look);
    await page.goto(`${server.url}/replay/${match}?deal=2`);
    if (look.height < 500) await page.locator('.replay-controls [data-action="more"]').click();
    assert.equal(await outcome(page), 'proven');
    assert.equal(
      await page.locator('.checked:visible').getAttribute('data-outcome'),
      'proven',
      'it stands above everything else',
    );
    assert.deepEqual(await parts(page), {
      walls: 'walls_hold',
      moves: 'moves_hold',
      points: 'points_hold',
      end: 'end_reached',
      known: 'known_same',
      signature: 'signature_good',
      promise: 'promise_unknown',
      names: 'names_not_covered',
    });
    const panel = page.locator('.fair:visible');
    const words = await panel.locator('[data-verdict]').innerText();
    assert.match(
      words,
      look.lang === 'zh' ? /全部成立[^]*由服务器核对/ : /Everything holds[^]*the server checked/,
    );
    await panel.locator('.fair-values summary').click();
    const key = honest.record.signature.key.match(/.{8}/g).join(' ');
    assert.ok((await panel.innerText()).includes(key), 'the key is shown');
    await panel.locator('[data-verdict]').scrollIntoViewIfNeeded();
    await sound(page);
    await shoot(page, 'verdict-proven');
    assert.deepEqual(problems, []);
    await context.close();
  });
}

/** What a forger can do, the part that it turns, and what it comes to. */
const FORGERIES = {
  'a changed discard': [
    (record) => {
      const { commands } = record.deals[0];
      const at = commands.findIndex((text) => text.includes('discard'));
      const other = commands.find(
        (text) => text.includes('discard') && !text.endsWith(commands[at].slice(-2)),
      );
      commands[at] = commands[at].slice(0, -2) + other.slice(-2);
    },
    'moves',
  ],
  'changed points': [(record) => (record.deals[1].deltas[0] += 8), 'points'],
  'changed totals': [(record) => (record.totals[2] -= 1), 'points'],
  'another wall': [
    (record) => (record.deals[0].wall = record.deals[0].wall.replace(/(\d)(\d)/, '$2$1')),
    'walls',
  ],
  'a match cut short': [
    (record) => {
      const { deltas } = record.deals.pop();
      record.totals = record.totals.map((total, seat) => total - deltas[seat]);
      record.ranks = record.totals.map(
        (own) => 1 + record.totals.filter((total) => total > own).length,
      );
    },
    'end',
  ],
  'walls, secrets and commitment of somebody else': [
    (record) => Object.assign(record, swapped(record)),
    'moves',
  ],
};

test('every forgery turns its part and the verdict', async () => {
  for (const [i, [name, [forge, part]]] of Object.entries(FORGERIES).entries()) {
    const look = LOOKS[i % 2];
    const { page, problems, context } = await player(look);
    await page.goto(`${server.url}/replay`);
    const forged = structuredClone(honest);
    forge(forged.record);
    // The server has another one, and the signature does not fit any more.
    let { verdict, found } = await hand(page, forged);
    assert.equal(verdict, 'fails', name);
    assert.equal(found.known, 'known_other', name);
    assert.equal(found.signature, 'signature_bad', name);
    const state = await page.locator(`.fair [data-part="${part}"]`).getAttribute('data-state');
    assert.equal(state, part === 'end' ? 'open' : 'fails', name);
    assert.equal(await page.locator('.fair [data-verdict="proven"]').count(), 0);
    // Without the signature it is no better.
    delete forged.record.signature;
    ({ verdict, found } = await hand(page, forged.record));
    assert.deepEqual([verdict, found.signature], ['fails', 'not_signed'], name);
    await sound(page, name);
    await shoot(page, `verdict-forged-${i}`);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('an invented match is not green, whoever signed it', async () => {
  const file = join(folder, 'invented.json');
  const args = ['simulate', '--rules', 'hongzhong', '--deals', '1', '--set', 'deals=2'];
  execFileSync(process.env.SIFANG, [...args, '--record', file], { stdio: 'ignore' });
  const invented = JSON.parse(readFileSync(file, 'utf8'));
  const { page, problems, context } = await player(LOOKS[0]);
  await page.goto(`${server.url}/replay`);
  const { verdict, found } = await hand(page, invented);
  assert.equal(verdict, 'unproven');
  assert.deepEqual(
    [found.moves, found.points, found.end],
    ['moves_hold', 'points_hold', 'end_reached'],
  );
  assert.deepEqual([found.known, found.signature], ['not_known', 'not_signed']);
  await shoot(page, 'verdict-invented');
  const stolen = { ...invented, signature: honest.record.signature };
  assert.equal((await hand(page, stolen)).verdict, 'fails');
  assert.deepEqual(problems, []);
  await context.close();
});

test('an old record without a signature still reads, and a file that is none does not', async () => {
  const { page, problems, context } = await player(LOOKS[1]);
  await page.goto(`${server.url}/replay`);
  const old = structuredClone(honest.record);
  delete old.signature;
  const { verdict, found } = await hand(page, old);
  assert.deepEqual([verdict, found.signature, found.known], ['proven', 'not_signed', 'known_same']);
  assert.equal((await hand(page, '{"format":"something else"}')).verdict, 'fails');
  assert.deepEqual(problems, []);
  await context.close();
});

test('without the server’s answer nothing is green, and it can be asked again', async () => {
  const { page, context } = await player(LOOKS[1]);
  await page.route('**/api/verify', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'rate/exceeded', zh: '太频繁', en: 'Too often' },
    }),
  );
  await page.goto(`${server.url}/replay/${match}`);
  assert.equal(await outcome(page), 'unproven');
  const found = await parts(page);
  assert.deepEqual(
    [found.walls, found.moves, found.known, found.signature],
    ['walls_hold', 'moves_open', 'nobody_asked', 'signature_open'],
    'a signature that nobody checked is not called good',
  );
  assert.match(
    await page.locator('.fair [data-verdict]').innerText(),
    /did not check[^]*Too often/,
  );
  await page.unroute('**/api/verify');
  await page.locator('[data-action="play-again"]').click();
  await page.waitForSelector('.fair [data-verdict="proven"]');
  await context.close();
});

test('the page and the command line say the same in the same words', async () => {
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, JSON.stringify(await ask(server, 'GET', '/api/keys')));
  for (const lang of ['zh', 'en']) {
    const { page, context } = await player({ ...LOOKS[0], lang });
    await page.goto(`${server.url}/replay`);
    for (const change of [() => undefined, (record) => (record.totals[0] += 1)]) {
      const record = structuredClone(honest.record);
      change(record);
      const { file } = await hand(page, record);
      let said;
      try {
        const args = ['replay', file, '--key', keys, '--lang', lang];
        said = execFileSync(process.env.SIFANG, args, { encoding: 'utf8' });
      } catch (failed) {
        said = failed.stdout;
      }
      const shown = await page
        .locator('.fair [data-part] > .text')
        .evaluateAll((rows) => rows.map((row) => row.firstChild.textContent.trim()));
      const names = await page.locator('.fair [data-part] > .name').allInnerTexts();
      assert.ok(
        said.startsWith(
          (await page.locator('.fair .all > :last-child').innerText()).split('\n')[0],
        ),
        said,
      );
      // What the device remembers only the page knows; where it comes from each knows its own way.
      for (const [i, name] of names.entries())
        if (!/开局承诺|Promise|来历|Origin/.test(name))
          assert.ok(said.includes(name) && said.includes(shown[i]), `${shown[i]} in\n${said}`);
    }
    await context.close();
  }
});
