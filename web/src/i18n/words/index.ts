// Every word of the screen that is not a rule, by subject. Names of rules, options and fans come
// from the server; what one rule set alone shows stands beside its traits in `table/extras`. The
// words of the account page and the lab are not here: they are loaded with them.
import { books } from './books';
import { common } from './common';
import { hints } from './hints';
import { lobby } from './lobby';
import { room } from './room';
import { settings } from './settings';
import { settlement } from './settlement';
import { study } from './study';
import { table } from './table';

export const words = {
  ...common,
  ...lobby,
  ...settings,
  ...room,
  ...table,
  ...hints,
  ...settlement,
  ...study,
  ...books,
};

export type Key = keyof typeof words;
