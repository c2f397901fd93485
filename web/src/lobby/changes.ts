// What differs between two setups of a room, in words: everybody in it sees what the host has
// changed.
import type { RoomSetup, RuleSetDetail } from '../net/wire';
import type { Text } from '../i18n/text';
import { words } from '../i18n/words';
import { BOT_LEVELS } from './bots';
import { fieldsOf, shownValue } from './schema';

export interface Change {
  what: Text;
  from: Text;
  to: Text;
}

const onOff = (on: boolean | undefined): Text =>
  on === true ? { zh: '开', en: 'on' } : { zh: '关', en: 'off' };
const plain = (value: string | number): Text => ({ zh: String(value), en: String(value) });

function clock(setup: RoomSetup): Text {
  if (setup.clock == null) return words['form.unlimited'];
  const n = setup.clock.move_ms / 1000;
  return { zh: `${n} 秒`, en: `${n} s` };
}

function bots(setup: RoomSetup): Text {
  const level = BOT_LEVELS.find((one) => one.id === setup.bots);
  return level === undefined ? plain(setup.bots ?? '–') : words[level.text];
}

/** The changes, options first, in the order of the form. */
export function changes(before: RoomSetup, after: RoomSetup, rules: RuleSetDetail): Change[] {
  const all: Change[] = fieldsOf(rules.options).map((field) => ({
    what: field.label,
    from: shownValue(field, before.options?.[field.name] ?? field.default),
    to: shownValue(field, after.options?.[field.name] ?? field.default),
  }));
  const rows: [Text, (setup: RoomSetup) => Text][] = [
    [words['form.players'], (setup) => plain(setup.seats ?? 4)],
    [words['form.pace'], clock],
    [words['form.bots'], bots],
    [words['form.hints'], (setup) => onOff(setup.hints)],
    [words['form.spectators'], (setup) => onOff(setup.spectators)],
    [words['form.pause'], (setup) => onOff(setup.uniform_pause)],
    [words['form.hold'], (setup) => onOff(setup.window_hold)],
    [words['form.public'], (setup) => onOff(setup.listed)],
    [words['solo.practice'], (setup) => onOff(setup.practice)],
  ];
  for (const [what, of] of rows) all.push({ what, from: of(before), to: of(after) });
  return all.filter(({ from, to }) => from.en !== to.en || from.zh !== to.zh);
}
