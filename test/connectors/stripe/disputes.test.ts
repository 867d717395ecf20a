import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { chargeEntry, invoiceEntry, mapped, saleOf } from '../../support/stripe-facts.ts';
import {
  aCharge,
  anInvoiceLine,
  aPayment,
  aSessionLine,
  aStripeRefund,
  aTax,
  type Json,
  listed,
  noon,
} from '../../support/stripe-objects.ts';

const day = 86_400;

const taxedSession = {
  line_items: listed([aSessionLine({ amount_subtotal: 10_000, amount_tax: 825, amount_total: 10_825 })]),
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 825 },
  amount_total: 10_825,
};

/** What moved by a dispute, as Stripe's balance shows it. */
const moved = (amount: number, over: Json = {}): Json => ({
  object: 'balance_transaction',
  amount,
  currency: 'usd',
  fee: amount < 0 ? 1500 : 0,
  created: noon + 10 * day,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  ...over,
});

const aDispute = (amount: number, over: Json = {}): Json => ({
  id: 'du_1',
  object: 'dispute',
  amount,
  currency: 'usd',
  status: 'lost',
  created: noon + 10 * day,
  charge: 'ch_1',
  balance_transactions: [moved(-amount)],
  ...over,
});

/** A sale of 100.00 with 8.25 tax, after what became of it. */
const saleAfter = (refunds: readonly Json[], disputes: readonly Json[]): Sale =>
  saleOf(
    chargeEntry(
      { amount: 10_825, amount_captured: 10_825, disputed: disputes.length > 0, refunds: listed(refunds) },
      { session: taxedSession, disputes },
    ),
  );

/** Total and tax of each later transaction, in cents. */
const sentOf = (sale: Sale): readonly (readonly [total: bigint, tax: bigint])[] =>
  [...sale.refunds, ...(sale.amendments ?? [])]
    .filter(({ isSettled, isUnclear }) => isSettled && isUnclear !== true)
    .flatMap((later) => {
      const result = refundToTransaction(sale, mapped({ _tag: 'Right', right: sale }))(later);
      return result._tag === 'Right'
        ? [[result.right.transaction.total, result.right.transaction.taxCollected] as const]
        : [];
    });

describe('a lost dispute', () => {
  it('of a payment that was refunded in part takes what the bank kept', () => {
    const reinstated = moved(2000, { created: noon + 11 * day });
    const dispute = aDispute(10_825, { balance_transactions: [moved(-10_825), reinstated] });
    expect(sentOf(saleAfter([aStripeRefund({ amount: 2000 })], [dispute]))).toStrictEqual([
      [-2000n, -152n],
      [-8825n, -673n],
    ]);
  });

  it('takes no more than a refund left, if Stripe shows no reinstatement', () => {
    const sale = saleAfter([aStripeRefund({ amount: 2000 })], [aDispute(10_825)]);
    expect(sentOf(sale)).toStrictEqual([
      [-2000n, -152n],
      [-8825n, -673n],
    ]);
    expect(sale.adjustments).toMatchObject([{ kind: 'dispute', id: 'du_1', amount: -8825n }]);
  });

  it('of a payment that was refunded in full takes nothing', () => {
    const sale = saleAfter([aStripeRefund({ amount: 10_825 })], [aDispute(10_825)]);
    expect(sentOf(sale)).toStrictEqual([[-10_825n, -825n]]);
    expect(sale.adjustments).toMatchObject([{ kind: 'dispute', amount: 0n }]);
  });

  it('of more than the payment, by another rate of exchange, takes the payment', () => {
    expect(sentOf(saleAfter([], [aDispute(11_200)]))).toStrictEqual([[-10_825n, -825n]]);
  });

  it.each(['pending', 'requires_action'])('leaves nothing for a refund that is %s', (status) => {
    const sale = saleAfter([aStripeRefund({ amount: 10_825, status })], [aDispute(10_825)]);
    expect(sentOf(sale)).toStrictEqual([[-10_825n, -825n]]);
  });

  it('does not count a refund that failed', () => {
    const sale = saleAfter([aStripeRefund({ amount: 10_825, status: 'failed' })], [aDispute(10_825)]);
    expect(sentOf(sale)).toStrictEqual([[-10_825n, -825n]]);
  });

  it('counts without its fee', () => {
    const fee = moved(-1500, { reporting_category: 'fee' });
    expect(sentOf(saleAfter([], [aDispute(5000, { balance_transactions: [moved(-5000), fee] })]))).toStrictEqual([
      [-5000n, -381n],
    ]);
  });

  it('whose money came back takes nothing', () => {
    const dispute = aDispute(10_825, { balance_transactions: [moved(-10_825), moved(10_825)] });
    expect(sentOf(saleAfter([], [dispute]))).toStrictEqual([]);
  });

  it('of an account with another currency takes the part that was kept', () => {
    const inEuro = (amount: number): Json => moved(amount, { currency: 'eur' });
    const dispute = aDispute(10_825, { balance_transactions: [inEuro(-9000), inEuro(1800)] });
    expect(sentOf(saleAfter([], [dispute]))).toStrictEqual([[-8660n, -660n]]);
  });

  it('in another currency takes what was withdrawn in that of the sale', () => {
    const dispute = aDispute(9500, { currency: 'eur', balance_transactions: [moved(-10_825)] });
    expect(sentOf(saleAfter([], [dispute]))).toStrictEqual([[-10_825n, -825n]]);
  });

  it('and others of the same payment take no more than all of it', () => {
    const first = aDispute(5000, { id: 'du_1' });
    const second = aDispute(6000, { id: 'du_2', created: noon + 12 * day, balance_transactions: null });
    expect(sentOf(saleAfter([], [second, first]))).toStrictEqual([
      [-5000n, -381n],
      [-5825n, -444n],
    ]);
  });

  it('together with one that was won takes its own part', () => {
    const won = aDispute(5825, { id: 'du_2', status: 'won', balance_transactions: [moved(-5825), moved(5825)] });
    expect(sentOf(saleAfter([], [aDispute(5000), won]))).toStrictEqual([[-5000n, -381n]]);
  });

  it('leaves a later refund what is left', () => {
    const later = aStripeRefund({ amount: 10_825, created: noon + 20 * day });
    const sale = saleAfter([later], [aDispute(5000)]);
    expect(sentOf(sale)).toStrictEqual([
      [-5825n, -444n],
      [-5000n, -381n],
    ]);
    expect(sale.refunds[0]?.message).toContain('50.00 USD of it is more than was left of the sale');
  });

  it('is dated by the last movement of its money', () => {
    const reinstated = moved(2000, { created: noon + 30 * day });
    const dispute = aDispute(10_825, { balance_transactions: [moved(-10_825), reinstated] });
    const sale = saleAfter([], [dispute]);
    expect(sale.amendments).toMatchObject([{ occurredAt: '2026-04-01T12:00:00Z', total: 8825n }]);
    expect(sale.adjustments).toMatchObject([{ occurredAt: '2026-04-01T12:00:00Z' }]);
  });

  it('of a version without balance transactions is dated by its creation', () => {
    const sale = saleAfter([], [aDispute(10_825, { balance_transactions: undefined })]);
    expect(sale.amendments).toMatchObject([{ occurredAt: '2026-03-12T12:00:00Z', total: 10_825n }]);
  });
});

