import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import {
  aCreditNote,
  anIntent,
  anInvoice,
  anInvoiceLine,
  aPayment,
  aSession,
  aSessionLine,
  aStripeRefund,
  type Json,
  listed,
  noon,
} from '../../support/stripe-objects.ts';
import { stripeData } from '../../support/stripe-stand-in-data.ts';
import {
  calls,
  charge,
  chargeOfInvoice,
  closeStandIns,
  connectorTo,
  idsOf,
  invoice,
  readAll,
  standInFor,
  start,
} from '../../support/stripe-storefront.ts';

closeStandIns();

describe('one economic sale gives one entry', () => {
  it('whether a charge stands alone, has a session, or belongs to an invoice', async () => {
    const { connector } = await start({
      charges: [charge(1), charge(2), chargeOfInvoice(3)],
      sessions: [aSession({ payment_intent: 'pi_2' })],
      invoices: [invoice(3)],
    });
    expect(idsOf(await readAll(connector))).toStrictEqual(['ch_2', 'ch_1', 'in_3']);
  });

  it('for an invoice that three charges paid', async () => {
    const payments = listed(
      [1, 2, 3].map((n) => aPayment({ id: `inpay_${n}`, amount_paid: 700, payment: { payment_intent: `pi_${n}` } })),
    );
    const { connector } = await start({
      charges: [1, 2, 3].map((n) => charge(n, { amount: 700, amount_captured: 700 })),
      invoices: [anInvoice({ payments, total: 2100, lines: listed([anInvoiceLine({ amount: 2100 })]) })],
    });
    expect(idsOf(await readAll(connector))).toStrictEqual(['in_1']);
  });

  it('for a session that also made an invoice: the invoice with the address of the session', async () => {
    const { connector, standIn } = await start({
      charges: [charge(1)],
      sessions: [aSession({ invoice: 'in_1' })],
      invoices: [anInvoice({ billing_reason: 'manual' })],
    });
    const results = await readAll(connector);
    expect(idsOf(results)).toStrictEqual(['in_1']);
    expect(results[0]).toMatchObject({
      right: { destinations: [{ basis: 'shipping', address: { state: 'TX' } }, {}, {}, {}] },
    });
    expect(calls(standIn, 'checkout/sessions')).toBe(1);
  });

  it('for one payment of two invoices, each sent once', async () => {
    const half = (n: number): Json =>
      invoice(n, { payments: listed([aPayment({ invoice: `in_${n}`, payment: { payment_intent: 'pi_1' } })]) });
    const { connector } = await start({ charges: [charge(1, { amount: 4000 })], invoices: [half(1), half(2)] });
    expect(idsOf(await readAll(connector))).toStrictEqual(['in_2', 'in_1']);
  });

  it('for sales without a charge: zero and out-of-band invoices, and sessions that needed no payment', async () => {
    const free = {
      payment_intent: null,
      payment_status: 'no_payment_required',
      line_items: listed([aSessionLine({ amount_discount: 2000, amount_total: 0 })]),
      amount_total: 0,
    };
    const { connector } = await start({
      sessions: [aSession({ id: 'cs_live_free', ...free }), aSession({ id: 'cs_setup', mode: 'setup', ...free })],
      invoices: [invoice(1, { total: 0, payments: listed([]) }), invoice(2, { payments: listed([]) })],
    });
    expect(idsOf(await readAll(connector))).toStrictEqual(['cs_live_free', 'in_2', 'in_1']);
  });

  it('and none for a session that only saves a card or begins a trial, however it is reached', async () => {
    const nothing = {
      payment_intent: null,
      payment_status: 'no_payment_required',
      currency: null,
      amount_total: null,
      line_items: undefined,
    };
    const sessions = ['setup', 'subscription'].map((mode) => aSession({ id: `cs_${mode}`, mode, ...nothing }));
    const { connector } = await start({ sessions });
    expect(await readAll(connector)).toStrictEqual([]);
    for (const id of ['cs_setup', 'cs_subscription']) {
      expect(right(await connector.readRecord(id)())).toStrictEqual(O.none);
    }
  });

  it('for a charge of an invoice from before payment intents, which does not name its invoice', async () => {
    const payments = listed([aPayment({ payment: { type: 'charge', charge: 'ch_1' } })]);
    const { connector } = await start({
      charges: [chargeOfInvoice(1, { payment_intent: null })],
      invoices: [anInvoice({ payments })],
    });
    expect(idsOf(await readAll(connector))).toStrictEqual(['in_1']);
    const alone = O.toNullable(right(await connector.readRecord('ch_1')()));
    expect(alone).toMatchObject({ left: { _tag: 'Held', reason: 'incomplete record', sourceId: 'ch_1' } });
    expect(left(alone ?? E.right(null)).message).toContain('that invoice is the sale');
  });

  it('for a charge whose receipt is an invoice’s, while Stripe knows no invoice of its payment', async () => {
    const { connector } = await start({ charges: [chargeOfInvoice(1)] });
    expect(await readAll(connector)).toStrictEqual([]);
    expect(O.toNullable(right(await connector.readRecord('ch_1')()))).toMatchObject({ left: { _tag: 'Held' } });
  });

  it('for a paid session whose charge Stripe does not show yet: the charge will be the sale, never both', async () => {
    const { connector, standIn } = await start({ sessions: [aSession()] });
    const early = O.toNullable(right(await connector.readRecord('cs_live_1')()));
    expect(early).toMatchObject({ left: { _tag: 'Skipped', reason: 'not paid' } });
    standIn.data.charges.push(charge(1));
    expect(O.toNullable(right(await connector.readRecord('cs_live_1')()))).toMatchObject({
      right: { identity: { recordId: 'ch_1' } },
    });
  });

  it('for a checkout that makes an invoice of its payment, which waits for that, though not for ever', async () => {
    const sessions = [aSession({ invoice_creation: { enabled: true } })];
    const read = async (minutesLater: number, invoices: readonly Json[] = []): Promise<readonly string[]> => {
      const standIn = await standInFor(
        stripeData({
          charges: [charge(1)],
          sessions: sessions.map((one) => ({ ...one, invoice: invoices[0]?.['id'] ?? null })),
          invoices: [...invoices],
        }),
      );
      const now = (): number => (noon + 1 + 60 * minutesLater) * 1000;
      const clock = { now, sleep: () => () => Promise.resolve() };
      const connector = connectorTo(standIn.origin, 'rk_live_1', null, clock);
      const result = O.toNullable(right(await connector.readRecord('ch_1')()));
      return result === null ? [] : idsOf([result]);
    };
    expect(await read(1)).toStrictEqual(['not paid: ch_1']);
    expect(await read(1, [invoice(1, { billing_reason: 'manual' })])).toStrictEqual(['in_1']);
    expect(await read(11)).toStrictEqual(['ch_1']);
  });

  it('for a charge that is known before its checkout is completed: it waits for the address and the invoice', async () => {
    const { connector, standIn } = await start({
      charges: [charge(1)],
      sessions: [aSession({ status: 'open', payment_status: 'unpaid', collected_information: null })],
    });
    const early = O.toNullable(right(await connector.readRecord('ch_1')()));
    expect(early).toMatchObject({ left: { _tag: 'Skipped', reason: 'not paid', sourceId: 'ch_1' } });
    standIn.data.sessions[0] = aSession();
    expect(O.toNullable(right(await connector.readRecord('ch_1')()))).toMatchObject({
      right: { lines: [{ name: 'Shirt' }], destinations: [{ address: { state: 'TX' } }, {}, {}] },
    });
  });

  it('for a charge whose payment Stripe has no more', async () => {
    const { connector } = await start({ charges: [charge(1, { payment_intent: 'pi_1' })] });
    expect(O.toNullable(right(await connector.readRecord('ch_1')()))).toMatchObject({
      right: { identity: { recordId: 'ch_1' }, statedTotal: 2000n },
    });
  });

  it('for every way to reach it: by charge, payment, session, refund, dispute and credit note', async () => {
    const refund = aStripeRefund({ charge: 'ch_2', payment_intent: 'pi_2' });
    const { connector } = await start({
      charges: [charge(2, { refunds: listed([refund]) }), chargeOfInvoice(3)],
      paymentIntents: [
        anIntent({ id: 'pi_2', latest_charge: 'ch_2' }),
        anIntent({ id: 'pi_3', latest_charge: 'ch_3' }),
      ],
      sessions: [aSession({ payment_intent: 'pi_2' })],
      invoices: [invoice(3)],
      invoicePayments: [aPayment({ invoice: 'in_3', payment: { payment_intent: 'pi_3' } })],
      refunds: [refund],
      creditNotes: [aCreditNote({ invoice: 'in_3' })],
    });
    const bulk = await readAll(connector);
    const reached = async (id: string): Promise<SourceResult | null> =>
      O.toNullable(right(await connector.readRecord(id)()));
    for (const id of ['ch_2', 'pi_2', 'cs_live_1', 're_1']) expect(await reached(id)).toStrictEqual(bulk[0]);
    for (const id of ['ch_3', 'pi_3', 'in_3', 'cn_1', 'inpay_1']) expect(await reached(id)).toStrictEqual(bulk[1]);
    for (const id of ['ch_none', 'in_none', 'cus_1', 're_none']) expect(await reached(id)).toBeNull();
  });
});
