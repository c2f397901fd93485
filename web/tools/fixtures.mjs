// Writes the logs that the unit tests and the development page read: matches played by bots, as one
// seat lived through them. And one position of every kind of question there is, found by the
// example `prompts` of the simulator. usage: node tools/fixtures.mjs PATH-OF-SIFANG PATH-OF-PROMPTS
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [sifang, prompts] = process.argv.slice(2);
if (sifang === undefined || prompts === undefined) {
  console.error('usage: node tools/fixtures.mjs PATH-OF-SIFANG PATH-OF-PROMPTS');
  process.exit(2);
}
const folder = new URL('../tests/fixtures/', import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), 'sifang-fixtures-'));
mkdirSync(folder, { recursive: true });
// Seeds and deals were looked for that show much: kongs, ready calls, claims of every kind. Without
// a list of deals: all of them.
const LOGS = [
  { name: 'xuezhan', rules: 'xuezhan', seed: 8, deals: [5] },
  {
    name: 'anhua',
    rules: 'anhua',
    seed: 6,
    deals: [1, 2],
    options: ['piao_mode=choose', 'bird_type=dealer_seat', 'bird_count=2', 'kings=7'],
  },
  { name: 'anhua3', rules: 'anhua', seed: 11, deals: [1], players: 3 },
  { name: 'anhua2', rules: 'anhua', seed: 11, deals: [1], players: 2 },
  { name: 'jingji', rules: 'jingji', seed: 20, deals: [3] },
  { name: 'wuxi', rules: 'wuxi', seed: 1, deals: [2] },
  { name: 'hongzhong', rules: 'hongzhong', seed: 9 },
];
const run = (args, program = sifang) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
for (const { name, rules, seed, deals, players, options = [] } of LOGS) {
  const record = join(scratch, `${name}.json`);
  const set = options.flatMap((option) => ['--set', option]);
  const seats = players === undefined ? [] : ['--players', String(players)];
  run([
    'simulate',
    '--rules',
    rules,
    '--deals',
    '1',
    '--seed',
    String(seed),
    '--bots',
    'seeker',
    '--record',
    record,
    ...set,
    ...seats,
  ]);
  const views = ['replay', record, '--views', '0'];
  const lines =
    deals === undefined
      ? run(views)
      : deals.map((deal) => run([...views, '--deal', String(deal)])).join('');
  writeFileSync(join(folder, `${name}.jsonl.gz`), gzipSync(lines, { level: 9 }));
  console.log(`${name}: ${lines.split('\n').length - 1} steps`);
}
for (const { id } of JSON.parse(run(['rules', '--json']))) {
  writeFileSync(
    join(folder, `${id}.schema.json.gz`),
    gzipSync(run(['rules', id, '--json']), { level: 9 }),
  );
}
writeFileSync(
  join(folder, 'prompts.json.gz'),
  gzipSync(`[${run([], prompts).trim().split('\n').join(',\n')}]`, { level: 9 }),
);
rmSync(scratch, { recursive: true });
