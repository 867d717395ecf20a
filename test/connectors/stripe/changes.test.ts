import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { changedWindowsOf, followedMeaningOf } from '../../../connectors/stripe/read/windows.ts';
import { eventTypes } from '../../../connectors/stripe/webhooks/webhook-event.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import { aPayment, aSession, aStripeRefund, type Json, listed } from '../../support/stripe-objects.ts';
import { withoutPermission } from '../../support/stripe-stand-in.ts';
import {
  calls,
  charge,
  chargeOfInvoice,
  closeStandIns,
  idsOf,
  invoice,
  readOn,
  start,
} from '../../support/stripe-storefront.ts';

closeStandIns();

/** The storefront's clock stands at 2026-04-01. */
const present = Date.UTC(2026, 3, 1);
const hour = 3600;
const lately = present / 1000 - hour;
const span = { start: '2026-03-31T22:00:00Z', end: '2026-04-01T00:00:00Z' };

const event = (n: number, type: string, object: Json, over: Json = {}): Json => ({
  id: `evt_${n}`,
  object: 'event',
  type,
  created: lately + n,
  livemode: true,
  data: { object },
  ...over,
});

const read = async (connector: SourceConnector, interval = span, retries = 0) => {
  const ids: string[] = [];
  let pages = 0;
  for (const window of right(await connector.changes(interval)())) {
    for (const page of await readOn(connector, window, O.none, retries)) {
      ids.push(...idsOf(page.results));
      pages += 1;
    }
  }
  return { ids, pages };
};

describe('windows of changes', () => {
  it('are one window of events for a span that Stripe still keeps', () => {
    expect(changedWindowsOf(span, 'UTC', present)).toStrictEqual([
      { key: 'changed:events 2026-03-31T22:00:00Z..2026-04-01T00:00:00Z', kind: 'changed', ...span },
    ]);
  });

  it('read earlier days again, and leave no gap before the events', () => {
    const old = { start: '2026-02-20T10:00:00Z', end: '2026-04-01T00:00:00Z' };
    const windows = changedWindowsOf(old, 'UTC', present);
    const events = windows.at(-1);
    expect(events).toMatchObject({ start: '2026-03-03T00:00:00Z', end: old.end });
    const sales = windows.filter(({ key }) => key.startsWith('changed:sales '));
    expect(sales[0]?.start).toBe('2026-02-20T00:00:00Z');
    expect(sales.at(-1)?.end).toBe('2026-03-03T00:00:00Z');
    const lists = windows.flatMap((window) => followedMeaningOf(window)?.list ?? []);
    expect(lists).toStrictEqual(['refunds', 'disputes', 'credit notes', 'older invoices', 'older payments']);
  });

  it('are none for an empty span', () => {
    expect(changedWindowsOf({ start: span.end, end: span.end }, 'UTC', present)).toStrictEqual([]);
  });
});

