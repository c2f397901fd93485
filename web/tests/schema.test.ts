import { describe, expect, it } from 'vitest';
import {
  accepts,
  blockedBy,
  changed,
  defaultsOf,
  fieldsOf,
  fromLink,
  groupsOf,
  shownValue,
  toLink,
  type Field,
} from '../src/lobby/schema';
import { schemas } from './fixtures';

const field = (fields: Field[], name: string): Field => {
  const found = fields.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};
const anhua = fieldsOf(schemas.find((one) => one.name === 'anhua')!.schema);

describe('a form from a schema', () => {
  it('has every option once, in some group, with words in both languages', () => {
    expect(schemas.length).toBe(5);
    for (const { name, schema } of schemas) {
      const grouped = groupsOf(schema).flatMap((group) => group.fields.map((one) => one.name));
      expect([...grouped].sort(), name).toEqual(Object.keys(schema.properties).sort());
      for (const one of fieldsOf(schema)) {
        expect(
          one.label.zh && one.label.en && one.meaning.zh && one.meaning.en,
          `${name}.${one.name}`,
        ).toBeTruthy();
        expect(accepts(one, one.default), `${name}.${one.name}`).toBe(true);
        if (one.control.kind === 'choice')
          for (const choice of one.control.choices)
            expect(choice.text.zh && choice.text.en).toBeTruthy();
      }
    }
  });

  it('says which option has no effect, and what keeps it from one', () => {
    const values = defaultsOf(anhua);
    expect(blockedBy(field(anhua, 'fixed_piao'), values, 4)?.subject).toBe('piao_mode');
    expect(blockedBy(field(anhua, 'fixed_piao'), { ...values, piao_mode: 'fixed' }, 4)).toBeNull();
    expect(blockedBy(field(anhua, 'remove_tiles'), values, 3)?.subject).toBe('players');
    expect(blockedBy(field(anhua, 'remove_tiles'), values, 2)).toBeNull();
    expect(blockedBy(field(anhua, 'below_add'), { ...values, below_score: 0 }, 2)?.subject).toBe(
      'below_score',
    );
    expect(blockedBy(field(anhua, 'below_add'), { ...values, below_score: 10 }, 2)).toBeNull();
  });

  it('sends only what differs from the defaults', () => {
    expect(changed(anhua, defaultsOf(anhua))).toEqual({});
    expect(changed(anhua, { ...defaultsOf(anhua), kings: 7, rob_kong: false })).toEqual({
      kings: 7,
      rob_kong: false,
    });
  });

  it('shows values by their names', () => {
    expect(shownValue(field(anhua, 'first_dealer'), 'random')).toEqual({
      zh: '随机',
      en: 'drawn by lot',
    });
    expect(shownValue(field(anhua, 'rob_kong'), true).en).toBe('on');
    expect(shownValue(field(anhua, 'deals'), 8).zh).toBe('8');
  });
});

describe('house rules in a link', () => {
  it('come back as they were, for every option of every rule set', () => {
    for (const { schema } of schemas) {
      const fields = fieldsOf(schema);
      const values = defaultsOf(fields);
      expect(fromLink(fields, toLink(values))).toEqual({ values, refused: [] });
    }
  });

  it('leave out and name what is not allowed', () => {
    expect(fromLink(anhua, 'kings=7&kings2=1&deals=9999&rob_kong=maybe&bird_count=5')).toEqual({
      values: { kings: 7 },
      refused: ['kings2', 'deals', 'rob_kong', 'bird_count'],
    });
  });
});
