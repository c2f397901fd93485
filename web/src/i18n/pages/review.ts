// The words of a review. They come with that page, not with the first one.
import { speaker } from '../index.svelte';
import type { Words } from '../text';

export const review = {
  title: { zh: '复盘', en: 'Review' },
  lead: {
    zh: '你的每次选择，都和更好的打法在同样的牌局里比过。只按你当时看得见的来算。',
    en:
      'Each of your decisions was compared with better ones in the same deals, knowing only what ' +
      'you could see.',
  },
  replay: { zh: '看回放', en: 'Watch the replay' },
  progress: { zh: '复盘进度', en: 'Progress of the review' },
  waiting: { zh: '前面还有 {n} 份复盘', en: '{n} reviews are before yours' },
  starting: { zh: '马上开始', en: 'Starting' },
  working: {
    zh: '正在推演，先找到的先列出',
    en: 'Playing out your decisions; what is found comes first',
  },
  'left.seconds': { zh: '还要约 {n} 秒', en: 'about {n} seconds left' },
  'left.minutes': { zh: '还要约 {n} 分钟', en: 'about {n} minutes left' },
  stop: { zh: '停止', en: 'Stop' },
  soFar: { zh: '到目前为止', en: 'So far' },

  mistakes: { zh: '失误', en: 'Mistakes' },
  ofCompared: { zh: '比较了 {n} 次选择', en: 'of {n} decisions compared' },
  play: { zh: '打法', en: 'Play' },
  luck: { zh: '运气', en: 'Luck' },
  result: { zh: '结果', en: 'Result' },
  playNote: { zh: '失误平均亏掉的分', en: 'points that mistakes cost on average' },
  luckNote: { zh: '不失误也会这样的部分', en: 'what would have come without them' },
  resultNote: { zh: '打法加运气', en: 'play and luck together' },
  equal: {
    zh: '其余 {n} 次选择与更好的打法分不出高下，一律算打平。',
    en: 'The other {n} decisions cannot be told from the best and count as equal.',
  },

  worst: { zh: '代价最大的三次', en: 'The three costliest' },
  more: { zh: '其余失误', en: 'The other mistakes' },
  none: { zh: '没有发现失误', en: 'No mistake was found' },
  noneText: {
    zh: '比较过的 {n} 次选择，没有一次明显差于更好的打法。打得好！',
    en: 'None of the {n} decisions compared is clearly worse than the best choice. Well played!',
  },
  noneYet: { zh: '还没有找到失误。', en: 'No mistake was found yet.' },
  noChoice: {
    zh: '这一场里你没有需要选择的时候。',
    en: 'In this match there was nothing for you to decide.',
  },

  at: { zh: '第 {deal} 局', en: 'Deal {deal}' },
  loss: { zh: '亏 {n} 分', en: '−{n} points' },
  lossNote: {
    zh: '平均亏 {n} 分；有 95% 的把握在 {low} 到 {high} 分之间（推演 {worlds} 次）。',
    en:
      'It cost {n} points on average; with 95 % certainty between {low} and {high} ' +
      '(played out {worlds} times).',
  },
  played: { zh: '你打的', en: 'You chose' },
  better: { zh: '更好的', en: 'Better' },
  timedOut: { zh: '超时，由系统代打', en: 'Time ran out; it was played for you' },
  look: { zh: '看牌桌', en: 'See the table' },
  hidden: { zh: '答案先不看', en: 'The answer is hidden' },
  clause: { zh: '相关条文', en: 'The clause' },
  'kind.speed': { zh: '速度', en: 'Speed' },
  'kind.value': { zh: '番值', en: 'Value' },
  'kind.danger': { zh: '危险', en: 'Danger' },
  'kind.claim': { zh: '吃碰', en: 'Claim' },
  'kind.kong': { zh: '杠', en: 'Kong' },
  'kind.declaration': { zh: '报听', en: 'Declaration' },
  'kind.burial': { zh: '埋牌', en: 'Burial' },

  deals: { zh: '逐局：运气与打法', en: 'Deal by deal: luck and play' },
  deal: { zh: '局', en: 'Deal' },
  start: { zh: '起手', en: 'At the start' },
  startNote: {
    zh: '起手：第一次选择时，这样的局面平均值多少分（含在运气里）。',
    en: 'At the start: what such a position brings on average at the first decision (part of luck).',
  },
  dealsLater: {
    zh: '复盘完成后，这里列出每局的运气与打法。',
    en: 'Luck and play of each deal come here when the review is finished.',
  },

  tryIt: { zh: '自己先试', en: 'Try it yourself' },
  tryNote: { zh: '换你来：在牌桌上选一张或一个动作。', en: 'Your turn: choose on the table.' },
  'tried.right': { zh: '对了，这正是更好的打法。', en: 'Right: this is the better choice.' },
  'tried.again': {
    zh: '和当时一样。更好的在这里：',
    en: 'The same as in the match. This is better:',
  },
  'tried.other': {
    zh: '你现在选了{what}；比较过的更好打法是这一个：',
    en: 'Now you chose {what}; of those compared, this is the best:',
  },
  give: { zh: '看答案', en: 'Show the answer' },
  previous: { zh: '上一个失误', en: 'Previous mistake' },
  next: { zh: '下一个失误', en: 'Next mistake' },
  number: { zh: '第 {n} 个，共 {m} 个', en: '{n} of {m}' },
  list: { zh: '全部失误', en: 'All mistakes' },
  about: { zh: '说明', en: 'Explain' },
  hindsight: { zh: '亮牌（事后）', en: 'Hindsight: open hands' },
  hindsightNote: {
    zh: '这些牌你当时看不见。上面的分数和理由都没有用到它们。',
    en: 'You could not see these tiles. No figure and no reason above uses them.',
  },
  loading: { zh: '正在摆牌', en: 'Setting the table' },

  overTime: { zh: '打法与运气，每局平均', en: 'Play and luck, for each deal' },
  overTimeNote: {
    zh: '复盘过的 {n} 场，早的在左；竖线是打法的 95% 区间。',
    en: '{n} reviewed matches, the earliest on the left; the lines are the 95 % interval of play.',
  },
  kinds: { zh: '哪类失误最贵', en: 'The costliest kinds of mistakes' },
  csv: { zh: '下载 CSV', en: 'Download CSV' },

  missing: { zh: '没有这场对局', en: 'There is no such match' },
  'text.missing': {
    zh: '编号不对，这一场还没有打完，或服务器已不再保存。',
    en: 'The id is wrong, the match is still being played, or it is no longer kept.',
  },
  foreign: { zh: '这不是你的对局', en: 'This is not your match' },
  'text.foreign': {
    zh: '只能复盘自己打过的对局：手牌和选择是每个人自己的。回放人人可看。',
    en: 'Only your own decisions can be reviewed. Everybody can watch the replay.',
  },
  old: { zh: '这场不能复盘', en: 'This match cannot be reviewed' },
  'text.old': {
    zh: '它是按较早的规则版本打的，服务器已不能重打一遍。',
    en: 'It was played under earlier rules, which the server can no longer play again.',
  },
  busy: { zh: '正忙，稍后自动再试', en: 'Busy; we try again in a moment' },
  'text.busy': {
    zh: '服务器正在为别人复盘，或你已有别的复盘在进行。轮到时会自己开始。',
    en: 'The server is reviewing for others, or you have other reviews going on. Yours begins by itself.',
  },
  stopped: { zh: '复盘停下了', en: 'The review was stopped' },
  'text.stopped': {
    zh: '没有算完的不保存。随时可以重新开始。',
    en: 'What was not finished is not kept. You can begin again at any time.',
  },
  begin: { zh: '开始复盘', en: 'Begin the review' },
} satisfies Words;

export type ReviewKey = keyof typeof review;

/** A word of the review in the language in use. */
export const r = speaker<ReviewKey>(review);
