// The words of the account page. They come with that page, not with the first one.
import { fill, pick } from './index.svelte';
import { account } from './words/account';

export type AccountKey = keyof typeof account;

/** A word of the account page in the language in use. */
export function a(key: AccountKey, values: Record<string, string | number> = {}): string {
  return fill(pick(account[key]), values);
}
