// Words of the rule books and of the score calculator.
import type { Words } from '../text';

export const books = {
  'rules.title': { zh: '规则', en: 'Rules' },
  'rules.inForce': { zh: '本桌选项', en: 'Options at this table' },
  'rules.options': { zh: '选项', en: 'Options' },

  'book.search': {
    zh: '在规则书里找：番种、条款、词语',
    en: 'Search the book: fans, clauses, words',
  },
  'book.contents': { zh: '目录', en: 'Contents' },
  'book.nothing': { zh: '没有找到“{text}”', en: 'Nothing found for “{text}”' },
  'book.clause': { zh: '条款 {id}', en: 'Clause {id}' },
  'book.default': { zh: '默认：{value}', en: 'Default: {value}' },
  'book.calculator': { zh: '用算分器算一手', en: 'Score a hand of your own' },
  'book.tryIt': { zh: '在算分器里打开', en: 'Open in the calculator' },
  'book.isDealer': { zh: '庄家', en: 'Dealer' },
  'book.seat.self': { zh: '胡家', en: 'Winner' },
  'book.seat.next': { zh: '下家', en: 'Next seat' },
  'book.seat.previous': { zh: '上家', en: 'Seat before' },
  'book.seat.opposite': { zh: '对家', en: 'Opposite' },
  'book.score': { zh: '算分器', en: 'Score calculator' },
  'book.scoreLead': {
    zh: '点牌拼出一手，得到和牌桌上一样的结算与出处。',
    en: 'Tap a hand together and get the same settlement as at the table, clause by clause.',
  },
  'book.palette': { zh: '牌', en: 'Tiles' },
  'book.left': { zh: '还有 {n} 张', en: '{n} left' },
  'book.refused.copies': { zh: '已经用完', en: 'None left' },
  'book.refused.full': { zh: '放不下了', en: 'No room left' },
  'book.refused.place': { zh: '不能放在这里', en: 'Does not go here' },
  'book.hand': { zh: '手牌', en: 'Hand' },
  'book.winTile': { zh: '胡的牌', en: 'Winning tile' },
  'book.goesTo': { zh: '放到', en: 'Put into' },
  'book.clear': { zh: '清空', en: 'Clear' },
  'book.remove': { zh: '拿掉 {tile}', en: 'Take away {tile}' },
  'book.result': { zh: '结果', en: 'Result' },
  'book.copyLink': { zh: '复制链接', en: 'Copy link' },
  'book.missing': {
    zh: '手牌还差 {n} 张。点下面的牌放进来；放满以后看听牌，再选胡的牌就能算分。',
    en: '{n} tiles missing. Tap tiles to add them; a full hand shows its waits, and with a winning tile its score.',
  },
  'book.tooMany': {
    zh: '手牌多了 {n} 张：每副吃碰杠占三张，请拿掉多的。',
    en: '{n} tiles too many: each meld takes three. Take some away.',
  },
  'book.how': { zh: '怎样胡的', en: 'How it was won' },
  'book.source': { zh: '胡法', en: 'Won by' },
  'book.from': { zh: '谁的牌', en: 'Whose tile' },
  'book.nobody': { zh: '无', en: 'Nobody' },
  'book.noEffect': {
    zh: '别的选项使它不起作用',
    en: 'another option keeps it from having an effect',
  },
  'book.wrong': { zh: '这手牌算不了', en: 'This hand cannot be scored' },
  'book.noWaits': {
    zh: '没有听牌：再来哪一张都不能胡。',
    en: 'Not waiting: no tile would complete this hand.',
  },
  'book.waitsFor': {
    zh: '听 {n} 种，选好胡的牌就能算分：',
    en: 'Waits for {n} kinds; choose the winning tile to score it:',
  },
  'book.payments': { zh: '谁付多少', en: 'Who pays what' },
  'book.open': { zh: '在算分器里打开', en: 'Open in calculator' },
} satisfies Words;
