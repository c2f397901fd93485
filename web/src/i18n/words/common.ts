// Words that every page uses: the frame, the connection, errors, the names of tiles.
import type { Words } from '../text';

export const common = {
  'app.tagline': { zh: '五方规则，一张桌', en: 'Five rule books, one table' },
  'app.lead': {
    zh: '选一种，和机器人立刻开打；或建房请朋友来。',
    en: 'Pick one and play bots at once, or open a room for friends.',
  },

  'nav.home': { zh: '大厅', en: 'Lobby' },
  'nav.rules': { zh: '规则', en: 'Rules' },
  'nav.main': { zh: '主导航', en: 'Main' },
  'nav.score': { zh: '算分', en: 'Score' },
  'nav.lab': { zh: '实验室', en: 'Lab' },

  'lang.switch': { zh: 'Switch to English', en: '切换到中文' },
  'lang.short': { zh: 'EN', en: '中' },

  'theme.switch': { zh: '日间 / 夜间', en: 'Light / dark' },

  'common.close': { zh: '关闭', en: 'Close' },
  'common.cancel': { zh: '取消', en: 'Cancel' },
  'common.retry': { zh: '再试一次', en: 'Try again' },
  'common.on': { zh: '开', en: 'on' },
  'common.off': { zh: '关', en: 'off' },
  'common.copy': { zh: '复制', en: 'Copy' },
  'common.copied': { zh: '已复制', en: 'Copied' },
  'common.copyYourself': {
    zh: '这里不能替你复制（不是 https）。已选中，请按 Ctrl+C，或长按后复制：',
    en:
      'It could not be copied for you here (no https). It is selected: press Ctrl+C, or hold it and ' +
      'copy:',
  },
  'common.save': { zh: '保存', en: 'Save' },
  'common.delete': { zh: '删除', en: 'Delete' },
  'common.listComma': { zh: '、', en: ', ' },
  'common.loading': { zh: '正在打开…', en: 'Opening…' },
  'common.home': { zh: '回到大厅', en: 'Back to the lobby' },
  'common.former': { zh: '已注销玩家', en: 'Former player' },

  'net.connecting': { zh: '正在连接…', en: 'Connecting…' },
  'net.lost': { zh: '连接断了，正在重连（第 {n} 次）', en: 'Connection lost, trying again ({n})' },
  'net.quiet': {
    zh: '服务器没有回应，可能断线了，正在确认…',
    en: 'The server does not answer; the connection may be lost …',
  },
  'net.back': { zh: '已重新连上', en: 'Connected again' },
  'net.signedOut': { zh: '这台设备已退出登录', en: 'This device is signed out' },
  'net.signedOutText': {
    zh: '你在另一台设备上退出了这里的登录，或用了恢复码。要再用这个账号，请用通行密钥或恢复码登录。',
    en:
      'It was signed out on another device, or a recovery code was used. To use the account here ' +
      'again, sign in with a passkey or a recovery code.',
  },
  'net.signedOutToast': {
    zh: '这台设备已退出登录。到“账号”里可以重新登录。',
    en: 'This device is signed out. Sign in again under “Account”.',
  },
  'net.signIn': { zh: '登录', en: 'Sign in' },
  'net.replaced': { zh: '这个座位已在别处打开', en: 'This seat was opened elsewhere' },
  'net.takeBack': { zh: '在这里继续', en: 'Go on here' },

  'error.server': { zh: '服务器没有回应', en: 'The server does not answer' },
  'error.offline': {
    zh: '座位给你留着，连上就能接着打。看过的规则书和设置现在也能用。',
    en: 'Your seat is kept until you are back. Rule books that you have read and the settings work now.',
  },
  'error.unknown': { zh: '原因不明', en: 'unknown reason' },

  'suit.m': { zh: '万', en: 'characters' },
  'suit.p': { zh: '筒', en: 'dots' },
  'suit.s': { zh: '条', en: 'bamboo' },

  'tile.back': { zh: '暗牌', en: 'face-down tile' },
  'tile.wild': { zh: '百搭', en: 'wild' },
} satisfies Words;
