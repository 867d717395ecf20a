import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import fc from 'fast-check';
import { orderToSale } from '../../../connectors/shopify/index.ts';
import { needsLedger } from '../../../connectors/shopify/read/complete-order.ts';
import { decodeOrder, type Order } from '../../../connectors/shopify/records/order.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { toSentSale } from '../../../src/mapping/sent-sale.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { right } from '../../support/right.ts';
import { sized } from '../../support/size.ts';
import { type Happening, historyOf } from './a-history.ts';
import type { Json } from './an-order.ts';
import { account } from './mapped.ts';

const runs = sized({ quick: 100, all: 300 });

const context = { account, policy: defaultPolicy, readsLocations: true };

/** The order as it is read: its ledger only as far as a page has it, unless it needs all of it. */
const asRead = (order: Json): Order => {
  const whole = right(decodeOrder(order));
  const agreements = whole.agreements?.nodes ?? [];
  const head = {
    ...whole,
    agreements: { nodes: agreements.slice(0, 1), isCutShort: agreements.length > 1, endCursor: null },
    reasons: { nodes: agreements.slice(0, 7), isCutShort: agreements.length > 7, endCursor: null },
  };
  return needsLedger(head) ? whole : head;
};

/** All that is sent of an order in its current state: total by id. */
const totalsOf = (order: Json): readonly (readonly [string, bigint])[] => {
  const result = E.flatMap((one: Sale) => toSentSale(defaultPolicy, one))(orderToSale(context)(asRead(order)));
  const mapped = pipe(result, E.flatMap(saleToTransaction(defaultPolicy)));
  if (E.isLeft(result) || E.isLeft(mapped)) return [];
  const later = [...result.right.refunds, ...(result.right.amendments ?? [])].map(
    refundToTransaction(result.right, mapped.right, defaultPolicy),
  );
  return [mapped, ...later].flatMap((one): (readonly [string, bigint])[] =>
    E.isRight(one) ? [[one.right.transaction.id, one.right.transaction.total]] : [],
  );
};

const happening = fc.record<Happening>({
  kind: fc.constantFrom(
    'adds',
    'lowers',
    'takes off what was added last',
    'is paid',
    'is paid in part',
    'gives back what is owed',
    'refunds goods',
    'refunds goods and what is owed',
    'returns',
    'calls a return off',
    'edits with its refund',
    'returns with its refund',
  ),
  cents: fc.integer({ min: 100, max: 6_000 }),
  late: fc.boolean(),
});

describe('any history of an order, with any delay of its ledger', () => {
  it('the first version of each transaction adds up to the ledger', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 5_000, 11_225),
        fc.array(happening, { minLength: 1, maxLength: 5 }),
        (paidAtFirst, happenings) => {
          const { states, ledger } = historyOf(paidAtFirst, happenings);
          const pushed = new Map<string, bigint>();
          for (const [id, total] of states.flatMap(({ order }) => totalsOf(order)))
            if (!pushed.has(id)) pushed.set(id, total);
          expect([...pushed.values()].reduce((sum, total) => sum + total, 0n)).toBe(BigInt(ledger));
        },
      ),
      {
        numRuns: runs,
        examples: [
          // Paid in part, then lowered by returns to what was paid, then refunded a little.
          [
            5_000,
            [
              { kind: 'returns', cents: 3_058, late: false },
              { kind: 'returns', cents: 3_167, late: false },
              { kind: 'refunds goods', cents: 100, late: false },
            ],
          ],
        ],
      },
    );
  });

  it('without dates of its payments, what is sent in the end adds up to the ledger as well', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 5_000, 11_225),
        fc.array(happening, { minLength: 1, maxLength: 5 }),
        (paidAtFirst, happenings) => {
          const { states, ledger } = historyOf(paidAtFirst, happenings);
          const { order } = states.at(-1) ?? {};
          const totals = totalsOf({ ...order, transactions: [] });
          expect(totals.reduce((sum, [, total]) => sum + total, 0n)).toBe(BigInt(ledger));
        },
      ),
      { numRuns: runs },
    );
  });

  it('no more is sent than was paid, as long as something is owed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 5_000, 11_225),
        fc.array(happening, { minLength: 1, maxLength: 5 }),
        (paidAtFirst, happenings) => {
          for (const { order, paid, owed, isWhole } of historyOf(paidAtFirst, happenings).states) {
            if (owed <= 0 || !isWhole) continue;
            const pushed = totalsOf(order).reduce((sum, [, total]) => sum + total, 0n);
            expect(pushed <= paid).toBe(true);
          }
        },
      ),
      { numRuns: runs },
    );
  });
});
