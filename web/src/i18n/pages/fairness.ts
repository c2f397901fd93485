// Words of the check of a record, step by step; loaded with it.
import type { Words } from '../text';

export const fairness = {
  'fair.title': { zh: '公平性', en: 'Fairness' },
  'fair.lead': {
    zh: '选一份下载的记录：牌墙在你的浏览器里重新算出，每一步和每一分由服务器从头重打。',
    en:
      'Choose a downloaded record: the walls are recomputed in your browser, every move and ' +
      'every point is played again by the server.',
  },
  'fair.counted': {
    zh: '{deals} 局，{tiles} 张牌，{commands} 条命令',
    en: '{deals} deals, {tiles} tiles, {commands} commands',
  },
  'fair.by': {
    zh: '牌墙由你的浏览器重新算出；行牌、得分、终局与来历由服务器核对。不想依靠服务器，可以自己运行 sifang replay。',
    en:
      'Your browser recomputed the walls; the server checked moves, points, end and origin. To ' +
      'rely on nobody, run sifang replay yourself.',
  },
  'fair.byBrowser': {
    zh: '只有牌墙由你的浏览器重新算出；服务器没有核对其余各项：{why}',
    en: 'Only the walls were recomputed, by your browser; the server did not check the rest: {why}',
  },
  'fair.checking': { zh: '正在核对…', en: 'Checking…' },
  'fair.unreadable': { zh: '这个文件不是牌局记录', en: 'This file is no record of a match' },
  'fair.file': { zh: '文件：{name}', en: 'File: {name}' },
  'fair.ownRecord': { zh: '看回本场', en: 'Back to this match' },
  'fair.digest': { zh: '记录的摘要', en: 'Digest of the record' },
  'fair.signedBy': { zh: '签名用的公钥', en: 'Key that signed it' },
  'fair.keys': { zh: '服务器公布的公钥', en: 'Keys that this server publishes' },
  'fair.values': { zh: '承诺、秘密、随机数与牌墙', en: 'Commitment, secrets, nonces and wall' },
  'fair.commitment': { zh: '开赛前的承诺 s₀', en: 'Commitment before the match, s₀' },
  'fair.terms': { zh: '条款的哈希（重新算出）', en: 'Hash of the terms (recomputed)' },
  'fair.secret': { zh: '第 {n} 局结束后公布的秘密', en: 'Secret revealed after deal {n}' },
  'fair.nonce': { zh: '{name}的随机数', en: 'Nonce of {name}' },
  'fair.seat': { zh: '座位 {n}', en: 'seat {n}' },
  'fair.none': { zh: '没有发送', en: 'none was sent' },
  'fair.key': { zh: '算出的密钥', en: 'Key that follows' },
  'fair.dice': { zh: '算出的骰子', en: 'Dice that follow' },
  'fair.wall': { zh: '算出的牌墙（{n} 张）', en: 'Wall that follows ({n} tiles)' },
  'fair.load': { zh: '核对文件…', en: 'Check a file…' },
  'fair.playAgain': { zh: '再请服务器核对', en: 'Ask the server again' },
} satisfies Words;
