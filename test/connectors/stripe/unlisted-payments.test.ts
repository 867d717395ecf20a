import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { left, right } from '../../support/right.ts';
import { aPayment, anIntent, listed, noon } from '../../support/stripe-objects.ts';
import type { Fault } from '../../support/stripe-stand-in.ts';
import {
  calls,
  charge,
  closeStandIns,
  idsOf,
  invoice,
  readAll,
  start,
  type StripeStorefront,
} from '../../support/stripe-storefront.ts';
import { unreadPayments } from '../../../connectors/stripe/read/window-reading.ts';
import type { Undecodable } from '../../../src/domain/decode.ts';
import { itInAll } from '../../support/it-in-all.ts';

closeStandIns();

const hour = 3600;

const unknownFilter: Fault = {
  status: 400,
  body: {
    error: { type: 'invalid_request_error', code: 'parameter_unknown', param: 'created', message: 'Received unknown' },
  },
};
const unknownAddress: Fault = {
  status: 404,
  body: { error: { type: 'invalid_request_error', message: 'Unrecognized request URL (GET: /v1/invoice_payments).' } },
};

/** A bare payment, and one that the merchant put on an invoice of last month. */
const world = async (): Promise<StripeStorefront> => {
  const link = aPayment({
    id: 'inpay_2',
    invoice: 'in_2',
    created: noon,
    is_default: false,
    payment: { type: 'payment_intent', payment_intent: 'pi_2' },
  });
  return start({
    charges: [charge(1), charge(2, { payment_intent: anIntent({ id: 'pi_2', created: noon }) })],
    invoices: [invoice(2, { created: noon - 30 * 24 * hour, payments: listed([link]) })],
    invoicePayments: [link],
  });
};

describe('where Stripe does not list the payments of invoices by date', () => {
  it.each([unknownFilter, unknownAddress])(
    'each charge asks for its own, and nothing is sent twice',
    async (refusal) => {
      const storefront = await world();
      storefront.standIn.fault = ({ path, query }) =>
        path === 'invoice_payments' && query.has('created[gte]') ? refusal : undefined;
      expect(idsOf(await readAll(storefront.connector))).toStrictEqual(['ch_1', 'in_2']);
    },
  );

  itInAll('makes a failing request once per window, not once per page', async () => {
    const storefront = await start({ charges: Array.from({ length: 230 }, (_, n) => charge(n)) });
    storefront.standIn.fault = ({ path, query }) =>
      path === 'invoice_payments' && query.has('created[gte]') ? unknownFilter : undefined;
    expect(idsOf(await readAll(storefront.connector))).toHaveLength(230);
    expect(calls(storefront.standIn, 'invoice_payments')).toBe(230 + 1);
  });

  it.each([unknownFilter, unknownAddress])(
    'and does not list them for a charge either, the charge is held with the remedy, and the rest is read',
    async (refusal) => {
      const storefront = await world();
      storefront.standIn.fault = ({ path }) => (path === 'invoice_payments' ? refusal : undefined);
      const results = await readAll(storefront.connector);
      expect(idsOf(results)).toStrictEqual(['incomplete record: ch_2', 'incomplete record: ch_1', 'in_2']);
      expect(left(results[0] ?? E.right(null)).message).toContain('Stripe');
    },
  );

  it('the check warns and goes on', async () => {
    const { standIn, connector } = await world();
    standIn.fault = ({ path }) => (path === 'invoice_payments' ? unknownAddress : undefined);
    const { findings } = right(await connector.check());
    expect(findings.find(({ subject }) => subject === 'permission: invoice payments')?.level).toBe('warns');
    expect(O.isNone(right(await connector.readRecord('in_none')()))).toBe(true);
  });
});

const unreadable = (): E.Either<Undecodable, never> =>
  E.left({ _tag: 'Undecodable', expected: 'session', problems: ['odd'] });

describe('payments of what could not be decoded', () => {
  it('are dropped with the page of their charges, so that a long window keeps no more of them than a short one', () => {
    const { has, noting, forgetFrom } = unreadPayments();
    const read = noting(unreadable, 0);
    for (const created of [300, 200, 100]) read({ id: `cs_${created}`, created, payment_intent: `pi_${created}` });
    forgetFrom(200);
    expect([has('pi_300'), has('pi_200'), has('pi_100')]).toStrictEqual([false, false, true]);
  });

  it('are kept as long as an older charge may be theirs, and where their age is unknown', () => {
    const { has, noting, forgetFrom } = unreadPayments();
    const payment = (id: string): object => ({ payment: { payment_intent: id } });
    noting(unreadable, 50)({ ...payment('pi_1'), created: 220 });
    noting(unreadable, 0)({ payment_intent: 'pi_1', created: 230 });
    noting(unreadable, 0)({ payment_intent: 'pi_2' });
    forgetFrom(200);
    expect([has('pi_1'), has('pi_2')]).toStrictEqual([true, true]);
    forgetFrom(170);
    expect([has('pi_1'), has('pi_2')]).toStrictEqual([false, true]);
  });
});