describe('reading what changed', () => {
  it('asks for at most the 20 types that Stripe takes, from the start up to but without the end', async () => {
    const { connector, standIn } = await start({});
    await read(connector);
    expect(eventTypes.length).toBeLessThanOrEqual(20);
    const { query } = standIn.requests.find(({ path }) => path === 'events') ?? { query: new URLSearchParams() };
    expect([...query.entries()].filter(([name]) => name.startsWith('types')).map(([, type]) => type)).toStrictEqual([
      ...eventTypes,
    ]);
    expect([query.get('created[gte]'), query.get('created[lt]')]).toStrictEqual([
      String(present / 1000 - 2 * hour),
      String(present / 1000),
    ]);
  });

  it('reads the sale as it is now, however long ago it was made, and not what the event carries', async () => {
    const { connector } = await start({
      charges: [charge(1, { refunds: listed([aStripeRefund()]) })],
      events: [event(1, 'charge.refunded', { id: 'ch_1', object: 'charge', amount: 1 })],
    });
    const [window] = right(await connector.changes(span)());
    if (window === undefined) throw new Error('there is no window');
    const { results } = right(await connector.readPage(window, O.none)());
    expect(results).toMatchObject([{ right: { statedTotal: 2000n, refunds: [{ id: 're_1' }] } }]);
    expect(results).toStrictEqual([O.toNullable(right(await connector.readRecord('ch_1')()))]);
  });

  it.each([
    ['failed', ['ch_1']],
    ['canceled', ['ch_1']],
    ['succeeded', []],
  ])('follows a refund of 80 days before that %s to %j: Stripe keeps no event of it so long', async (status, ids) => {
    const since = Date.UTC(2026, 1, 20) / 1000;
    const refund = aStripeRefund({ id: 're_1', charge: 'ch_1', created: since - 80 * 24 * hour, status });
    const sold = charge(1, { created: since - 90 * 24 * hour, refunds: listed([refund]) });
    const { connector } = await start({ charges: [sold], refunds: [refund] });
    expect((await read(connector, { start: '2026-02-20T00:00:00Z', end: span.end })).ids).toStrictEqual(ids);
  });

  it('returns one sale once, however many events of a page and ids of its parts name it', async () => {
    const { connector, standIn } = await start({
      charges: [chargeOfInvoice(1)],
      invoices: [invoice(1)],
      invoicePayments: [aPayment({ payment: { type: 'payment_intent', payment_intent: 'pi_1' } })],
      refunds: [aStripeRefund({ charge: 'ch_1' })],
      events: [
        event(1, 'invoice.paid', { id: 'in_1', object: 'invoice' }),
        event(2, 'charge.succeeded', { id: 'ch_1', object: 'charge', invoice: 'in_1' }),
        event(3, 'refund.created', { id: 're_1', object: 'refund', charge: 'ch_1' }),
        event(4, 'charge.refunded', { id: 'ch_1', object: 'charge' }),
      ],
    });
    expect((await read(connector)).ids).toStrictEqual(['in_1']);
    expect(calls(standIn, 'invoices/in_1')).toBeLessThanOrEqual(2);
  });

  it('goes on by a cursor for each page, until the oldest event', async () => {
    const charges = Array.from({ length: 60 }, (_, n) => charge(n));
    const events = charges.map((_, n) => event(n, 'charge.succeeded', { id: `ch_${n}`, object: 'charge' }));
    const { connector } = await start({ charges, events });
    const { ids, pages } = await read(connector);
    expect([pages, ids.length, new Set(ids).size]).toStrictEqual([3, 60, 60]);
  });

  it('reads the same page again after a failure in the middle of it', async () => {
    const charges = Array.from({ length: 30 }, (_, n) => charge(n));
    const events = charges.map((_, n) => event(n, 'charge.succeeded', { id: `ch_${n}`, object: 'charge' }));
    const { connector, standIn } = await start({ charges, events });
    let failures = 2;
    standIn.fault = ({ path }) => (path === 'charges/ch_3' && failures-- > 0 ? { status: 500 } : undefined);
    const { ids } = await read(connector, span, 2);
    expect(new Set(ids).size).toBe(30);
    expect(ids).toHaveLength(30);
  });

  it('leaves out events of the other mode and of other accounts, and records that are gone', async () => {
    const { connector } = await start({
      charges: [charge(1)],
      events: [
        event(1, 'charge.succeeded', { id: 'ch_1' }, { livemode: false }),
        event(2, 'charge.succeeded', { id: 'ch_1' }, { account: 'acct_other' }),
        event(3, 'charge.succeeded', { id: 'ch_gone' }),
        event(4, 'customer.created', { id: 'cus_1' }),
      ],
    });
    expect((await read(connector)).ids).toStrictEqual([]);
  });

  it('understands events in the shape of old versions', async () => {
    const { connector } = await start({
      charges: [charge(1), charge(2)],
      sessions: [aSession({ id: 'cs_2', payment_intent: 'pi_2' })],
      events: [
        event(1, 'charge.refund.updated', { id: 're_1', object: 'refund', charge: 'ch_1', payment_intent: null }),
        event(2, 'checkout.session.completed', { id: 'cs_2', object: 'checkout.session', display_items: [{}] }),
      ],
    });
    expect((await read(connector)).ids.toSorted()).toStrictEqual(['ch_1', 'ch_2']);
  });

  it('holds an event that is not one, and goes on with the others', async () => {
    const { connector } = await start({
      charges: [charge(1)],
      events: [
        event(1, 'charge.succeeded', { id: 'ch_1' }),
        event(2, 'charge.succeeded', {}, { data: { object: 'CANARY' } }),
      ],
    });
    expect((await read(connector)).ids).toStrictEqual(['unreadable record: evt_2', 'ch_1']);
  });

  it('distinguishes several malformed events, also without an id, the same way on every reading', async () => {
    const broken = (n: number, over: Json): Json =>
      event(n, 'charge.succeeded', { id: 'ch_1' }, { object: 5, ...over });
    const { connector } = await start({
      charges: [charge(1)],
      events: [
        broken(1, { id: null }),
        broken(2, { id: '' }),
        event(3, 'charge.succeeded', { id: 'ch_1' }),
        broken(4, { id: { email: 'CANARY' } }),
        broken(5, { id: 'jenny CANARY' }),
        broken(6, { id: 7 }),
      ],
    });
    const { ids } = await read(connector);
    expect(ids).toStrictEqual([
      'unreadable record: event 1 from 2026-03-31T22:00:00Z to 2026-04-01T00:00:00Z',
      'unreadable record: event 2 from 2026-03-31T22:00:00Z to 2026-04-01T00:00:00Z',
      'unreadable record: event 3 from 2026-03-31T22:00:00Z to 2026-04-01T00:00:00Z',
      'unreadable record: event 1 before evt_3',
      'unreadable record: event 2 before evt_3',
      'ch_1',
    ]);
    expect((await read(connector)).ids).toStrictEqual(ids);
  });

  it('keeps holding an event that is not one when it is asked for again: it is no record that was deleted', async () => {
    const { connector } = await start({});
    for (const sourceId of ['evt_2', 'event 1 before evt_3', `event 2 from ${span.start} to ${span.end}`]) {
      expect(O.toNullable(right(await connector.readRecord(sourceId)()))).toMatchObject({
        left: { _tag: 'Held', reason: 'incomplete record', sourceId },
      });
    }
  });

  it('passes the end of a page that is an event without an id, and reports that event once', async () => {
    const charges = Array.from({ length: 30 }, (_, n) => charge(n));
    const events = charges.map((_, n) => event(n, 'charge.succeeded', { id: `ch_${n}`, object: 'charge' }));
    // Newest first, 25 to a page: the last one of the first page.
    events[5] = { ...events[5], id: null };
    const { connector } = await start({ charges, events });
    const { ids } = await read(connector);
    expect(ids.filter((id) => id.startsWith('unreadable'))).toStrictEqual(['unreadable record: event 1 before evt_6']);
    expect(ids).toHaveLength(30);
  });

  it('holds an event of a type that it asked for which names no record, instead of losing it', async () => {
    const { connector } = await start({
      charges: [charge(1)],
      events: [
        event(1, 'charge.succeeded', { id: 7, object: 'charge' }),
        event(2, 'invoice.paid', {}, { data: null }),
        event(3, 'charge.succeeded', {}, { livemode: false }),
        event(4, 'charge.succeeded', { id: 'ch_1' }),
      ],
    });
    expect((await read(connector)).ids).toStrictEqual(['unreadable record: evt_2', 'unreadable record: evt_1', 'ch_1']);
  });

  it('reads what lies further back than Stripe keeps events by when it was made', async () => {
    const created = Date.UTC(2026, 1, 21) / 1000;
    const { connector } = await start({ charges: [charge(1, { created })] });
    const old = { start: '2026-02-20T00:00:00Z', end: '2026-02-25T00:00:00Z' };
    expect((await read(connector, old)).ids).toStrictEqual(['ch_1']);
  });

  it("asks for a connected account's own events", async () => {
    const { connector, standIn } = await start({}, 'rk_live_1', 'acct_connected');
    await read(connector);
    const asked = standIn.requests.filter(({ path }) => path === 'events');
    expect(asked.map(({ headers }) => headers['stripe-account'])).toStrictEqual(['acct_connected']);
  });

  it('names the missing permission without calling the key refused', async () => {
    const { connector, standIn } = await start({});
    standIn.fault = ({ path }) => (path === 'events' ? withoutPermission('rak_event_read') : undefined);
    const [window] = right(await connector.changes(span)());
    if (window === undefined) throw new Error('there is no window');
    const error = left(await connector.readPage(window, O.none)());
    expect(error._tag).toBe('SourceRefused');
    expect(error.message).toContain('rak_event_read');
  });
});

