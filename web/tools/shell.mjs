// Writes the service worker into the build: what the client is made of, and a version that changes
// with any of it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'dist';
const files = readdirSync(join(folder, 'assets'), { recursive: true })
  .filter((name) => !/\.(br|gz|map)$/.test(name))
  .map((name) => `/assets/${name}`)
  .sort();
const all = ['/', '/icon.svg', ...files];
const hash = createHash('sha256');
for (const name of all) hash.update(readFileSync(join(folder, name === '/' ? 'index.html' : name)));
const version = hash.digest('hex').slice(0, 16);
const text = readFileSync(new URL('sw.js', import.meta.url), 'utf8');
const written = text
  .replace("const VERSION = '';", `const VERSION = '${version}';`)
  .replace('const FILES = [];', `const FILES = ${JSON.stringify(all)};`);
if (written.split(version).length !== 2 || !written.includes(all.at(-1)))
  throw new Error('sw.js has no places for its version and its files');
writeFileSync(join(folder, 'sw.js'), written);
