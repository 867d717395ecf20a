import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import { anIntent, aPayment, aSession, type Json, listed, noon } from '../../support/stripe-objects.ts';
import { withoutPermission } from '../../support/stripe-stand-in.ts';
import type { StripeData } from '../../support/stripe-stand-in-data.ts';
import {
  calls,
  charge,
  closeStandIns,
  connectorTo,
  firstWindow,
  idsOf,
  invoice,
  readAll,
  readOn,
  start,
  type StripeStorefront,
} from '../../support/stripe-storefront.ts';

closeStandIns();

const hour = 3600;
const day = 24 * hour;

/** A payment of the merchant's own making, put on an invoice at its own time. Nothing on the charge hints at it. */
const attachment = (n: number, at: number, over: Json = {}): Json =>
  aPayment({
    id: `inpay_${n}`,
    invoice: `in_${n}`,
    created: at,
    is_default: false,
    payment: { type: 'payment_intent', payment_intent: `pi_${n}` },
    ...over,
  });

interface Attached {
  /** Unix seconds. */
  readonly invoicedAt: number;
  readonly intendedAt: number;
  readonly attachedAt: number;
  readonly paidAt: number;
}

/** An invoice that was paid by such a payment, in all the lists that know of it. */
const attached = (n: number, { invoicedAt, intendedAt, attachedAt, paidAt }: Attached): Partial<StripeData> => {
  const link = attachment(n, attachedAt);
  return {
    charges: [charge(n, { created: paidAt, payment_intent: anIntent({ id: `pi_${n}`, created: intendedAt }) })],
    invoices: [
      invoice(n, {
        created: invoicedAt,
        status_transitions: { finalized_at: invoicedAt + hour, paid_at: Math.max(attachedAt, paidAt) },
        payments: listed([link]),
      }),
    ],
    invoicePayments: [link],
  };
};

const reached = async ({ connector }: StripeStorefront, id: string): Promise<SourceResult | null> =>
  O.toNullable(right(await connector.readRecord(id)()));

