// Words of replays, of the fairness check and of the history.
import type { Words } from '../text';

export const study = {
  'replay.title': { zh: '回放', en: 'Replay' },
  'replay.short': { zh: '回放', en: 'Replay' },
  'review.short': { zh: '复盘', en: 'Review' },
  'replay.watch': { zh: '看回放', en: 'Watch the replay' },
  'replay.play': { zh: '播放', en: 'Play' },
  'replay.pause': { zh: '暂停', en: 'Pause' },
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

  'fair.pageTitle': { zh: '核对一份记录', en: 'Check a record' },
  'fair.seal.proven': { zh: '验', en: '✓' },
  'fair.seal.unproven': { zh: '疑', en: '?' },
  'fair.seal.fails': { zh: '伪', en: '✗' },
  'fair.mark.holds': { zh: '成立', en: 'holds' },
  'fair.mark.fails': { zh: '不成立', en: 'does not hold' },
  'fair.mark.open': { zh: '未证实', en: 'not proven' },
  'fair.mark.aside': { zh: '不计', en: 'does not count' },
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
  'promise.name': { zh: '开局承诺', en: 'Commitment' },
} satisfies Words;
