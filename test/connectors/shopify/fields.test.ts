import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { connection } from '../../../connectors/shopify/records/connection.ts';
import { type Field, fieldReader } from '../../../connectors/shopify/records/field-reader.ts';
import { fields } from '../../../connectors/shopify/records/fields.ts';
import { Money } from '../../../connectors/shopify/records/money.ts';

const codecs = {
  id: t.string,
  quantity: t.number,
  isGiftCard: t.boolean,
  price: Money,
  taxes: connection(fields({ title: t.string, rate: t.number }, 'Tax')),
  __typename: t.string,
};
const types: Readonly<Record<string, string>> = {
  id: 'string',
  quantity: 'number',
  isGiftCard: 'boolean',
  __typename: 'string',
};
const all: readonly Field[] = Object.entries(codecs).map(([key, codec]) => ({ key, codec, type: types[key] }));

const forbidden = (): never => {
  throw new EvalError('Code generation from strings disallowed for this context');
};

const tax = fc.record({ title: fc.oneof(fc.string(), fc.constant(null), fc.integer()) }, { requiredKeys: [] });
const anyField = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.record({ amount: fc.oneof(fc.string(), fc.integer(), fc.boolean()), currencyCode: fc.constant('USD') }),
  fc.record({ nodes: fc.array(fc.oneof(tax, fc.constant(null)), { maxLength: 3 }) }),
  fc.array(tax, { maxLength: 3 }),
);
const anyRecord = fc.dictionary(fc.constantFrom(...Object.keys(codecs), 'email', 'constructor'), anyField);

test('a reader that was written for its fields reads what going through them reads', () => {
  const [written, oneByOne] = [fieldReader(all), fieldReader(all, forbidden)];
  fc.assert(
    fc.property(anyRecord, (value) => {
      expect(written(value)).toStrictEqual(oneByOne(value));
    }),
    { numRuns: 2_000 },
  );
});

test('where Node may not make programs of texts, records are read all the same', () => {
  const value = { id: 'gid://shopify/LineItem/1', quantity: 2, price: { amount: '1.00', currencyCode: 'USD' } };
  expect(fieldReader(all, forbidden)(value)).toMatchObject(value);
});

test('fields that are not named are dropped, and every wrong one is named with its path', () => {
  const Line = fields(codecs, 'Line');
  expect(E.toUnion(Line.decode({ id: 'a', email: 'someone@example.com' }))).toEqual({ id: 'a' });
  const wrong = Line.decode({ id: 1, quantity: 'two', taxes: [{ title: 'VAT' }, { title: 3 }] });
  const paths = E.isLeft(wrong) ? wrong.left.map(({ context }) => context.map(({ key }) => key).join('.')) : [];
  expect(paths).toEqual(['.id', '.quantity', '.taxes.1.title']);
});
