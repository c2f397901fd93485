// Words of replays, of the fairness check and of the history.
import type { Words } from '../text';

export const study = {
  'replay.title': { zh: '回放', en: 'Replay' },
  'replay.short': { zh: '回放', en: 'Replay' },
  'review.short': { zh: '复盘', en: 'Review' },
  'replay.watch': { zh: '看回放', en: 'Watch the replay' },
  'replay.controls': { zh: '播放控制', en: 'Playback' },
  'replay.progress': { zh: '进度', en: 'Progress' },
  'replay.step': { zh: '第 {n} 步，共 {m} 步', en: 'Step {n} of {m}' },
  'replay.first': { zh: '到开头', en: 'To the beginning' },
  'replay.end': { zh: '到结尾', en: 'To the end' },
  'replay.back': { zh: '后退一步', en: 'One step back' },
  'replay.forward': { zh: '前进一步', en: 'One step forward' },
  'replay.markBack': { zh: '上一个关键处', en: 'Previous mark' },
  'replay.markForward': { zh: '下一个关键处', en: 'Next mark' },
  'replay.play': { zh: '播放', en: 'Play' },
  'replay.pause': { zh: '暂停', en: 'Pause' },
  'replay.speed': { zh: '速度', en: 'Speed' },
  'replay.more': { zh: '视角、经过与公平性', en: 'Seats, course and fairness' },
  'replay.from': { zh: '视角', en: 'Seen from' },
  'replay.open': { zh: '亮出所有手牌', en: 'All hands open' },
  'replay.share': { zh: '复制链接', en: 'Copy the link' },
  'replay.download': { zh: '下载记录', en: 'Download the record' },
  'replay.missing': { zh: '没有这场回放', en: 'There is no such replay' },
  'replay.missingText': {
    zh: '编号不对，或这一场还没有打完。进行中的牌桌不能回放。',
    en: 'The id is wrong, or the match is not over yet. A table cannot be replayed while it is played.',
  },
  'replay.failed': { zh: '这场不能回放', en: 'This match cannot be replayed' },
  'replay.mark.flower': { zh: '花', en: 'fl' },
  'replay.mark.chi': { zh: '吃', en: 'chow' },
  'replay.mark.pon': { zh: '碰', en: 'pung' },
  'replay.mark.kong': { zh: '杠', en: 'kong' },
  'replay.mark.ready': { zh: '听', en: 'ready' },
  'replay.mark.win': { zh: '胡', en: 'win' },
  'replay.mark.end': { zh: '终', en: 'end' },

  'fair.title': { zh: '公平性', en: 'Fairness' },
  'fair.pageTitle': { zh: '核对一份记录', en: 'Check a record' },
  'fair.lead': {
    zh: '选一份下载的记录：牌墙在你的浏览器里重新算出，每一步和每一分由服务器从头重打。',
    en:
      'Choose a downloaded record: the walls are recomputed in your browser, every move and ' +
      'every point is played again by the server.',
  },
  'fair.seal.proven': { zh: '验', en: '✓' },
  'fair.seal.unproven': { zh: '疑', en: '?' },
  'fair.seal.fails': { zh: '伪', en: '✗' },
  'fair.mark.holds': { zh: '成立', en: 'holds' },
  'fair.mark.fails': { zh: '不成立', en: 'does not hold' },
  'fair.mark.open': { zh: '未证实', en: 'not proven' },
  'fair.mark.aside': { zh: '不计', en: 'does not count' },
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
  'fair.promised.commitment': {
    zh: '你记下的承诺是 {shown}，记录里是 {recorded}',
    en: 'You were shown the commitment {shown}; the record has {recorded}',
  },
  'fair.promised.terms': {
    zh: '规则、人数或选项不是开赛前显示的那一份',
    en: 'Rules, seats or options are not the ones you were shown',
  },
  'fair.promised.nonce': {
    zh: '你的随机数不是你发出的那一个',
    en: 'Your nonce is not the one you sent',
  },
  'fair.promised.others': {
    zh: '别人的随机数不是当时承诺的那些',
    en: 'The nonces of others are not the ones they had committed to',
  },
  'fair.promised.secret': {
    zh: '公布的秘密与你记下的承诺对不上',
    en: 'The revealed secrets do not fit to the commitment you were shown',
  },
  'fair.digest': { zh: '记录的摘要', en: 'Digest of the record' },
  'fair.signedBy': { zh: '签名用的公钥', en: 'Key that signed it' },
  'fair.keys': { zh: '服务器公布的公钥', en: 'Keys that this server publishes' },
  'fair.no.format': { zh: '记录格式不认识', en: 'The format of the record is not known' },
  'fair.no.terms': {
    zh: '规则、人数或选项与承诺的条款不符',
    en: 'Rules, seats or options are not the agreed terms',
  },
  'fair.no.index': { zh: '第 {n} 局的编号不对', en: 'Deal {n} has a wrong number' },
  'fair.no.chain': {
    zh: '第 {n} 局：公布的秘密与承诺不符',
    en: 'Deal {n}: the revealed secret is not the one that the commitment fixed',
  },
  'fair.no.nonce': {
    zh: '第 {n} 局：{seat} 号座位的随机数与它事先的承诺不符',
    en: 'Deal {n}: the nonce of seat {seat} is not the one that it had committed to',
  },
  'fair.no.set': {
    zh: '第 {n} 局：牌墙不是一副完整的牌',
    en: 'Deal {n}: the wall is not a whole set of tiles',
  },
  'fair.no.wall': {
    zh: '第 {n} 局：牌墙与秘密和随机数算出的不同，第 {place} 张记录为{recorded}，应为{found}',
    en:
      'Deal {n}: the wall is not the one that secret and nonces give; at place {place} it has ' +
      '{recorded}, {found} belongs there',
  },
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

  'promise.name': { zh: '开局承诺', en: 'Commitment' },
  'promise.same': {
    zh: '开局承诺 {short}，与开赛前显示的相同',
    en: 'Commitment {short}, the same as before the match',
  },
  'promise.other': {
    zh: '开局承诺 {short}，与开赛前显示的不同',
    en: 'Commitment {short}, not the one shown before the match',
  },
  'promise.unknown': {
    zh: '开局承诺 {short}，这台设备没有记住开赛前的',
    en: 'Commitment {short}; this device does not remember the one before the match',
  },
  'promise.text': {
    zh: '牌墙在发第一张牌之前就由它定下。打完后在“公平性”里核对。',
    en: 'It fixed the walls before the first tile. Check it under “Fairness” after the match.',
  },

  'history.title': { zh: '战绩', en: 'History' },
  'history.filter': { zh: '规则', en: 'Rule set' },
  'history.all': { zh: '全部规则', en: 'All rule sets' },
  'history.empty': { zh: '还没有战绩', en: 'Nothing played yet' },
  'history.emptyText': {
    zh: '打完一场就会出现在这里，可以回放每一局。',
    en: 'Finished matches appear here, and every deal can be replayed.',
  },
  'history.matches': { zh: '场数', en: 'Matches' },
  'history.deals': { zh: '{n} 局', en: '{n} deals' },
  'history.winRate': { zh: '胡牌率', en: 'Deals won' },
  'history.selfDraws': { zh: '其中自摸 {n}', en: '{n} of them self-drawn' },
  'history.dealIn': { zh: '放铳率', en: 'Dealt in' },
  'history.within': { zh: '95% 区间 {low}–{high}%', en: '95 %: {low}–{high} %' },
  'history.times': { zh: '{n} 次', en: '{n} times' },
  'history.best': { zh: '最大一手', en: 'Best hand' },
  'history.ranks': { zh: '名次分布', en: 'Places' },
  'history.course': { zh: '积分走势', en: 'Points over time' },
  'history.dissolved': { zh: '中途解散', en: 'dissolved' },
  'history.more': { zh: '更早的', en: 'Earlier ones' },
} satisfies Words;
