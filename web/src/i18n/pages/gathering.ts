// Words of a room before its match: what its host changes, its link, who is away; loaded with it.
import type { Words } from '../text';

export const gathering = {
  title: { zh: '改设置 · {name}', en: 'Change the room · {name}' },
  lead: {
    zh: '保存后大家都会看到改了什么，并重新准备。',
    en: 'Everybody will see what has changed, and has to be ready again.',
  },
  save: { zh: '保存设置', en: 'Save' },
  open: { zh: '改设置', en: 'Change' },
  changed: {
    zh: '房主改了设置，请重新准备',
    en: 'The host changed the room: be ready again',
  },
  changedTo: { zh: '{what}：{from} → {to}', en: '{what}: {from} → {to}' },
  newLink: { zh: '换新链接', en: 'New link' },
  newLinkAsk: {
    zh: '旧链接立即失效：手里只有旧链接的人都进不来，换号也不行。',
    en: 'The old link leads nowhere at once, also for somebody with another account.',
  },
  newLinkDone: {
    zh: '链接换好了，旧的已失效',
    en: 'There is a new link; the old one is void',
  },
  away: { zh: '离开 {n} 分钟', en: 'away for {n} min' },
  awayNow: { zh: '刚刚离开', en: 'away just now' },
} satisfies Words;
