import { describe, expect, it } from 'vitest';
import {
  asked,
  emptyDraft,
  flagsFor,
  fromRequest,
  isWin,
  left,
  meldTiles,
  missing,
  needsWin,
  put,
  refused,
  toRequest,
  type Draft,
} from '../src/books/draft';
import { fromLink, toLink } from '../src/books/link';
import { found, hits } from '../src/books/search';
import type { Book, Form, Request } from '../src/generated/books';

const text = (zh: string): { zh: string; en: string } => ({ zh, en: zh });
const suits = ['m', 'p'].flatMap((suit) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n): [string, number] => [`${n}${suit}`, 4]),
);
const form: Form = {
  tiles: [...suits, ['1z', 4], ['1f', 1]],
  seats: [3, 4],
  hand: 7,
  melds: [
    { name: 'chi', label: text('吃'), from: 'previous' },
    { name: 'pon', label: text('碰'), from: 'other' },
    { name: 'kong_concealed', label: text('暗杠'), from: 'nobody' },
  ],
  sources: [
    { name: 'self_draw', label: text('自摸') },
    { name: 'discard', label: text('点炮') },
  ],
  flags: [
    { name: 'alone', label: text('无牌'), sources: ['self_draw'], tile: 'none' },
    { name: 'rob', label: text('抢'), sources: ['self_draw'], tile: { field: 'indicator' } },
    { name: 'dealt', label: text('起手'), sources: ['self_draw'], tile: 'dealer_only' },
    { name: 'late', label: text('晚'), sources: ['discard'], tile: 'given' },
  ],
  most_flags: 2,
  fields: [
    { name: 'flowers', label: text('花'), kind: 'flowers', when: [], waits: true },
    { name: 'indicator', label: text('翻'), kind: 'tile', when: [], waits: true },
    {
      name: 'birds',
      label: text('鸟'),
      kind: { tiles: 2 },
      when: [{ option_not: ['birds', '"none"'] }],
      waits: false,
    },
    {
      name: 'piao',
      label: text('飘'),
      kind: { numbers: 3 },
      when: [{ option: ['piao', 'true'] }],
      waits: false,
    },
    {
      name: 'out',
      label: text('出局'),
      kind: { seats: 1 },
      when: [{ source: 'self_draw' }],
      waits: false,
    },
    {
      name: 'word',
      label: text('词'),
      kind: {
        words: [
          { name: 'none', label: text('无') },
          { name: 'ready', label: text('报') },
        ],
      },
      when: [],
      waits: true,
    },
  ],
  figures: [],
};
const options = { birds: '159', piao: true };
const draft = (more: Partial<Draft>): Draft => ({ ...emptyDraft(form), ...more });

describe('the palette', () => {
  it('refuses a fifth copy, wherever the others lie', () => {
    const four = draft({ hand: ['1m', '1m'], win: '1m', fields: { indicator: ['1m'] } });
    expect(left(form, four, '1m')).toBe(0);
    expect(refused(form, four, 'hand', '1m')).toBe('copies');
    expect(refused(form, four, 'hand', '2m')).toBeNull();
  });

  it('refuses more tiles than the hand has room for; melds take three each', () => {
    const full = draft({ hand: ['1m', '2m', '3m', '4m', '5m', '6m', '7m'] });
    expect(missing(form, full)).toBe(0);
    expect(refused(form, full, 'hand', '9p')).toBe('full');
    expect(refused(form, full, 'win', '9p')).toBeNull();
    const melded = put(form, draft({ hand: ['1m', '2m'] }), 'meld:pon', '5p');
    expect(missing(form, melded)).toBe(2);
    expect(melded.melds[0]).toEqual({ kind: 'pon', tiles: ['5p', '5p', '5p'], from: 3 });
    expect(refused(form, melded, 'meld:pon', '6p')).toBe('full');
  });

  it('knows which tiles a meld takes, and that it needs as many copies', () => {
    expect(meldTiles('chi', '7m')).toEqual(['7m', '8m', '9m']);
    expect(meldTiles('chi', '8m')).toBeNull();
    expect(meldTiles('chi', '1z')).toBeNull();
    expect(refused(form, draft({ hand: ['5p', '5p'] }), 'meld:pon', '5p')).toBe('copies');
    expect(refused(form, draft({ hand: ['5p'] }), 'meld:kong_concealed', '5p')).toBe('copies');
  });

  it('keeps flowers and tiles apart', () => {
    expect(refused(form, draft({}), 'hand', '1f')).toBe('place');
    expect(refused(form, draft({}), 'field:flowers', '1m')).toBe('place');
    expect(refused(form, draft({}), 'field:flowers', '1f')).toBeNull();
    expect(refused(form, draft({ fields: { flowers: ['1f'] } }), 'field:flowers', '1f')).toBe(
      'copies',
    );
  });

  it('replaces a single tile and fills a list', () => {
    const once = put(form, draft({}), 'field:indicator', '2m');
    expect(put(form, once, 'field:indicator', '3m').fields.indicator).toEqual(['3m']);
    const two = put(form, put(form, draft({}), 'field:birds', '2m'), 'field:birds', '3m');
    expect(refused(form, two, 'field:birds', '4m')).toBe('full');
  });
});

