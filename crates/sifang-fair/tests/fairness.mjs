// An independent check of the fairness vectors: nothing here comes from the engine but the written scheme
// (docs/fairness.md). SHA-256 is Node's; ChaCha20, the rejection and the shuffle are written out.
//
//   node fairness.mjs vectors.json
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const text = (value) => Buffer.from(value, "utf8");
const bytes = (hex) => Buffer.from(hex, "hex");
const u32 = (value) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};
const u64 = (value) => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer;
};

// One 64-byte block of ChaCha20 (RFC 8439, section 2.3) with a zero nonce, as sixteen words.
function chachaBlock(key, counter) {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) start[4 + i] = key.readUInt32LE(4 * i);
  start[12] = counter;
  const s = start.slice();
  const turn = (to, other, by) => {
    s[to] ^= s[other];
    s[to] = (s[to] << by) | (s[to] >>> (32 - by));
  };
  const quarter = (a, b, c, d) => {
    s[a] += s[b]; turn(d, a, 16);
    s[c] += s[d]; turn(b, c, 12);
    s[a] += s[b]; turn(d, a, 8);
    s[c] += s[d]; turn(b, c, 7);
  };
  for (let round = 0; round < 20; round += 2) {
    for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return s.map((word, i) => word + start[i]);
}

function* keystream(key) {
  for (let counter = 0; ; counter++) yield* chachaBlock(key, counter);
}

// A number from 0 to n - 1 without bias; all numbers stay below 2^53, so plain arithmetic is exact.
function below(words, n) {
  const limit = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const word = words.next().value;
    if (word < limit) return word % n;
  }
}

const field = (buffer) => Buffer.concat([u32(buffer.length), buffer]);

function tileNames() {
  const sizes = { m: 9, p: 9, s: 9, z: 7, f: 8 };
  return Object.entries(sizes).flatMap(([suit, size]) => Array.from({ length: size }, (_, i) => `${i + 1}${suit}`));
}

function recompute(deal) {
  const chain = [bytes(deal.s_n)];
  for (let i = 0; i < deal.deals; i++) chain.unshift(sha256(text("sifang/chain/1"), chain[0]));
  const terms = sha256(
    text("sifang/terms/1"),
    ...[text(deal.rules), u32(deal.version), Buffer.from([deal.seats]), text(deal.options)].map(field),
  );
  const slots = deal.nonces.map((nonce) => (nonce === null ? Buffer.alloc(17) : Buffer.concat([bytes("01"), bytes(nonce)])));
  const nonces = Buffer.concat(slots);
  const commitments = deal.nonces.map((nonce, seat) =>
    nonce === null ? null : sha256(text("sifang/nonce/1"), bytes(deal.match_id), Buffer.from([seat]), bytes(nonce)).toString("hex"));
  const key = sha256(text("sifang/hand/1"), chain[deal.deal], bytes(deal.match_id), u32(deal.deal), terms, nonces);

  const names = tileNames();
  const wall = [...deal.counts].flatMap((count, kind) => Array(Number(count)).fill(names[kind]));
  const words = keystream(key);
  for (let i = wall.length - 1; i > 0; i--) {
    const j = below(words, i + 1);
    [wall[i], wall[j]] = [wall[j], wall[i]];
  }
  const fresh = keystream(key);
  return {
    s_0: chain[0].toString("hex"),
    s_before: chain[deal.deal - 1].toString("hex"),
    s_i: chain[deal.deal].toString("hex"),
    terms_hash: terms.toString("hex"),
    nonce_commitments: commitments,
    encoded_nonces: nonces.toString("hex"),
    key: key.toString("hex"),
    words: Array.from({ length: 8 }, () => fresh.next().value.toString(16).padStart(8, "0")),
    wall: wall.join(" "),
    dice: [below(words, 6) + 1, below(words, 6) + 1],
  };
}

let differences = 0;
function compare(what, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  differences++;
  console.error(`${what} differs\n  file:       ${JSON.stringify(found)}\n  recomputed: ${JSON.stringify(expected)}`);
}

const file = JSON.parse(readFileSync(process.argv[2], "utf8"));
file.deals.forEach((deal, i) => {
  for (const [name, value] of Object.entries(recompute(deal))) compare(`vector ${i + 1}: ${name}`, deal[name], value);
});
const words = keystream(bytes(file.below.key));
compare("below", file.below.values, file.below.values.map(() => below(words, file.below.n)));
const { seed, index, key } = file.sim_key;
compare("sim_key", key, sha256(text("sifang/sim/1"), u64(seed), u64(index)).toString("hex"));

if (differences > 0) process.exit(1);
console.log(`${file.deals.length} deals agree`);
