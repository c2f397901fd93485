// The rule sets as the server sends them, asked for once.
import { ruleSet, ruleSets } from '../net/api';
import type { RuleSetDetail, RuleSetSummary } from '../net/wire';

const details = new Map<string, Promise<RuleSetDetail>>();
let list: Promise<RuleSetSummary[]> | null = null;

export function catalogue(): Promise<RuleSetSummary[]> {
  list ??= ruleSets().catch((error: unknown) => {
    list = null;
    throw error;
  });
  return list;
}

export function rulesOf(id: string): Promise<RuleSetDetail> {
  const known = details.get(id);
  if (known !== undefined) return known;
  const asked = ruleSet(id).catch((error: unknown) => {
    details.delete(id);
    throw error;
  });
  details.set(id, asked);
  return asked;
}
