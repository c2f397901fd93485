// The option schema of a rule set, read into fields that a form can draw, and everything a form
// must know about values: defaults, which options have no effect now and why, what differs, presets
// in links.
import type {
  OptionCondition,
  OptionProperty,
  OptionSchema,
  OptionValue,
  OptionWords,
} from '../generated/protocol';
import type { Text } from '../i18n/index.svelte';

export type Value = OptionValue;
export type Values = Record<string, Value>;

export interface Field {
  name: string;
  label: Text;
  meaning: Text;
  clause: string;
  default: Value;
  control:
    | { kind: 'switch' }
    | { kind: 'choice'; choices: { value: string | number; text: Text }[] }
    | { kind: 'number'; min: number; max: number };
  conditions: OptionCondition[];
}

export interface FieldGroup {
  id: string;
  label: Text;
  fields: Field[];
}

const PLAYERS = 'players';

function control(property: OptionProperty): Field['control'] {
  if (property.type === 'boolean') return { kind: 'switch' };
  if (property.enum !== undefined) {
    const text = (words: OptionWords, value: number | string): string =>
      words.choices?.[String(value)] ?? String(value);
    return {
      kind: 'choice',
      choices: property.enum.map((value) => ({
        value,
        text: { zh: text(property['x-zh'], value), en: text(property['x-en'], value) },
      })),
    };
  }
  return { kind: 'number', min: property.minimum ?? 0, max: property.maximum ?? 100 };
}

export function fieldsOf(schema: OptionSchema): Field[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    label: { zh: property['x-zh'].title, en: property['x-en'].title },
    meaning: { zh: property['x-zh'].description, en: property['x-en'].description },
    clause: property['x-clause'],
    default: property.default,
    control: control(property),
    conditions: property['x-visible-if'] ?? [],
  }));
}

/** The fields by group, in the order of the schema; groups without fields are left out. */
export function groupsOf(schema: OptionSchema): FieldGroup[] {
  const fields = fieldsOf(schema);
  return Object.entries(schema['x-groups'])
    .map(([id, label]) => ({
      id,
      label,
      fields: fields.filter((field) => schema.properties[field.name]?.['x-group'] === id),
    }))
    .filter((group) => group.fields.length > 0);
}

export function defaultsOf(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, field.default]));
}

/** The condition that keeps a field from having an effect, if there is one. */
export function blockedBy(field: Field, values: Values, players: number): OptionCondition | null {
  const holds = (condition: OptionCondition): boolean => {
    const value = condition.subject === PLAYERS ? players : values[condition.subject];
    if (value === undefined) return true;
    return (
      (condition.is === undefined || condition.is.includes(value)) &&
      (condition.not === undefined || !condition.not.includes(value))
    );
  };
  return field.conditions.find((condition) => !holds(condition)) ?? null;
}

export const isPlayers = (condition: OptionCondition): boolean => condition.subject === PLAYERS;

/** A value as a person reads it. */
export function shownValue(field: Field, value: Value): Text {
  if (field.control.kind === 'choice') {
    const choice = field.control.choices.find((one) => one.value === value);
    if (choice !== undefined) return choice.text;
  }
  if (typeof value === 'boolean') return value ? { zh: '开', en: 'on' } : { zh: '关', en: 'off' };
  return { zh: String(value), en: String(value) };
}

/** Only what differs from the defaults: what is sent, saved and linked. */
export function changed(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields
      .filter((field) => values[field.name] !== field.default)
      .map((field) => [field.name, values[field.name] ?? field.default]),
  );
}

/** Whether a value is one the field takes. */
export function accepts(field: Field, value: unknown): value is Value {
  switch (field.control.kind) {
    case 'switch':
      return typeof value === 'boolean';
    case 'choice':
      return field.control.choices.some((choice) => choice.value === value);
    case 'number':
      return (
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= field.control.min &&
        value <= field.control.max
      );
  }
}

/** House rules as they stand in a link: `name=value` pairs, readable by people. */
export function toLink(values: Values): string {
  return new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** Reads house rules out of a link; what is not known or not allowed is named and left out. */
export function fromLink(
  fields: readonly Field[],
  text: string,
): { values: Values; refused: string[] } {
  const values: Values = {};
  const refused: string[] = [];
  for (const [name, written] of new URLSearchParams(text)) {
    const field = fields.find((one) => one.name === name);
    const candidates: unknown[] = [
      written,
      Number(written),
      written === 'true' ? true : written === 'false' ? false : null,
    ];
    const value =
      field === undefined ? undefined : candidates.find((candidate) => accepts(field, candidate));
    if (field === undefined || value === undefined) refused.push(name);
    else values[name] = value;
  }
  return { values, refused };
}
