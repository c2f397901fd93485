import { describe, expect, it } from 'vitest';
import {
  answers,
  bothOf,
  commandOf,
  names,
  operations,
  sample,
  typeOf,
  type Document,
  type Operation,
} from '../src/api/document';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const made = {
  info: { title: 'x', version: '1', description: '' },
  paths: {
    '/api/rooms/{room}': {
      get: {
        summary: '看一眼 / Look at a room',
        parameters: [{ name: 'room', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          default: { description: 'refused: room/not_found, room/private' },
          '200': { description: 'OK', ...json(ref('Room')) },
        },
      },
      post: {
        summary: '开 / Open',
        security: [{ token: [] }],
        requestBody: json(ref('Setup')),
        responses: { default: { description: 'refused' }, '204': { description: 'OK' } },
      },
    },
    '/api/none': { get: { summary: 'Both', responses: { '200': { description: 'OK' } } } },
  },
  components: {
    schemas: {
      Room: { type: 'object', properties: { seats: { type: 'array', items: ref('Seat') } } },
      Setup: {
        type: 'object',
        required: ['rules', 'seats', 'bots', 'more'],
        properties: {
          rules: { type: 'string', minLength: 1, maxLength: 16 },
          seats: { type: 'integer', minimum: 2, maximum: 4 },
          bots: { type: ['string', 'null'] },
          more: { type: 'object', additionalProperties: { type: 'boolean' } },
        },
      },
    },
  },
} as unknown as Document;
const [look, open, none] = operations(made) as [Operation, Operation, Operation];

describe('the interface', () => {
  it('is taken apart request by request', () => {
    expect(look).toMatchObject({
      id: 'get-api-rooms-room',
      subject: 'rooms',
      method: 'GET',
      summary: { zh: '看一眼', en: 'Look at a room' },
      auth: false,
      status: '200',
      errors: ['room/not_found', 'room/private'],
    });
    expect(open).toMatchObject({ auth: true, status: '204', answer: null, errors: [] });
    expect(none).toMatchObject({ subject: 'others', summary: { zh: 'Both', en: 'Both' } });
    expect(bothOf('a / b / c')).toEqual({ zh: 'a', en: 'b / c' });
  });

  it('names types as programmers write them', () => {
    const all = made.components.schemas;
    expect(typeOf(look.answer ?? {})).toBe('Room');
    expect(names(all.Room ?? {})).toEqual(['Seat']);
    expect(Object.values(all.Setup?.properties ?? {}).map(typeOf)).toEqual([
      'string 1–16',
      'integer 2–4',
      'string | null',
      '{ [name]: boolean }',
    ]);
    expect(typeOf({ oneOf: [{ type: 'null' }, { type: 'array', items: {} }] })).toBe(
      'null | any[]',
    );
    expect(typeOf({ type: 'integer', minimum: 1 })).toBe('integer ≥ 1');
  });

  it('shows each request as a command', () => {
    const all = made.components.schemas;
    expect(sample({ $ref: '#/x/Setup' }, all)).toEqual({
      rules: '…',
      seats: 2,
      bots: '…',
      more: {},
    });
    expect(commandOf(look, 'http://localhost', all)).toBe(
      "curl 'http://localhost/api/rooms/{room}'",
    );
    expect(commandOf(open, '', all)).toMatch(/^curl -X POST -H 'Authorization: Bearer TOKEN' .*-d/);
  });

  it('ends where types contain themselves', () => {
    const all = { A: { type: 'object', required: ['a'], properties: { a: { $ref: '#/A' } } } };
    expect(JSON.stringify(sample({ $ref: '#/A' }, all)).length).toBeLessThan(100);
  });

  it('is searched by every word', () => {
    for (const word of ['', 'rooms', 'ROOM', 'look at', '看', 'room/private 200', 'Room'])
      expect(answers(look, word), word).toBe(true);
    for (const word of ['lab', 'rooms lab', 'setup']) expect(answers(look, word), word).toBe(false);
    expect(answers(open, 'post setup')).toBe(true);
  });
});
