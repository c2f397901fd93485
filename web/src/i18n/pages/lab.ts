// Words of the lab; loaded with it.
import { speaker } from '../index.svelte';
import type { Words } from '../text';

export const lab = {
  'lab.title': { zh: '实验室', en: 'The lab' },
  'lab.lead': {
    zh: '改一条规则，许多局之后会怎样？A 与 B 在同样的牌墙上各打一遍。',
    en: 'What does a house rule do to many deals? A and B play the same walls.',
  },
  'lab.rules': { zh: '规则', en: 'Rule sets' },
  'lab.edit': { zh: '正在设置', en: 'Options of' },
  'lab.editHint': {
    zh: '先选 A 或 B，再改下面的选项；没改的都是默认值。',
    en: 'Choose A or B, then change options below; the rest stays at its default.',
  },
  'lab.different': { zh: 'A 与 B 的不同', en: 'Where A and B differ' },
  'lab.same': {
    zh: 'A 与 B 还一样：在 B 里改一个选项再开始。',
    en: 'A and B are still the same: change an option of B to begin.',
  },
  'lab.deals': { zh: '牌墙数', en: 'Walls' },
  'lab.length': { zh: '每副牌墙打', en: 'On each wall' },
  'lab.length.deal': { zh: '一局', en: 'one deal' },
  'lab.length.match': { zh: '整场', en: 'a whole match' },
  'lab.seed': { zh: '种子', en: 'Seed' },
  'lab.seedHint': {
    zh: '同样的种子就是同样的牌墙；换一个种子，看结论是否还成立。',
    en: 'The same seed gives the same walls; try another one to see whether a finding holds.',
  },
  'lab.otherNumber': { zh: '别的数', en: 'Another number' },
  'lab.thousand': { zh: '{n} 千', en: '{n}k' },
  'lab.tenThousand': { zh: '{m} 万', en: '{m}0k' },
  'lab.bots': { zh: '谁来打', en: 'Who plays' },
  'lab.run': { zh: '开始比较', en: 'Compare' },
  'lab.note': {
    zh:
      '打单局时，只影响整场的选项（局数、坐庄等）不在此列；打整场时都在。每人同时只能有一次实验，' +
      '在后台低优先级运行。',
    en:
      'With single deals, options that concern only a whole match (its length, who deals next) ' +
      'are not listed; with whole matches all are. You can have one comparison at a time; it runs ' +
      'in the background at low priority.',
  },
  'lab.another': { zh: '再做一次', en: 'Another one' },
  'lab.progress': { zh: '进度', en: 'Progress' },
  'lab.cancel': { zh: '取消', en: 'Cancel' },
  'lab.counts': {
    zh: '{n} / {m} 副牌墙，每副{length} · {bots} · 种子 {seed}',
    en: '{n} / {m} walls, {length} each · {bots} · seed {seed}',
  },
  'lab.ahead': { zh: '前面还有 {n} 次', en: '{n} before it' },
  'lab.left': { zh: '约剩 {time}', en: 'about {time} left' },
  'lab.left.seconds': { zh: '{n} 秒', en: '{n} s' },
  'lab.left.minutes': { zh: '{n} 分钟', en: '{n} min' },
  'lab.interim': {
    zh: '还在打：数字和 ★ 只说到目前为止的牌墙，还会变。',
    en: 'Still playing: figures and ★ are of the walls so far and will change.',
  },
  'lab.download': { zh: '下载', en: 'Download' },
  'lab.columns': { zh: '各列的含义', en: 'What the columns mean' },
  'lab.byCommand': {
    zh: '要每一局的数据（Parquet），在自己的机器上执行：',
    en: 'For the facts of every deal (Parquet), run on your own machine:',
  },
  'lab.report': { zh: '打开完整报告', en: 'Open the full report' },
  'lab.share': { zh: '复制链接', en: 'Copy the link' },
  'lab.soon': { zh: '第一批结果很快就到。', en: 'The first figures will be here soon.' },
  'lab.nothing': {
    zh: '还没有结果就停下了。',
    en: 'It was stopped before there were any figures.',
  },
  'lab.findings': { zh: '结论', en: 'Findings' },
  'lab.certainty.certain': { zh: '肯定有差别', en: 'certainly different' },
  'lab.certainty.likely': { zh: '很可能有差别', en: 'probably different' },
  'lab.certainty.unknown': { zh: '看不出差别', en: 'no difference can be told' },
  'lab.more': { zh: '另外 {n} 句', en: '{n} more sentences' },
  'lab.allFigures': { zh: '全部数据', en: 'All figures' },
  'lab.legend': {
    zh: '± 为 95% 区间；★★ 肯定有差别（99.9% 区间不含零），★ 很可能有差别（95% 区间不含零）。',
    en:
      '± is the 95 % interval; ★★ certainly different (the 99.9 % interval does not hold zero), ' +
      '★ probably different (the 95 % interval does not).',
  },
  'lab.columnsNote': { zh: '每栏从所标的分数起', en: 'each column begins at its number' },
  'lab.mine': { zh: '我的实验', en: 'My comparisons' },
  'lab.none': { zh: '还没有做过实验。', en: 'None yet.' },
  'lab.look': { zh: '查看', en: 'Look' },
  'lab.of': { zh: '{n} 副牌墙', en: '{n} walls' },
  'lab.state.waiting': { zh: '排队中', en: 'waiting' },
  'lab.state.running': { zh: '进行中', en: 'running' },
  'lab.state.done': { zh: '已完成', en: 'done' },
  'lab.state.cancelled': { zh: '已取消', en: 'cancelled' },
  'lab.state.stopped': { zh: '已中断', en: 'stopped' },
  'lab.kpi.win_points': { zh: '每次胡牌得分', en: 'Points of a win' },
  'lab.kpi.nobody_won': { zh: '无人胡牌', en: 'Nobody won' },
  'lab.kpi.seat0': { zh: '庄家每局得分', en: "Dealer's points a deal" },
  'lab.kpi.self_draw': { zh: '自摸占胡牌', en: 'Self-draws among wins' },
  'lab.group.match': { zh: '整场', en: 'Matches' },
  'lab.group.deal': { zh: '对局', en: 'Deals' },
  'lab.group.winners': { zh: '每局胡家数', en: 'Winners of a deal' },
  'lab.group.source': { zh: '胡牌方式', en: 'How wins come about' },
  'lab.group.points': { zh: '分数', en: 'Points' },
  'lab.group.seat': { zh: '座位：每局得分', en: 'Places: points a deal' },
  'lab.group.seat_wins': { zh: '座位：胡牌率', en: 'Places: deals won' },
  'lab.group.fan': { zh: '番种占胡牌的比例', en: 'Fans: share of wins' },
  'lab.group.fan_income': { zh: '番种占胡牌得分的比例', en: 'Fans: share of the points of wins' },
  'lab.group.payment': { zh: '各类付分：每局分数', en: 'Payments: points a deal' },
  'lab.group.clause': { zh: '条文起作用的局', en: 'Deals in which a clause mattered' },
} satisfies Words;

export type LabKey = keyof typeof lab;

/** A word of the lab in the language in use. */
export const l = speaker<LabKey>(lab);