describe('a draft', () => {
  it('knows when there is no winning tile to choose', () => {
    expect(needsWin(form, draft({ flags: ['alone'] }))).toBe(false);
    expect(isWin(form, draft({ flags: ['alone'] }))).toBe(true);
    expect(isWin(form, draft({}))).toBe(false);
    expect(needsWin(form, draft({ flags: ['dealt'], dealer: 1 }))).toBe(false);
    expect(needsWin(form, draft({ flags: ['dealt'] }))).toBe(true);
    expect(
      toRequest(form, draft({ flags: ['rob'], fields: { indicator: ['4p'] } }), options, false)
        .winning_tile,
    ).toBe('4p');
  });

  it('asks only for fields and circumstances that go with the rest', () => {
    expect(
      form.fields
        .filter((field) => asked(field, draft({}), { birds: 'none', piao: false }))
        .map((field) => field.name),
    ).toEqual(['flowers', 'indicator', 'out', 'word']);
    expect(flagsFor(form, 'discard').map((flag) => flag.name)).toEqual(['late']);
    const sent = toRequest(
      form,
      draft({ source: 'discard', from: 2, flags: ['alone'], fields: { out: [1] } }),
      options,
      false,
    );
    expect(sent.context).toBeUndefined();
    expect(sent.out).toBeUndefined();
  });

  it('leaves out of a request for waits what only a win has', () => {
    const sent = toRequest(
      form,
      draft({ win: '1m', fields: { birds: ['1m'], indicator: ['2m'] } }),
      options,
      true,
    );
    expect(sent).toEqual({ players: 4, dealer: 0, winner: 0, concealed: '', indicator: '2m' });
  });
});

const request: Request = {
  players: 3,
  dealer: 1,
  winner: 2,
  concealed: '1m1p',
  melds: [
    { kind: 'chi', tiles: '234m', from: 1 },
    { kind: 'kong_concealed', tiles: '1111z' },
  ],
  winning_tile: '1m',
  source: 'self_draw',
  context: ['late'],
  flowers: '1f',
  indicator: '9p',
  birds: '5p9p',
  piao: [0, 1, 2],
  out: [1],
  // A field that only this form has.
  ...{ word: ['none', 'ready', 'none'] },
  options: { birds: '159', piao: true, base: 10 },
};

describe('a link', () => {
  it('carries the whole request', () => {
    const link = toLink(form, request);
    expect(link.length).toBeLessThan(240);
    expect(fromLink(form, link, { birds: 'none', piao: false, base: 1 })).toEqual(request);
  });

  it('makes the draft that was linked', () => {
    const sent = { ...request, context: ['rob'] };
    const again = fromRequest(
      form,
      fromLink(form, toLink(form, sent), { birds: 'none', piao: false, base: 1 }),
    );
    const { winning_tile: _, ...others } = sent;
    expect(toRequest(form, again, { birds: '159', piao: true }, false)).toEqual({
      ...others,
      birds: '59p',
      winning_tile: '9p',
    });
  });

  it('takes nothing that the form does not know', () => {
    const again = fromRequest(
      form,
      fromLink(
        form,
        'hand=1q9s1m&melds=pon-xx&by=magic&how=nothing&from=9&players=9&o.none=1&dealer=-1',
        {},
      ),
    );
    expect(again).toEqual({
      ...emptyDraft(form),
      hand: ['1m'],
      from: 0,
      fields: { flowers: [], indicator: [], birds: [] },
    });
  });
});

describe('search', () => {
  const span = (words: string): { look: 'plain'; text: string }[] => [
    { look: 'plain', text: words },
  ];
  const book: Book = {
    id: 'x',
    title: 'X',
    sections: [
      {
        id: 'a',
        title: 'A',
        blocks: [
          { kind: 'text', spans: span('抢杠由杠家付') },
          { kind: 'item', id: 'x.pay.rob', number: null, spans: span('三家各付') },
        ],
      },
      { id: 'b', title: 'B', blocks: [{ kind: 'fans' }, { kind: 'heading', text: '细说' }] },
    ],
    fans: [
      {
        id: 'flush',
        name: { zh: '清一色', en: 'Full flush' },
        value: 8,
        clause: 'x.fan.flush',
        when: text('同花色'),
        examples: [],
      },
    ],
    examples: [],
    pointers: {},
    source: text('书'),
    version: 1,
    names: [
      { name: '混一色', clause: 'x.fan.flush', absent: false },
      { name: '刮风', clause: 'x.pay.rob', absent: false },
      { name: '补花', clause: 'b', absent: true },
    ],
    combinations: [{ name: '清上加清', fans: ['flush'], worth: 16 }],
  };
  it('finds what players call otherwise, and lists it for several books', () => {
    expect([...(found(book, [], '混一色')[0]?.fans ?? [])]).toEqual(['flush']);
    expect(found(book, [], '刮风')[0]?.blocks).toHaveLength(1);
    expect(found(book, [], '补花').map((section) => section.id)).toEqual(['b']);
    expect(found(book, [], '清上加清')[0]?.combinations).toHaveLength(1);
    expect(hits(book, [], '混一色', 'en')).toEqual([
      { clause: 'x.fan.flush', title: 'Full flush', also: ['混一色'] },
    ]);
    expect(hits(book, [], '清上加清', 'zh')[0]?.title).toBe('清上加清 16');
    expect(hits(book, [], ' ', 'zh')).toEqual([]);
  });
  it('finds words in clauses, fans and ids, and keeps everything without a query', () => {
    expect(found(book, [], '').map((section) => section.blocks.length)).toEqual([2, 2]);
    expect(found(book, [], '抢杠').map((section) => section.id)).toEqual(['a']);
    expect(found(book, [], 'pay.rob')[0]?.blocks).toHaveLength(1);
    expect([...(found(book, [], 'FLUSH full')[0]?.fans ?? [])]).toEqual(['flush']);
    expect(found(book, [], '没有的词')).toEqual([]);
  });
});