describe('an event whose context alone names an account', () => {
  const context = (about: string): Json => ({ context: about });

  it('is this storefront’s where it names the account of its key', async () => {
    const { connector } = await start({
      charges: [charge(1), charge(2)],
      events: [
        event(2, 'charge.succeeded', { id: 'ch_2' }, context('org_1/acct_other')),
        event(1, 'charge.succeeded', { id: 'ch_1' }, context('org_1/acct_1')),
      ],
    });
    expect((await read(connector)).ids).toStrictEqual(['ch_1']);
  });

  it('is so as a webhook, thin or not, once the account of the key is known', async () => {
    const { connector } = await start({});
    right(await connector.account());
    const meaning = (body: Json, about: string): unknown =>
      connector.receiveVerified?.({ topic: '', deliveryId: 'evt_1', payload: { ...body, ...context(about) } });
    const related_object = { id: 'ch_1' };
    const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v1.charge.succeeded', livemode: true, related_object };
    for (const body of [event(1, 'charge.succeeded', { id: 'ch_1' }), thin]) {
      expect(meaning(body, 'org_1/acct_1')).toMatchObject({ right: { _tag: 'RecordChanged', recordId: 'ch_1' } });
      expect(meaning(body, 'org_1/acct_other')).toMatchObject({ right: { _tag: 'Irrelevant' } });
    }
  });
});

