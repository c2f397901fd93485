// Says how large the built client is over the wire, and fails when its JavaScript is larger than allowed.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LARGEST_JS = 200 * 1024;
const folder = new URL('../dist/assets/', import.meta.url);
const sizes = readdirSync(folder).map((name) => ({ name, bytes: gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length }));
for (const { name, bytes } of sizes) console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB gzip  ${name}`);
const js = sizes.filter(({ name }) => name.endsWith('.js')).reduce((sum, { bytes }) => sum + bytes, 0);
console.log(`JavaScript ${(js / 1024).toFixed(1)} KB of ${LARGEST_JS / 1024} KB`);
process.exit(js <= LARGEST_JS ? 0 : 1);
