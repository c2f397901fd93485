// When something was, as people say it: a day, not a moment; the server itself knows no more than
// the hour.
import { settings } from '../state/settings.svelte';

const DAY = 24 * 60 * 60 * 1000;
const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** “today”, “3 days ago”; a date where it is longer ago than a month. */
export function when(at: number, now: number): string {
  const lang = settings.lang === 'zh' ? 'zh-CN' : 'en-GB';
  // Days that begin by summer time are an hour shorter.
  const days = Math.max(0, Math.round((midnight(now) - midnight(at)) / DAY));
  if (days > 30) return new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(at);
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-days, 'day');
}
