// Runs the end-to-end tests: all of them, or the files that are named. A file with a test that
// failed runs once more, by itself: on a busy machine a browser may need longer than a test waits.
// What fails then, too, has failed. What passed only then is named.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const MINUTES = 60_000;

/** Runs files, so many at once, and gives those with a failure. */
async function failing(files, concurrency) {
  const failed = new Set();
  const events = run({ files, concurrency, timeout: 10 * MINUTES });
  events.on('test:fail', ({ file, name }) => failed.add(file ?? name));
  for await (const text of events.compose(tap)) process.stdout.write(text);
  return files.filter((file) => failed.has(file) || failed.has(basename(file)));
}

const named = process.argv.slice(2);
const all = readdirSync(here).filter((file) => file.endsWith('.test.mjs'));
const unknown = named.filter((name) => !all.includes(basename(name)));
if (unknown.length > 0) {
  console.error(`no such test: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}
const files = (named.length > 0 ? named.map((name) => basename(name)) : all.sort()).map((file) =>
  join(here, file),
);
const first = await failing(files, 2);
const names = (list) => list.map((file) => basename(file)).join(', ');
if (first.length > 0) console.log(`# failed, and run once more by themselves: ${names(first)}`);
const second = first.length > 0 ? await failing(first, 1) : [];
if (second.length > 0) console.log(`# failed twice: ${names(second)}`);
else if (first.length > 0) console.log(`# passed only at the second try: ${names(first)}`);
process.exitCode = second.length > 0 ? 1 : 0;
