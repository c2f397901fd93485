// The list of rule sets with something of their own on the screen. The only place where their ids
// meet the client.
import Anhua, { traits as anhua } from './anhua.svelte';
import Hongzhong, { traits as hongzhong } from './hongzhong.svelte';
import Jingji, { traits as jingji } from './jingji.svelte';
import type { Extras } from './traits';
import { traits as wuxi } from './wuxi';
import Xuezhan, { traits as xuezhan } from './xuezhan.svelte';

const LIST: Record<string, Extras> = {
  xuezhan: { traits: xuezhan, panel: Xuezhan },
  anhua: { traits: anhua, panel: Anhua },
  jingji: { traits: jingji, panel: Jingji },
  wuxi: { traits: wuxi, panel: null },
  hongzhong: { traits: hongzhong, panel: Hongzhong },
};

const PLAIN: Extras = {
  traits: { signature: [{ tile: '1z' }, { tile: '5p' }, { tile: '5s' }] },
  panel: null,
};

/** What a rule set adds; one that is not in the list shows what every rule set shows. */
export function extrasOf(rules: string): Extras {
  return LIST[rules] ?? PLAIN;
}
