// The computer players the server has, weakest first.
import type { Key } from '../i18n/index.svelte';

export const BOT_LEVELS: readonly { id: string; text: Key }[] = [
  { id: 'random', text: 'form.bot.random' },
  { id: 'greedy', text: 'form.bot.steady' },
  { id: 'expert', text: 'form.bot.expert' },
];

/** Who plays against a newcomer. */
export const USUAL_BOT = 'expert';
