// The quick phrases one can say at the table; their ids and words are the server's.
import type { Text } from '../i18n/index.svelte';

export const PHRASES: readonly ({ id: string } & Text)[] = [
  { id: 'hello', zh: '大家好！', en: 'Hello everybody!' },
];
