// The words of the account page. They come with that page, not with the first one.
import { speaker } from './index.svelte';
import { account } from './words/account';

export type AccountKey = keyof typeof account;

/** A word of the account page in the language in use. */
export const a = speaker<AccountKey>(account);
