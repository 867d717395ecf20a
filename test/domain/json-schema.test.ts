import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { definitionsOf, described, fields, named, readFields, schemaOf } from '../../src/domain/json-schema.ts';

const state = described(t.string, { minLength: 2, maxLength: 2, description: 'TX' });
const count = described(t.number, { type: 'integer', minimum: 0 });
const asked = fields({ state }, { count, isDry: t.boolean, names: described(t.readonlyArray(state), { maxItems: 2 }) });

const complaint = (given: unknown, codec: t.Decoder<unknown, unknown> = asked): string => {
  const read = readFields(codec, given);
  return E.isLeft(read) ? read.left : 'none';
};

describe('the schema of a codec', () => {
  it.each([
    [t.string, { type: 'string' }],
    [t.number, { type: 'number' }],
    [t.boolean, { type: 'boolean' }],
    [t.literal('Sale'), { const: 'Sale' }],
    [t.keyof({ a: null, b: null }), { type: 'string', enum: ['a', 'b'] }],
    [t.union([t.string, t.null]), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [t.readonlyArray(count), { type: 'array', items: { type: 'integer', minimum: 0 } }],
    [t.record(t.string, count), { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } }],
    [state, { type: 'string', minLength: 2, maxLength: 2, description: 'TX' }],
  ])('describes %#', (codec, schema) => {
    expect(schemaOf(codec)).toStrictEqual(schema);
  });

  it('has each field of an object, and no other', () => {
    expect(schemaOf(fields({ state }, { count }))).toStrictEqual({
      type: 'object',
      properties: { state: schemaOf(state), count: schemaOf(count) },
      required: ['state'],
      additionalProperties: false,
    });
  });

  it('refers to what has a name, which is defined once, also where others refer to it', () => {
    const inner = named('Inner', fields({ count }));
    const outer = named('Outer', fields({ all: t.readonlyArray(inner), first: t.union([inner, t.null]) }));
    expect(schemaOf(outer)).toMatchObject({ $ref: '#/components/schemas/Outer' });
    const definitions = definitionsOf([schemaOf(outer), schemaOf(inner)]);
    expect(Object.keys(definitions)).toStrictEqual(['Outer', 'Inner']);
    expect(JSON.parse(JSON.stringify(definitions['Outer']))).toMatchObject({
      properties: { all: { type: 'array', items: { $ref: '#/components/schemas/Inner' } } },
    });
  });
});

describe('the fields of a request', () => {
  it('are read as they are', () => {
    const given = { state: 'TX', count: 0, isDry: true, names: ['CA', 'NY'] };
    expect(readFields(asked, given)).toStrictEqual(E.right(given));
    expect(readFields(asked, { state: 'TX' })).toStrictEqual(E.right({ state: 'TX' }));
  });

  it.each([
    [null, 'The body must be a JSON object.'],
    [[], 'The body must be a JSON object.'],
    [{}, '"state" is missing.'],
    [{ state: 1 }, '"state" must be a string.'],
    [{ state: 'T' }, '"state" is empty.'],
    [{ state: 'TEX' }, '"state" is too long.'],
    [{ state: 'TX', count: -1 }, '"count" must be a whole number from 0 to Infinity.'],
    [{ state: 'TX', count: 1.5 }, '"count" must be a whole number from 0 to Infinity.'],
    [{ state: 'TX', isDry: 'yes' }, '"isDry" is neither true nor false.'],
    [{ state: 'TX', names: 'CA' }, '"names" must be a list that is not too long.'],
    [{ state: 'TX', names: ['CA', 'NY', 'WA'] }, '"names" must be a list that is not too long.'],
    [{ state: 'TX', names: ['CA', 'N'] }, '"names" is empty.'],
    [{ state: 'TX', customer: 'Ada' }, 'A field is unknown. There are: state, count, isDry, names.'],
    [JSON.parse('{ "state": "TX", "__proto__": {} }'), 'A field is unknown. There are: state, count, isDry, names.'],
  ])('of %j are refused, and nothing of a value is repeated', (given, message) => {
    expect(complaint(given)).toBe(message);
  });

  it('of a request without fields are refused as such', () => {
    expect(complaint({ state: 'TX' }, fields({}))).toBe('A field is unknown: this request takes no fields.');
  });

  it('of texts and lists have a limit where none is stated', () => {
    const free = fields({ text: described(t.string, {}), list: described(t.readonlyArray(t.number), {}) });
    const read = (length: number, items: number) =>
      readFields(free, { text: 'x'.repeat(length), list: Array.from({ length: items }, () => 1) });
    expect(E.isRight(read(400, 1_000))).toBe(true);
    expect([read(401, 0), read(0, 1_001)]).toStrictEqual([
      E.left('"text" is too long.'),
      E.left('"list" must be a list that is not too long.'),
    ]);
  });
});
