import { describe, expect, it } from '@jest/globals';
import { buildSchema, execute, parse, validate } from 'graphql';
import { adminSchema2026_07, situationOf } from '../../../sandbox/index.ts';
import { orderAnswers } from '../../../sandbox/shopify/answers/order-answers.ts';
import { recipeOf } from '../../../sandbox/shopify/orders/recipe-of.ts';
import { lastSituation } from '../../../sandbox/shopify/orders/situation-at.ts';
import { wholeSelection } from '../support/whole-selection.ts';

const schema = buildSchema(adminSchema2026_07);
const refunds = wholeSelection(schema, 'Refund', 3);
const returns = wholeSelection(schema, 'Return', 3);
const everything = parse(`{ order(id: "1") {
  ${wholeSelection(schema, 'Order', 4)}
  refunds(first: 5) { ${refunds} }
  returns(first: 5) { nodes { ${returns} } }
  channelInformation { ${wholeSelection(schema, 'ChannelInformation', 2)} }
} }`);

describe('the answer for an order', () => {
  it('is asked for by a valid document', () => {
    expect(validate(schema, everything).map(({ message }) => message)).toStrictEqual([]);
  });

  it('has every field that the schema promises, in every situation', () => {
    const wrong = Array.from({ length: lastSituation + 1 }, (_, index) => index).flatMap((index) => {
      const { order } = orderAnswers(recipeOf({ seed: 1, orders: 400 }, index));
      const result = execute({ schema, document: everything, rootValue: { order } });
      if (result instanceof Promise) throw new Error('nothing here takes time');
      return (result.errors ?? []).map(({ message, path }) => `${situationOf(index)}: ${String(path)}: ${message}`);
    });

    expect(wrong).toStrictEqual([]);
  });
});
