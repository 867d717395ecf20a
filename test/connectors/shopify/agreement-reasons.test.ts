import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { decodeOrder } from '../../../connectors/shopify/index.ts';
import { needsLedger } from '../../../connectors/shopify/read/complete-order.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { right } from '../../support/right.ts';
import {
  aLine,
  anAgreement,
  anOrder,
  aRefund,
  aSale,
  aShippingSale,
  type Json,
  money,
  nodes,
  totals,
} from './an-order.ts';
import { saleOf, transactionOf } from './mapped.ts';

/** A change after the sale: its reason in the ledger, and its amount in cents. */
interface Change {
  readonly reason: string | null;
  readonly cents: number;
  readonly lineType: string;
  readonly isOfNewLine: boolean;
}

const known = ['ORDER_EDIT', 'RETURN'] as const;
const unknown = fc.oneof(
  fc.constantFrom('UNKNOWN', 'EXCHANGE', 'order_edit', '', 'REFUND_REVERSAL', 'TAX_RECALCULATION', null),
  fc.string({ minLength: 1, maxLength: 20 }).filter((reason) => !['ORDER', 'REFUND', ...known].includes(reason)),
);

const change = fc.record<Change>({
  reason: fc.oneof(fc.constantFrom(...known), unknown),
  cents: fc.integer({ min: -2_000, max: 2_000 }).filter((cents) => cents !== 0),
  lineType: fc.constantFrom('PRODUCT', 'SHIPPING', 'UNKNOWN', 'LOYALTY'),
  isOfNewLine: fc.boolean(),
});

const idOf = (index: number): string => `3${index + 10}`;

const agreementOf = ({ reason, cents, lineType, isOfNewLine }: Change, index: number): Json =>
  anAgreement({
    id: `gid://shopify/SalesAgreement/${idOf(index)}`,
    reason,
    happenedAt: `2026-02-1${index}T08:00:00Z`,
    sales: nodes(
      (lineType === 'SHIPPING' ? aShippingSale : aSale)({
        id: `gid://shopify/Sale/${idOf(index)}`,
        lineType,
        quantity: Math.sign(cents),
        ...totals((cents / 100).toFixed(2), '0.0'),
        taxes: [],
        ...(lineType !== 'SHIPPING' && { lineItem: { id: `gid://shopify/LineItem/${isOfNewLine ? '73' : '71'}` } }),
      }),
    ),
  });

const paid = (changes: readonly Change[]): Json =>
  anOrder({
    edited: true,
    lineItems: nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/73' })),
    totalReceivedSet: money('1000.0'),
    agreements: nodes(anAgreement(), ...changes.map(agreementOf)),
  });

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);
const centsIn = (changes: readonly Change[]): bigint => BigInt(changes.reduce((total, { cents }) => total + cents, 0));

const changesOf = fc.array(change, { minLength: 1, maxLength: 6 });

describe('changes of an order for any reasons, the ones that Shopify has and those to come', () => {
  it('are each listed with their amount, and leave the sale itself as it was sold', () => {
    fc.assert(
      fc.property(changesOf, (changes) => {
        const order = paid(changes);
        const { adjustments } = saleOf(order);
        expect(adjustments.map(({ id }) => id).sort()).toStrictEqual(changes.map((_, index) => idOf(index)).sort());
        expect(sum(adjustments.map(({ amount }) => amount))).toBe(centsIn(changes));
        expect(transactionOf(order)).toStrictEqual(transactionOf(paid([])));
      }),
      { numRuns: 300 },
    );
  });

  it('are sent to the cent where the reason is known, and otherwise held with their amounts, as is a later change of a line that came so', () => {
    fc.assert(
      fc.property(changesOf, (changes) => {
        const policy = { ...defaultPolicy, ...sendsRefunds };
        const sale = saleOf(paid(changes), policy);
        const mapped = right(saleToTransaction(policy)(sale));
        const results = (sale.amendments ?? []).map(refundToTransaction(sale, mapped, policy));
        expect(results).toHaveLength(changes.length);
        results.forEach((result, index) => {
          const { reason = '', cents = 0 } = changes[index] ?? {};
          const isKnown = known.some((one) => one === reason);
          if (E.isRight(result)) {
            expect([isKnown, result.right.transaction.total]).toStrictEqual([true, BigInt(cents)]);
          } else {
            const first = changes.find((one) => one.isOfNewLine && one.lineType !== 'SHIPPING');
            const isOfUnclearLine = changes[index]?.isOfNewLine === true && !known.some((one) => one === first?.reason);
            expect([isKnown && !isOfUnclearLine, result.left._tag]).toStrictEqual([false, 'Held']);
            expect(result.left.message).toContain(`${(cents / 100).toFixed(2)} USD`);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('have the whole ledger read where goods were taken off before their payment was captured', () => {
    const removed = aRefund({
      totalRefundedSet: money('0.0'),
      transactions: nodes({ kind: 'VOID', status: 'SUCCESS', amountSet: money('107.25') }),
    });
    const whole = right(decodeOrder(anOrder({ refunds: [removed], agreements: nodes(anAgreement()) })));
    const agreements = { nodes: whole.agreements?.nodes ?? [], isCutShort: true, endCursor: null };
    expect(needsLedger({ ...whole, agreements })).toBe(true);
  });

  it('have the whole ledger read, of which a page of orders has the first entry alone', () => {
    fc.assert(
      fc.property(changesOf, (changes) => {
        const whole = right(decodeOrder({ ...paid(changes), edited: false }));
        const all = whole.agreements?.nodes ?? [];
        const agreements = { nodes: all.slice(0, 1), isCutShort: true, endCursor: null };
        expect(needsLedger({ ...whole, agreements, reasons: { nodes: all, isCutShort: false, endCursor: null } })).toBe(
          true,
        );
      }),
    );
  });
});
