import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { configure } from 'safe-stable-stringify';
import { formatMinorUnits } from '../../src/domain/money.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { toWire, wireText } from '../../src/domain/wire-transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

const transaction: Transaction = right(saleToTransaction(defaultPolicy)(aSale())).transaction;

describe('the body of a transaction', () => {
  it('says every amount in major units, and taxCollected and recalculate always', () => {
    const untaxed = aSale({ lines: [aLine({ listed: 1_999n, quantity: 1, taxes: [] })], shipping: [] });
    expect(right(toWire(right(saleToTransaction(defaultPolicy)(untaxed)).transaction))).toStrictEqual({
      id: 'shopify:548380009:5012345678',
      name: 'Shopify #1001 · 5012345678',
      transactedAt: '2026-02-03T17:20:00Z',
      currency: 'USD',
      lineItems: [{ id: '71', quantity: 1, amount: 19.99, productName: 'Walnut desk', productSku: 'DESK-1' }],
      subtotal: 19.99,
      shippingHandling: 0,
      taxCollected: 0,
      total: 19.99,
      shipToAddress: {
        line1: '1 CANARY_ADDR Street',
        line2: null,
        city: 'Oakland',
        state: 'CA',
        zip: '94607',
        country: 'US',
      },
      recalculate: false,
    });
  });

  it('is one text for one transaction: the keys of each object in their order, whatever there is to tell', () => {
    const canonical = configure({ deterministic: true });
    const everything: Transaction = {
      ...transaction,
      lines: transaction.lines.map((line) => ({ ...line, productSku: 'DESK-1', discount: 5n })),
      ...{ discount: 100n, parentId: 'shopify:1:2', entity: 'CA', purpose: 'RESALE', marketplace: 'ETSY' },
    };
    for (const one of [transaction, everything]) {
      const wire = right(toWire(one));
      expect(wireText(wire)).toBe(canonical(wire));
    }
  });

  it('says each amount as the number that its decimals are read as, whatever the currency', () => {
    const amounts = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 4 }), (total, digits) => {
        const currency = { code: 'USD', digits };
        const wire = right(toWire({ ...transaction, currency, total }));
        expect(wire.total).toBe(Number(formatMinorUnits(currency)(total)) + 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses an amount that a JSON number cannot hold exactly, without showing it', () => {
    const refused = left(toWire({ ...transaction, total: 10n ** 17n + 1n }));
    expect(refused.problems).toStrictEqual(['total: expected finite number']);
  });
});

it('the builder of these tests makes an ordinary sale', () => {
  expect(E.isRight(toWire(transaction))).toBe(true);
});