describe('what went back of a payment that paid several invoices', () => {
  const paid = (n: number): Json =>
    aPayment({
      id: `inpay_${n}`,
      invoice: `in_${n}`,
      amount_paid: 1000,
      payment: { type: 'payment_intent', payment_intent: 'pi_1' },
    });
  const refund = aStripeRefund({ id: 're_1', charge: 'ch_1', payment_intent: 'pi_1', amount: 500 });
  const world = {
    charges: [charge(1, { refunds: listed([refund]) })],
    invoices: [1, 2].map((n) => invoice(n, { payments: listed([paid(n)]) })),
    invoicePayments: [1, 2].map(paid),
    refunds: [refund],
  };

  it.each(['charge.refunded', 'refund.created', 'charge.dispute.created'])(
    'shows in each of them: %s',
    async (type) => {
      const object = { id: 're_1', charge: 'ch_1', payment_intent: 'pi_1' };
      const refunded = type === 'charge.refunded' ? { id: 'ch_1', payment_intent: 'pi_1' } : object;
      const { connector } = await start({ ...world, events: [event(1, type, refunded)] });
      expect((await read(connector)).ids.toSorted()).toStrictEqual(['in_1', 'in_2']);
    },
  );

  it('asks for no other invoices after a payment that took money', async () => {
    const object = { id: 'ch_1', payment_intent: 'pi_1' };
    const { connector, standIn } = await start({ ...world, events: [event(1, 'charge.succeeded', object)] });
    expect((await read(connector)).ids).toHaveLength(1);
    expect(calls(standIn, 'invoice_payments')).toBe(1);
  });
});