describe('what goes back of a sale', () => {
  it('is no more than the invoice, though more was paid and refunded', () => {
    const invoice = {
      lines: listed([anInvoiceLine({ amount: 30_000, taxes: [aTax(2475)] })]),
      total_taxes: [aTax(2475)],
      total: 32_475,
      amount_paid: 40_000,
      payments: listed([aPayment({ amount_paid: 40_000 })]),
    };
    const refunds = listed([aStripeRefund({ amount: 40_000 })]);
    const sale = saleOf(
      invoiceEntry(invoice, { charges: [aCharge({ amount: 40_000, amount_captured: 40_000, refunds })] }),
    );
    expect(sentOf(sale)).toStrictEqual([[-32_475n, -2475n]]);
  });

  it('is never more than the sale and its tax, whatever happens in which order', () => {
    const event = fc.record({
      amount: fc.integer({ min: 1, max: 12_000 }),
      at: fc.integer({ min: 1, max: 60 }),
      kind: fc.constantFrom('refund', 'pending', 'failed', 'lost', 'won', 'partly back'),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 6 }), (events) => {
        const refunds: Json[] = [];
        const disputes: Json[] = [];
        for (const [index, { amount, at, kind }] of events.entries()) {
          const created = noon + at * day;
          if (kind === 'refund' || kind === 'pending' || kind === 'failed') {
            const status = kind === 'refund' ? 'succeeded' : kind;
            refunds.push(aStripeRefund({ id: `re_${index}`, amount, status, created }));
          } else {
            const status = kind === 'won' ? 'won' : 'lost';
            const back = kind === 'partly back' ? [moved(Math.floor(amount / 3), { created: created + day })] : [];
            const money = [moved(-amount, { created }), ...back];
            disputes.push(aDispute(amount, { id: `du_${index}`, created, status, balance_transactions: money }));
          }
        }
        const sent = sentOf(saleAfter(refunds, disputes));
        const total = sent.reduce((all, [one]) => all - one, 0n);
        const tax = sent.reduce((all, [, one]) => all - one, 0n);
        expect(total).toBeLessThanOrEqual(10_825n);
        expect(tax).toBeLessThanOrEqual(825n);
        expect(sent.every(([of, taxOf]) => of < 0n && taxOf <= 0n && of <= taxOf)).toBe(true);
        if (total === 10_825n) expect(tax).toBe(825n);
      }),
    );
  });
});
