// The computer players the server has, weakest first.
import type { Key } from '../i18n/index.svelte';

export const BOT_LEVELS: readonly { id: string; text: Key; about: Key }[] = [
  { id: 'random', text: 'form.bot.random', about: 'form.bot.random.about' },
  { id: 'greedy', text: 'form.bot.steady', about: 'form.bot.steady.about' },
  { id: 'expert', text: 'form.bot.expert', about: 'form.bot.expert.about' },
  { id: 'net', text: 'form.bot.net', about: 'form.bot.net.about' },
];

/** How strong it is, in a few words. */
export function aboutBot(id: string): Key {
  return BOT_LEVELS.find((level) => level.id === id)?.about ?? 'form.botsHint';
}

/** Who plays against a newcomer. */
export const USUAL_BOT = 'expert';