describe('a payment of the merchant’s own that was put on an invoice', () => {
  it.each<[string, Attached]>([
    [
      'an older one, before it was paid',
      { invoicedAt: noon - 3 * day, intendedAt: noon, attachedAt: noon, paidAt: noon },
    ],
    [
      'one that is months old',
      { invoicedAt: noon - 90 * day, intendedAt: noon - hour, attachedAt: noon - hour, paidAt: noon },
    ],
    [
      'one that is months old, in the night before the range',
      {
        invoicedAt: noon - 90 * day,
        intendedAt: noon - 14 * hour,
        attachedAt: noon - 13 * hour,
        paidAt: noon - 12 * hour + 60,
      },
    ],
    [
      'an older one, weeks before it was paid',
      { invoicedAt: noon - 21 * day, intendedAt: noon - 20 * day, attachedAt: noon - 20 * day, paidAt: noon },
    ],
    [
      'one made after it was paid',
      { invoicedAt: noon + 40 * hour, intendedAt: noon, attachedAt: noon + 47 * hour, paidAt: noon },
    ],
    [
      'one made in the next month',
      { invoicedAt: noon + 6 * day, intendedAt: noon + 5 * day, attachedAt: noon + 6 * day, paidAt: noon + 5 * day },
    ],
  ])('belongs to the invoice alone: %s', async (_, when) => {
    const storefront = await start(attached(1, when));
    const wide = { from: '2025-11-01', to: '2026-03-31' };
    expect(idsOf(await readAll(storefront.connector, wide))).toStrictEqual(['in_1']);
    const days = { from: '2026-03-02', to: '2026-03-02' };
    expect(idsOf(await readAll(storefront.connector, days))).not.toContain('ch_1');
    for (const id of ['ch_1', 'pi_1', 'in_1', 'inpay_1']) {
      const result = await reached(storefront, id);
      expect(result === null ? [] : idsOf([result])).toStrictEqual(['in_1']);
    }
  });

  it('belongs to the invoice alone with hundreds of payments between them, also in a new process at every page', async () => {
    const between = Array.from({ length: 230 }, (_, n) => charge(n + 10, { created: noon + 60 * n }));
    const one = attached(1, {
      invoicedAt: noon + 5 * hour,
      intendedAt: noon,
      attachedAt: noon + 6 * hour,
      paidAt: noon - 1,
    });
    const { connector, standIn } = await start({ ...one, charges: [...(one.charges ?? []), ...between] });
    const ids = idsOf(await readAll(connector));
    expect(ids).not.toContain('ch_1');
    expect([ids.length, new Set(ids).size]).toStrictEqual([231, 231]);
    const window = await firstWindow(connector);
    const again: SourceResult[] = [];
    let [from, isOver]: [O.Option<string>, boolean] = [O.none, false];
    while (!isOver) {
      const page = right(await connectorTo(standIn.origin).readPage(window, from)());
      again.push(...page.results);
      [from, isOver] = [page.next, O.isNone(page.next)];
    }
    expect(idsOf(again)).toStrictEqual(ids);
  });

  it('is a separate sale when that happened days after it was paid, and the invoice is held with a message', async () => {
    const late = { invoicedAt: noon + 3 * day, intendedAt: noon, attachedAt: noon + 4 * day, paidAt: noon };
    const storefront = await start(attached(1, late));
    const results = await readAll(storefront.connector);
    expect(idsOf(results)).toStrictEqual(['ch_1', 'incomplete record: in_1']);
    expect(left(results[1] ?? E.right(null)).message).toContain('ch_1');
    expect(await reached(storefront, 'ch_1')).toStrictEqual(results[0]);
    expect(await reached(storefront, 'in_1')).toStrictEqual(results[1]);
  });

  it('belongs to every invoice that it was attached to, if one of them was in time', async () => {
    const one = attached(1, { invoicedAt: noon - day, intendedAt: noon, attachedAt: noon, paidAt: noon });
    const other = attachment(2, noon + 4 * day, { payment: { type: 'payment_intent', payment_intent: 'pi_1' } });
    const { connector } = await start({
      ...one,
      invoices: [...(one.invoices ?? []), invoice(2, { created: noon + 3 * day, payments: listed([other]) })],
      invoicePayments: [...(one.invoicePayments ?? []), other],
    });
    expect(idsOf(await readAll(connector))).toStrictEqual(['in_2', 'in_1']);
  });

  it('is the charge’s sale again once it was taken off the invoice', async () => {
    const storefront = await start({
      charges: [charge(1)],
      invoicePayments: [attachment(1, noon, { status: 'canceled', amount_paid: null })],
    });
    expect(idsOf(await readAll(storefront.connector))).toStrictEqual(['ch_1']);
    expect(await reached(storefront, 'ch_1')).toMatchObject({ right: { identity: { recordId: 'ch_1' } } });
  });

  it('belongs to the invoice also when a checkout took it', async () => {
    const one = attached(1, { invoicedAt: noon - 9 * day, intendedAt: noon, attachedAt: noon + hour, paidAt: noon });
    const storefront = await start({ ...one, sessions: [aSession()] });
    // It is of an earlier day than the range, in which it is paid.
    expect(idsOf(await readAll(storefront.connector))).toStrictEqual(['in_1']);
    expect(await reached(storefront, 'ch_1')).toMatchObject({ right: { identity: { recordId: 'in_1' } } });
  });

  it('belongs to the invoice that its checkout made days later, when the money had arrived', async () => {
    const link = attachment(1, noon + 4 * day);
    const storefront = await start({
      charges: [
        charge(1, {
          created: noon,
          payment_method_details: { type: 'us_bank_account' },
          payment_intent: anIntent({ id: 'pi_1', created: noon }),
        }),
      ],
      sessions: [aSession({ created: noon - 60, payment_intent: 'pi_1', invoice: 'in_1' })],
      invoices: [
        invoice(1, {
          created: noon + 4 * day,
          billing_reason: 'manual',
          status_transitions: { finalized_at: noon + 4 * day, paid_at: noon + 4 * day },
          payments: listed([link]),
        }),
      ],
      invoicePayments: [link],
    });
    const results = await readAll(storefront.connector);
    expect(results.map((result) => result._tag)).toStrictEqual(['Right']);
    expect(idsOf(results)).toStrictEqual(['in_1']);
    for (const id of ['in_1', 'ch_1']) expect(await reached(storefront, id)).toStrictEqual(results[0]);
  });

  it('that cannot be decoded is held, and so is its charge, which may belong to an invoice', async () => {
    const storefront = await start({
      charges: [charge(1), charge(2)],
      invoicePayments: [attachment(1, noon, { status: 5 })],
    });
    const results = await readAll(storefront.connector);
    expect(idsOf(results)).toStrictEqual(['unreadable record: inpay_1', 'ch_2', 'unreadable record: ch_1']);
    expect(await reached(storefront, 'ch_1')).toStrictEqual(results[2]);
  });

  it('costs a call for a hundred such payments, and none for a single bare payment of the same day', async () => {
    const numbers = Array.from({ length: 250 }, (_, n) => n);
    const { connector, standIn } = await start({
      charges: numbers.map((n) => charge(n)),
      invoicePayments: numbers.filter((n) => n % 2 === 0).map((n) => attachment(n, noon + n)),
    });
    const ids = idsOf(await readAll(connector));
    expect(ids).toHaveLength(125);
    expect(calls(standIn, 'invoice_payments')).toBe(2);
    expect(standIn.requests.some(({ query }) => query.has('payment[payment_intent]'))).toBe(false);
  });
});

describe('a key that may not read payments of invoices', () => {
  const without = async (...paths: readonly string[]): Promise<StripeStorefront> => {
    const storefront = await start({ charges: [charge(1)] });
    storefront.standIn.fault = ({ path }) => (paths.includes(path) ? withoutPermission('rak_invoice_read') : undefined);
    return storefront;
  };

  it('holds what may belong to an invoice, and names the permission', async () => {
    const storefront = await without('invoice_payments');
    const results = await readAll(storefront.connector);
    expect(idsOf(results).at(-1)).toBe('incomplete record: ch_1');
    expect(left(results.at(-1) ?? E.right(null)).message).toContain('rak_invoice_read');
    expect(await reached(storefront, 'ch_1')).toMatchObject({
      left: { reason: 'incomplete record', sourceId: 'ch_1' },
    });
  });

  it('reports once per window that it cannot read them', async () => {
    const { connector } = await without('invoice_payments');
    const pages = await readOn(connector, await firstWindow(connector), O.none);
    expect(idsOf(pages.flatMap(({ results }) => results))).toContain(
      'incomplete record: invoice payments from 2026-03-01T00:00:00Z to 2026-03-08T00:00:00Z',
    );
  });

  it('sends a bare payment where it may not read invoices either: no invoice is sent next to it', async () => {
    const storefront = await without('invoice_payments', 'invoices');
    expect(idsOf(await readAll(storefront.connector)).at(-1)).toBe('ch_1');
    expect(await reached(storefront, 'ch_1')).toMatchObject({ right: { identity: { recordId: 'ch_1' } } });
  });
});
