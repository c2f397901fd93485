// The sentence with which an adviser gives its reason.

const COUNTS =
  /^(差 \d+ 张|听牌|有 \d+ 张(有用|可胡)|ready|\d+ tiles away|\d+ (useful|winning) tiles unseen)$/;

/**
 * The sentence without how far the hand is and how many tiles help. An adviser counts the tiles of
 * the hand it plays for, the panel those of every hand that is as near: beside each other the two
 * numbers look like a mistake.
 */
export function uncounted(sentence: string): string {
  const colon = /：|: /.exec(sentence);
  if (colon === null) return sentence;
  const end = colon.index + colon[0].length;
  const stop = sentence.endsWith('。') ? '。' : '.';
  const comma = stop === '。' ? '，' : ', ';
  const parts = sentence.slice(end, -1).split(comma);
  const kept = parts.filter((part) => !COUNTS.test(part));
  if (kept.length === parts.length) return sentence;
  return kept.length === 0
    ? sentence.slice(0, colon.index) + stop
    : sentence.slice(0, end) + kept.join(comma) + stop;
}
