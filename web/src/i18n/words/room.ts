// Words of a room before its match: seats, the door, the common random number.
import type { Words } from '../text';

export const room = {
  'room.title': { zh: '等人 · {name}', en: 'Waiting · {name}' },
  'room.code': { zh: '房号', en: 'room code' },
  'room.codeKnocks': { zh: '房号 · 凭房号要你放行', en: 'room code · you let in who uses it' },
  'room.invite': { zh: '请朋友来', en: 'Invite friends' },
  'room.inviteText': {
    zh: '扫码，或把链接发到群里。点开就能坐下，不用注册。',
    en: 'Scan, or send the link. They open it and sit down, no account needed.',
  },
  'room.digits': {
    zh: '只记得六位房号 {code}？在大厅输入，你放行后才能进来。',
    en: 'Only the six digits {code} at hand? Typed in the lobby they knock, and you let them in.',
  },
  'room.digitsListed': {
    zh: '公开房间：大厅里看得到，输入房号 {code} 也能直接进。',
    en: 'A public room: it is in the lobby, and its digits {code} lead in as well.',
  },
  'room.link': { zh: '邀请链接', en: 'Invitation link' },
  'room.qr': { zh: '邀请二维码', en: 'Invitation QR code' },
  'room.empty': { zh: '空位', en: 'Empty seat' },
  'room.addBot': { zh: '加机器人', en: 'Add a bot' },
  'room.removeBot': { zh: '请走', en: 'Remove' },
  'room.kick': { zh: '请离', en: 'Ask to leave' },
  'room.sitHere': { zh: '坐这里', en: 'Sit here' },
  'room.swap': { zh: '换座', en: 'Swap' },
  'room.ready': { zh: '准备', en: 'Ready' },
  'room.unready': { zh: '取消准备', en: 'Not ready after all' },
  'room.isReady': { zh: '已准备', en: 'ready' },
  'room.notReady': { zh: '未准备', en: 'not ready' },
  'room.host': { zh: '房', en: 'H' },
  'room.hostLong': { zh: '房主', en: 'host' },
  'room.start': { zh: '开局', en: 'Start' },
  'room.startFill': { zh: '开局，空位补机器人', en: 'Start, bots fill empty seats' },
  'room.waitReady': { zh: '还有人没准备', en: 'Somebody is not ready yet' },
  'room.leave': { zh: '离开房间', en: 'Leave the room' },
  'room.allOptions': { zh: '全部选项', en: 'all options' },
  'room.defaults': { zh: '默认选项', en: 'default options' },
  'room.gone': { zh: '这个房间不在了', en: 'This room is gone' },
  'room.goneText': {
    zh: '房号不对，或房间已经解散。',
    en: 'The code is wrong, or the room was closed.',
  },
  'room.noWayIn': { zh: '现在进不去', en: 'No way in just now' },
  'room.kicked': { zh: '房主请你离开了', en: 'The host asked you to leave' },
  'room.kickedText': {
    zh: '想再进去要先敲门，由房主放行。',
    en: 'To come back, knock: the host decides.',
  },
  'room.watching': { zh: '旁观 {n} 人', en: '{n} watching' },
  'room.offline': { zh: '断线', en: 'offline' },

  'knock.title': { zh: '等里面的人放行', en: 'Waiting to be let in' },
  'knock.text': {
    zh: '已经敲了门。房主看到你的名字，同意后你就进去。',
    en: 'You have knocked. The host sees your name and lets you in.',
  },
  'knock.as': { zh: '他们看到的名字：', en: 'They see you as' },
  'knock.rename': { zh: '改名', en: 'Change name' },
  'knock.left': { zh: '最多再等 {time}', en: 'for {time} at most' },
  'knock.link': {
    zh: '有邀请链接就不用等：直接点开。',
    en: 'With the invitation link there is no waiting: just open it.',
  },
  'knock.door': { zh: '门口', en: 'At the door' },
  'knock.wants': { zh: '{name} 想进来', en: '{name} wants to come in' },
  'knock.yes': { zh: '放行', en: 'Let in' },
  'knock.no': { zh: '不让进', en: 'Refuse' },
  'knock.more': { zh: '还有 {n} 人在门口', en: '{n} more at the door' },
  'knock.again': { zh: '再敲门', en: 'Knock again' },
  'knock.refused': { zh: '房主没有让你进来', en: 'The host did not let you in' },
  'knock.refusedText': {
    zh: '五分钟后可以再敲门。有邀请链接的话，直接点开。',
    en: 'You can knock again in five minutes. If you have the invitation link, open it.',
  },
  'knock.unanswered': { zh: '没有人应门', en: 'Nobody answered' },
  'knock.unansweredText': {
    zh: '里面的人可能不在。可以再敲一次，或请房主把邀请链接发给你。',
    en: 'They may be away. Knock once more, or ask the host for the invitation link.',
  },

  'void.no_commitment': {
    zh: '没有开局：{names}没有及时参与随机数',
    en: 'The match did not start: {names} did not take part in the randomness in time',
  },
  'void.no_nonce': {
    zh: '没有开局：{names}承诺了随机数却没有公开',
    en: 'The match did not start: {names} had committed to a random number and did not show it',
  },
  'void.left': {
    zh: '没有开局：{names}在交出随机数之前离开了',
    en: 'The match did not start: {names} left before the random number was there',
  },
  'void.text': {
    zh: '那一次的秘密永远不会再用，下一次是新的牌墙。一再中途退出的人可能在挑牌墙，所以次数一直看得到。',
    en:
      'Nothing of that start is ever used; the next one has new walls. Whoever walks away again ' +
      'and again may be choosing among walls: the count stays visible.',
  },
  'void.count': { zh: '作废开局 {n} 次', en: 'failed starts: {n}' },
  'void.byOne': { zh: '{name} {n} 次', en: '{name} {n}×' },
  'void.earlier': { zh: '此前还有：{list}。', en: 'Others so far: {list}.' },

  'nonce.gathering': { zh: '正在一起定牌墙…', en: 'Fixing the walls together…' },
  'nonce.waitingFor': { zh: '正在等 {names}', en: 'Waiting for {names}' },
  'nonce.seconds': { zh: '{n} 秒', en: '{n} s' },
  'nonce.waitingText': {
    zh: '每个人各出一个随机数，谁也挑不了牌墙。时间到了还缺，就不开局。',
    en:
      'Every player adds a random number, so that nobody can choose the walls. If one is missing ' +
      'when the time is over, the match does not start.',
  },
  'nonce.waive': { zh: '不等{name}的，直接开局', en: 'Go on without {name}' },
  'nonce.waiveText': {
    zh: '其余的人都同意，就不用它开局。只有相信对方只是网络不好时才同意。',
    en: 'If all others agree, the match starts without it. Agree only if you trust that it is just a bad connection.',
  },
  'nonce.waivedBy': { zh: '已同意：{names}', en: 'agreed: {names}' },
  'nonce.without': {
    zh: '你的随机数来晚了，其余的人同意了不用它开局。',
    en: 'Your random number came too late. The others agreed to start without it.',
  },

  'unfair.title': {
    zh: '这一场的随机数与约定的不符',
    en: 'The randomness of this match is not what was agreed',
  },
  'unfair.changed': {
    zh: '服务器显示的“你的随机数”不是你发出的那一个。',
    en: 'The server shows another random number as yours than the one you sent.',
  },
  'unfair.missing': {
    zh: '服务器收下了你的随机数，现在却说它缺失；你没有同意过。',
    en: 'The server had taken your random number and now says that it is missing. You have not agreed to that.',
  },
  'unfair.other': {
    zh: '{name}的随机数，不是在知道你的之前承诺的那一个。',
    en: 'The random number of {name} is not the one committed to before yours was known.',
  },
  'unfair.blamed': {
    zh: '服务器收下了你的随机数，却说因为缺它而没有开局。',
    en: 'The server had taken your random number and says that the start failed because it was missing.',
  },
  'unfair.commitment': {
    zh: '服务器现在显示的承诺，不是开赛前显示给你的那一个。',
    en: 'The commitment that the server shows now is not the one you were shown before the match.',
  },
  'unfair.terms': {
    zh: '服务器现在显示的规则条款，不是开赛前显示给你的那一份。',
    en: 'The terms that the server shows now are not the ones you were shown before the match.',
  },
  'unfair.secret': {
    zh: '刚打完的一局公布的秘密，与开赛前显示给你的承诺对不上。',
    en: 'The secret of a finished deal does not fit to the commitment you were shown before the match.',
  },
  'unfair.text': {
    zh: '诚实的服务器不会这样，经营者可能挑过牌墙。请告诉同桌，这一场的分不要算数。',
    en:
      'An honest server cannot do this. Whoever runs it may have chosen the walls. Tell the ' +
      'others, and do not let the points count.',
  },
  'unfair.goOn': { zh: '知道了，继续打', en: 'Go on all the same' },
  'unfair.leave': { zh: '离开', en: 'Leave' },
} satisfies Words;
