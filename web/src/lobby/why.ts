// Why an option of a form has no effect now, in words.
import { pick, t } from '../i18n/index.svelte';
import { blockedBy, isPlayers, shownValue, type Field, type Values } from './schema';

/** The condition that keeps `field` from having an effect; `null` where it has one. */
export function whyBlocked(
  field: Field,
  fields: readonly Field[],
  values: Values,
  players: number,
): string | null {
  const condition = blockedBy(field, values, players);
  if (condition === null) return null;
  const subject = fields.find((one) => one.name === condition.subject);
  const label = isPlayers(condition)
    ? t('form.players')
    : subject === undefined
      ? condition.subject
      : pick(subject.label);
  const wanted = condition.is ?? condition.not ?? [];
  const names = wanted
    .map((value) => (subject === undefined ? String(value) : pick(shownValue(subject, value))))
    .join(t('form.or'));
  return t(condition.is === undefined ? 'form.needsNot' : 'form.needs', { label, values: names });
}
