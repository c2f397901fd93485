// Makes a voice pack of a folder of sound files named after the call they are for: hu.ogg, hu-2.ogg,
// zimo.mp3, ready_ask.wav. usage: node tools/voice-pack.mjs FOLDER NAME > pack.json
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CALLS = ['chi', 'pon', 'kong', 'hu', 'zimo', 'ready', 'ready_ask'];
const [folder, name] = process.argv.slice(2);
if (folder === undefined || name === undefined) {
  console.error('usage: node tools/voice-pack.mjs FOLDER NAME > pack.json');
  process.exit(2);
}
const clips = {};
for (const file of readdirSync(folder).sort()) {
  const call = /^([a-z_]+?)(-\d+)?\.\w+$/.exec(file)?.[1];
  if (!CALLS.includes(call)) {
    console.error(`${file}: named after none of ${CALLS.join(', ')}`);
    process.exit(1);
  }
  (clips[call] ??= []).push(readFileSync(join(folder, file)).toString('base64'));
}
console.log(JSON.stringify({ format: 'sifang-voice/1', name, clips }));
