import { afterAll, describe, expect, it } from '@jest/globals';
import { buildSchema, execute, type ExecutionResult, parse } from 'graphql';
import { accessOf } from '../../connectors/shopify/client/access.ts';
import { orderById } from '../../connectors/shopify/queries/index.ts';
import { orderToResult } from '../../connectors/shopify/to-sale/order-to-sale.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { adminSchema2026_07 } from '../../sandbox/index.ts';
import { orderAnswers } from '../../sandbox/shopify/answers/order-answers.ts';
import { allScopes } from '../../sandbox/shopify/graphql/access.ts';
import { recipeOf } from '../../sandbox/shopify/orders/recipe-of.ts';
import { lastSituation } from '../../sandbox/shopify/orders/situation-at.ts';
import { aLine, anAgreement, anOrder, aRefund, nodes } from '../connectors/shopify/an-order.ts';
import { account } from '../connectors/shopify/mapped.ts';
import { asGraphql } from '../connectors/shopify/rest/order-from-rest.ts';
import { hasRecordings, recordedOrders } from '../connectors/shopify/recorded-orders.ts';
import { reportCounts } from '../support/report-counts.ts';
import { sized } from '../support/size.ts';
import { cases } from './cases.ts';
import { type MutantCounts, type Specimen, tryMutants } from './try-mutants.ts';

const read = orderToResult({ account, policy: defaultPolicy, readsLocations: true });
const specimenOf = (json: unknown): Specimen => ({ json, read });

const everything = { ...accessOf(allScopes, true), variantTaxCodes: true };
const [schema, document] = [buildSchema(adminSchema2026_07), parse(orderById(everything))];

/** An order as the connector's own query reads it from a shop that has every situation. */
const answered = (index: number): unknown => {
  const result: ExecutionResult | PromiseLike<ExecutionResult> = execute({
    schema,
    document,
    rootValue: { order: orderAnswers(recipeOf({ seed: 1, orders: 400 }, index)).order },
    variableValues: { id: 'gid://shopify/Order/1' },
  });
  if (!('data' in result)) throw new Error(`the sandbox gave no answer: ${JSON.stringify(result)}`);
  return result.data?.['order'];
};

const counted: MutantCounts[] = [];
const note = (counts: MutantCounts): void => {
  counted.push(counts);
  reportCounts('Mutated records', { ...counts });
};
afterAll(() => expect(counted.every(({ pushed }) => pushed > 0)).toBe(true));

describe('orders as no shop should answer them', () => {
  it('never break the connector: each is a sale that balances, or is excluded without any of its data in the message', () => {
    const own = [
      anOrder(),
      anOrder({ agreements: nodes(anAgreement()), refunds: [aRefund()] }),
      anOrder({ lineItems: nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/72' })), totalTipReceivedSet: null }),
    ];
    const sandbox = Array.from({ length: lastSituation + 1 }, (_, index) => answered(index));
    note(tryMutants([...own, ...sandbox].map(specimenOf), cases(sized({ quick: 1_000, all: 8_000 }))));
  });

  (hasRecordings ? it : it.skip)(
    'nor when they are recordings of real shops (skipped where the recordings do not lie next to the project)',
    () =>
      note(
        tryMutants(
          recordedOrders().map(({ json }) => ({ json, read: (mutant) => read(asGraphql(mutant)) })),
          cases(sized({ quick: 1_000, all: 4_000 })),
        ),
      ),
  );
});
