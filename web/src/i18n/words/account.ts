// Words of the account page; they come with that page, not with the first one.
import type { Words } from '../text';

export const account = {
  title: { zh: '账号', en: 'Account' },
  lead: {
    zh: '不用邮箱和密码。通行密钥或恢复码可以把你带回这个账号。',
    en: 'No e-mail, no password. A passkey or a recovery code brings you back to this account.',
  },
  leadOut: {
    zh: '这台设备还没有登录。开始打牌就会成为访客；打过的话，可以用已有的账号登录。',
    en: 'Nobody is signed in on this device. You become a guest when you play; or sign in to the account you have.',
  },
  fragile: {
    zh: '这个账号只在这台设备上：清除浏览器数据，或设备丢了，就回不来。请添加通行密钥，或记下恢复码。',
    en:
      'This account is on this device alone: if browser data is cleared or the device is lost, ' +
      'there is no way back. Add a passkey, or write down a recovery code.',
  },

  'name.title': { zh: '昵称', en: 'Nickname' },
  'name.saved': { zh: '昵称已改', en: 'Nickname changed' },

  'passkey.title': { zh: '通行密钥', en: 'Passkeys' },
  'passkey.text': {
    zh: '用指纹、面容或锁屏密码登录，没有要记的东西。通行密钥常会同步到你的其他设备，在那里打开本页就能登录。服务器只存公钥。',
    en:
      'Sign in with your fingerprint, face or screen lock; there is nothing to remember. ' +
      'Passkeys are often synced to your other devices: open this page there and sign in. The ' +
      'server keeps public keys only.',
  },
  'passkey.none': { zh: '还没有通行密钥。', en: 'No passkeys yet.' },
  'passkey.name': { zh: '名称', en: 'Name' },
  'passkey.add': { zh: '添加通行密钥', en: 'Add a passkey' },
  'passkey.added': { zh: '通行密钥已添加', en: 'Passkey added' },
  'passkey.full': {
    zh: '最多 10 把。要添加，请先删除一把。',
    en: 'There can be ten. Remove one to add another.',
  },
  'passkey.unnamed': { zh: '通行密钥', en: 'Passkey' },
  'passkey.made': { zh: '{date}添加', en: 'added {date}' },
  'passkey.used': { zh: '{date}用过', en: 'used {date}' },
  'passkey.unused': { zh: '还没用过', en: 'not used yet' },
  'passkey.remove': { zh: '删除', en: 'Remove' },
  'passkey.removeTitle': { zh: '删除“{name}”？', en: 'Remove “{name}”?' },
  'passkey.removeText': {
    zh: '以后不能再用它登录。已经登录的设备不受影响。浏览器或手机里存的那一份，请到它们的设置里删。',
    en:
      'It will no longer sign you in. Devices that are signed in stay so. The copy that your ' +
      'browser or phone keeps is removed in its own settings.',
  },
  'passkey.removed': { zh: '通行密钥已删除', en: 'Passkey removed' },
  'passkey.declined': {
    zh: '没有完成：取消了，或等得太久',
    en: 'Not done: it was cancelled, or it took too long',
  },
  'passkey.known': {
    zh: '这台设备上已经有这个账号的通行密钥',
    en: 'This device already has a passkey for this account',
  },
  'passkey.insecure': {
    zh: '这个页面不是安全页面：浏览器只在 https 网址或 localhost 上允许通行密钥。请用恢复码。',
    en: 'This page is not secure: browsers allow passkeys at https addresses and localhost only. Use a recovery code.',
  },
  'passkey.missing': {
    zh: '这个浏览器没有通行密钥。请用恢复码。',
    en: 'This browser has no passkeys. Use a recovery code.',
  },
  'passkey.elsewhere': {
    zh: '这个网址不能用通行密钥：须是服务器设置的 https 网址（public_url）或 localhost。请用恢复码。',
    en:
      'Passkeys cannot be used at this address: it must be the server’s own https address (its ' +
      'setting public_url) or localhost. Use a recovery code.',
  },

  'code.title': { zh: '恢复码', en: 'Recovery code' },
  'code.text': {
    zh: '二十个字母和数字，抄下来就能在任何设备上找回账号。只能用一次：用过即失效，你会得到下一个，其他设备全部退出登录。',
    en:
      'Twenty letters and digits to write down; they bring the account back on any device. A ' +
      'code works once: you get the next one, and all other devices are signed out.',
  },
  'code.have': {
    zh: '已有一个恢复码。服务器只存它的校验值，不能再显示。',
    en: 'There is a recovery code. The server keeps only its hash and cannot show it again.',
  },
  'code.none': { zh: '还没有恢复码。', en: 'No recovery code yet.' },
  'code.make': { zh: '生成恢复码', en: 'Make a recovery code' },
  'code.renew': { zh: '换一个新的', en: 'Make a new one' },
  'code.renewTitle': { zh: '换一个新的恢复码？', en: 'Make a new recovery code?' },
  'code.renewText': { zh: '现在的恢复码会失效。', en: 'The present one will no longer work.' },
  'code.shown': {
    zh: '请现在记下，只显示这一次：',
    en: 'Write it down now; it is shown this once:',
  },
  'code.kept': { zh: '我记下了', en: 'I have it' },

  'device.title': { zh: '设备', en: 'Devices' },
  'device.text': {
    zh: '在这些设备上可以用你的名字打牌。不认识的，请退出。',
    en: 'On these devices somebody can play as you. Sign out any that you do not know.',
  },
  'device.idle': {
    zh: '{n} 天没有来的设备会自动退出登录。',
    en: 'A device that does not come back for {n} days is signed out by itself.',
  },
  'device.unnamed': { zh: '未知设备', en: 'Unknown device' },
  'device.here': { zh: '这台设备', en: 'this device' },
  'device.since': { zh: '{date}登录', en: 'since {date}' },
  'device.seen': { zh: '{date}来过', en: 'last seen {date}' },
  'device.out': { zh: '退出登录', en: 'Sign out' },
  'device.outTitle': { zh: '让“{name}”退出登录？', en: 'Sign out “{name}”?' },
  'device.outText': {
    zh: '它马上退出，正在打的牌由托管接手。要再用这个账号，须在那里重新登录。',
    en:
      'It is signed out at once; a game going on there is played for you. To use the account ' +
      'there again, one has to sign in.',
  },
  'device.outDone': { zh: '已退出登录', en: 'Signed out' },
  'device.others': { zh: '让其他设备都退出', en: 'Sign out all others' },
  'device.othersTitle': {
    zh: '让其他 {n} 台设备都退出登录？',
    en: 'Sign out the other devices ({n})?',
  },
  'device.othersText': {
    zh: '只有这台设备留下。通行密钥和恢复码仍然有效。',
    en: 'Only this device stays. Passkeys and the recovery code keep working.',
  },
  'device.hereTitle': { zh: '在这台设备上退出登录？', en: 'Sign out on this device?' },
  'device.hereText': {
    zh: '可以用通行密钥、恢复码或其他设备上的登录继续使用这个账号。',
    en: 'A passkey, the recovery code or another device that is signed in leads back to the account.',
  },
  'device.hereLost': {
    zh: '{name} 没有通行密钥，没有恢复码，也没有登录在别处：退出后谁也回不来。',
    en: '{name} has no passkey, no recovery code and no other device: after this there is no way back.',
  },

  'enter.title': { zh: '换一个账号', en: 'Use another account' },
  'enter.titleOut': { zh: '登录', en: 'Sign in' },
  'enter.text': {
    zh: '在别的设备上打过？在这里登录那个账号。',
    en: 'Have you played on another device? Sign in to that account here.',
  },
  'enter.passkey': { zh: '用通行密钥登录', en: 'Sign in with a passkey' },
  'enter.code': { zh: '恢复码', en: 'Recovery code' },
  'enter.recover': { zh: '用恢复码登录', en: 'Use code' },
  'enter.codeText': {
    zh: '恢复码只能用一次。登录后会显示下一个，你的其他设备全部退出登录。',
    en: 'A code works once. You are shown the next one, and your other devices are signed out.',
  },
  'enter.done': { zh: '已登录：{name}', en: 'Signed in: {name}' },
  'enter.leaveTitle': { zh: '离开 {name}？', en: 'Leave {name}?' },
  'enter.leaveText': {
    zh: '这台设备上的 {name} 会退出登录，之后仍可用通行密钥、恢复码或其他设备回来。',
    en: '{name} is signed out on this device. A passkey, the recovery code or another device leads back.',
  },
  'enter.leaveAct': { zh: '继续登录', en: 'Sign in' },

  'delete.title': { zh: '删除账号', en: 'Delete account' },
  'delete.gone': {
    zh: '马上删除，不能恢复：昵称、所有设备的登录、通行密钥、恢复码、保存的规则、你的战绩和玩法比较；只有你和机器人打的场次整场删除。',
    en:
      'Deleted at once and for good: your nickname, every device’s sign-in, passkeys, recovery ' +
      'code, saved rules, your history and comparisons of the lab. Matches of you and bots alone ' +
      'are removed.',
  },
  'delete.stays': {
    zh: '会留下：别人也打过的场次，你的座位没有名字；服务器管理员此前做的备份。牌桌上的座位会让出。',
    en:
      'What stays: matches that others played, with a seat without a name; backups that the ' +
      'operator made before. A seat at a table is given up.',
  },
  'delete.act': { zh: '删除账号…', en: 'Delete account…' },
  'delete.confirmTitle': { zh: '删除 {name}？', en: 'Delete {name}?' },
  'delete.confirmText': {
    zh: '这不能撤销。要删除，请输入昵称：',
    en: 'This cannot be undone. To delete the account, type its nickname:',
  },
  'delete.final': { zh: '永久删除', en: 'Delete for good' },
  'delete.done': { zh: '账号已删除', en: 'The account is deleted' },
} satisfies Words;
