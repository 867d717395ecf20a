import { describe, expect, it } from '@jest/globals';
import { sum } from '../../../src/domain/money.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { right } from '../../support/right.ts';
import { mapped, saleOf } from '../../support/stripe-facts.ts';
import { anIntent, aStripeRefund, denver, type Json, listed } from '../../support/stripe-objects.ts';
import { charge, closeStandIns, readAll, start } from '../../support/stripe-storefront.ts';

closeStandIns();

const line = (over: Json): Json => ({ quantity: 1, tax_behavior: 'exclusive', reference: 'L1', ...over });

/** A taxed mug for 10.00 and an untaxed book for 8.48. */
const sold = {
  id: 'tax_1',
  currency: 'usd',
  line_items: listed([
    line({ id: 'tax_li_1', amount: 1000, amount_tax: 152 }),
    line({ id: 'tax_li_2', amount: 848, amount_tax: 0, reference: 'L2' }),
  ]),
  customer_details: { address: denver },
};

const reversal = (id: string, ...lines: readonly Json[]): Json => ({
  ...sold,
  id,
  type: 'reversal',
  line_items: listed(
    lines.map(({ of, ...over }, n) => line({ id: `${id}_${n}`, ...over, reversal: { original_line_item: of } })),
  ),
});

/** The refunds of that sale as they are sent. */
const sentOf = async (amount: number, refunds: readonly Json[], reversals: readonly Json[], payment: Json = {}) => {
  const { connector } = await start({
    charges: [
      charge(1, {
        ...{ amount, amount_captured: amount, refunds: listed(refunds) },
        payment_intent: anIntent({ id: 'pi_1', hooks: { inputs: { tax: { calculation: 'taxcalc_1' } } }, ...payment }),
      }),
    ],
    taxAssociations: [
      {
        payment_intent: 'pi_1',
        tax_transaction_attempts: [
          { source: 'pi_1', committed: { transaction: 'tax_1' } },
          ...reversals.map(({ id }) => ({ source: String(id).replace('tax_', ''), committed: { transaction: id } })),
          { source: 're_of_another', errored: { reason: 'original_transaction_voided' } },
        ],
      },
    ],
    taxTransactions: [sold, ...reversals],
    children: { pi_1: [] },
  });
  const [entry] = await readAll(connector);
  if (entry === undefined) throw new Error('nothing was read');
  const sale = saleOf(entry);
  return sale.refunds.map((refund) => {
    const { transaction } = right(refundToTransaction(sale, mapped(entry, sendsRefunds))(refund));
    return [refund.id, transaction.total, transaction.taxCollected];
  });
};

describe('a refund of a payment that was taxed through the tax API', () => {
  it('has the tax that Stripe Tax reversed for it: none for an untaxed book', async () => {
    const book = reversal('tax_re_1', { of: 'tax_li_2', amount: -848, amount_tax: 0 });
    expect(await sentOf(2000, [aStripeRefund({ amount: 848 })], [book])).toStrictEqual([['re_1', -848n, 0n]]);
  });

  it('leaves to later refunds without a reversal what is left of the tax, and no more', async () => {
    const mug = reversal('tax_re_1', { of: 'tax_li_1', amount: -500, amount_tax: -76 });
    const refunds = [
      aStripeRefund({ amount: 576 }),
      aStripeRefund({ id: 're_2', amount: 1424, created: Number(aStripeRefund()['created']) + 60 }),
    ];
    const sent = await sentOf(2000, refunds, [mug]);
    expect(sent).toStrictEqual([
      ['re_1', -576n, -76n],
      ['re_2', -1424n, -76n],
    ]);
    expect(sum(sent.map(([, , tax]) => BigInt(tax ?? 0n)))).toBe(-152n);
  });

  it('gives back no tip that was never sent', async () => {
    const all = reversal(
      'tax_re_1',
      { of: 'tax_li_1', amount: -1000, amount_tax: -152 },
      { of: 'tax_li_2', amount: -848, amount_tax: 0 },
    );
    const tipped = { amount_details: { tip: { amount: 300 } } };
    expect(await sentOf(2300, [aStripeRefund({ amount: 2300 })], [all], tipped)).toStrictEqual([
      ['re_1', -2000n, -152n],
    ]);
  });

  it('has its share of the tax where the reversal is gone', async () => {
    const [sent] = await sentOf(2000, [aStripeRefund({ amount: 500 })], []);
    expect(sent).toStrictEqual(['re_1', -500n, -38n]);
  });
});
