import { expect, test } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { connection } from '../../../connectors/shopify/records/connection.ts';
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
test('fields that are not named are dropped, and every wrong one is named with its path', () => {
  const Line = fields(codecs, 'Line');
  expect(E.toUnion(Line.decode({ id: 'a', email: 'someone@example.com' }))).toEqual({ id: 'a' });
  const wrong = Line.decode({ id: 1, quantity: 'two', taxes: [{ title: 'VAT' }, { title: 3 }] });
  const paths = E.isLeft(wrong) ? wrong.left.map(({ context }) => context.map(({ key }) => key).join('.')) : [];
  expect(paths).toEqual(['.id', '.quantity', '.taxes.1.title']);
});
