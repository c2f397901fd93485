// Packs what the build has made: beside each file that text is in, its Brotli (.br) and gzip (.gz)
// forms, as small as they get. The server sends the form that a browser accepts best, and never
// packs a file itself.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(css|html|js|json|map|mjs|svg|txt|wasm|webmanifest)$/;
const folder = process.argv[2] ?? 'dist';

const forms = {
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

const files = readdirSync(folder, { recursive: true }).filter((name) => TEXT.test(name));
const sums = { plain: 0, br: 0, gz: 0 };
for (const name of files) {
  const path = join(folder, name);
  const bytes = readFileSync(path);
  sums.plain += bytes.length;
  for (const [ending, pack] of Object.entries(forms)) {
    const packed = pack(bytes);
    // A form that spares nothing is left out.
    if (packed.length < bytes.length) writeFileSync(`${path}.${ending}`, packed);
    sums[ending] += Math.min(packed.length, bytes.length);
  }
}
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
console.log(`${files.length} files: ${kb(sums.plain)}, Brotli ${kb(sums.br)}, gzip ${kb(sums.gz)}`);
