// Forged records, for tests of those who check them. Written for this: it shares no code with the
// client.
import { createCipheriv, createHash } from 'node:crypto';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hex = (text) => Buffer.from(text, 'hex');
const KINDS = ['m', 'p', 's', 'z', 'f'];
const parse = (wall) =>
  [...wall.matchAll(/(\d+)([mpszf])/g)].flatMap(([, digits, suit]) =>
    [...digits].map((digit) => digit + suit),
  );

/** The wall that a key gives, from the tiles of another. */
function shuffled(tiles, key) {
  const wall = [...tiles].sort(
    (a, b) => KINDS.indexOf(a[1]) - KINDS.indexOf(b[1]) || a.charCodeAt(0) - b.charCodeAt(0),
  );
  const stream = createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(8192));
  let at = 0;
  const below = (n) => {
    const limit = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const word = stream.readUInt32LE(4 * at++);
      if (word < limit) return word % n;
    }
  };
  for (let i = wall.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [wall[i], wall[j]] = [wall[j], wall[i]];
  }
  return wall;
}

/**
 * The record with another chain of secrets: commitment, secrets and walls fit to each other, and
 * are not those of the match.
 */
export function swapped(record) {
  const forged = structuredClone(record);
  const secrets = [sha256('forged', record.match_id)];
  while (secrets.length <= forged.deals.length)
    secrets.unshift(sha256('sifang/chain/1', secrets[0]));
  forged.commitment = secrets[0].toString('hex');
  for (const [i, deal] of forged.deals.entries()) {
    const secret = secrets[i + 1];
    deal.secret = secret.toString('hex');
    const number = Buffer.alloc(4);
    number.writeUInt32BE(i + 1);
    const nonces = Array.from({ length: 4 }, (_, seat) => deal.nonces[seat] ?? null).map((nonce) =>
      nonce === null ? Buffer.alloc(17) : Buffer.concat([Buffer.from([1]), hex(nonce)]),
    );
    const key = sha256(
      'sifang/hand/1',
      secret,
      hex(forged.match_id),
      number,
      hex(forged.terms),
      ...nonces,
    );
    deal.wall = shuffled(parse(deal.wall), key).join('');
  }
  return forged;
}
