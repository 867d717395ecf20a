import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { stripeApi } from '../../../connectors/stripe/client/client.ts';
import type { Read } from '../../../connectors/stripe/client/stripe-api.ts';
import { stripeConnector } from '../../../connectors/stripe/connector.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { left, right } from '../../support/right.ts';
import { saleOf, mapped } from '../../support/stripe-facts.ts';
import {
  anIntent,
  anInvoiceLine,
  aPayment,
  aSession,
  aSessionLine,
  aStripeRefund,
  aTax,
  austin,
  denver,
  type Json,
  listed,
  noon,
} from '../../support/stripe-objects.ts';
import { lockTimeout, tooMany, withoutPermission } from '../../support/stripe-stand-in.ts';
import { stripeData } from '../../support/stripe-stand-in-data.ts';
import {
  calls,
  charge,
  chargeOfInvoice,
  closeStandIns,
  connectorTo,
  firstWindow,
  idsOf,
  invoice,
  march,
  readAll,
  readOn,
  settingsFor,
  standInFor,
  start,
} from '../../support/stripe-storefront.ts';

closeStandIns();

describe('reading', () => {
  it('returns every charge once over many pages, with about one call per list and page', async () => {
    const charges = Array.from({ length: 250 }, (_, n) => charge(n));
    const sessions = charges.map((_, n) =>
      aSession({ id: `cs_${n}`, payment_intent: `pi_${n}`, created: noon + n - 60 }),
    );
    const { connector, standIn } = await start({ charges, sessions });
    const ids = idsOf(await readAll(connector));
    expect(new Set(ids).size).toBe(250);
    expect(ids).toHaveLength(250);
    // One more for the days after the range, whose readers may have been offline.
    expect(calls(standIn, 'charges')).toBe(3 + 1);
    expect(calls(standIn, 'checkout/sessions')).toBe(3);
    expect(standIn.requests.length).toBeLessThanOrEqual(12);
  });

  it('asks for the first page of every list at once', async () => {
    const { standIn } = await start({});
    const asked: string[] = [];
    const neverAnswered =
      (name: string): Read<never> =>
      () => {
        asked.push(name);
        return new Promise(() => undefined);
      };
    const settings = settingsFor(standIn.origin);
    const connector = stripeConnector(settings, { ...stripeApi(settings), list: neverAnswered });
    const window = await firstWindow(connector);
    right(await connector.account());
    void connector.readPage(window, O.none)();
    await setImmediate();
    expect(new Set(asked)).toStrictEqual(new Set(['charges', 'checkout sessions', 'invoices', 'invoice payments']));
  });

  it('never parts the objects of one second, even when they are more than a page', async () => {
    const charges = Array.from({ length: 230 }, (_, n) => charge(n, { created: noon + (n < 220 ? 0 : n) }));
    const { connector } = await start({ charges });
    const ids = idsOf(await readAll(connector));
    expect([ids.length, new Set(ids).size]).toStrictEqual([230, 230]);
  });

  it('goes on from its cursor in a new process', async () => {
    const charges = Array.from({ length: 250 }, (_, n) => charge(n));
    const { standIn, connector } = await start({ charges });
    const window = await firstWindow(connector);
    const first = right(await connector.readPage(window, O.none)());
    const rest = await readOn(connectorTo(standIn.origin), window, first.next);
    const ids = idsOf([first, ...rest].flatMap(({ results }) => results));
    expect([ids.length, new Set(ids).size]).toStrictEqual([250, 250]);
  });

  it('reads a page again after any of its lists failed once, and keeps what it had', async () => {
    const charges = Array.from({ length: 150 }, (_, n) => charge(n));
    const { connector, standIn } = await start({ charges, sessions: [aSession({ payment_intent: 'pi_3' })] });
    const failed = new Set<string>();
    standIn.fault = ({ path }) => {
      if (path === 'account' || failed.has(path)) return undefined;
      failed.add(path);
      return path === 'charges' ? { status: 500 } : 'drop';
    };
    const ids = idsOf(await readAll(connector, march, 9));
    expect([ids.length, new Set(ids).size]).toStrictEqual([150, 150]);
    expect(failed).toStrictEqual(new Set(['charges', 'checkout/sessions', 'invoices', 'invoice_payments']));
  });

  it('keeps what a failed page had read for minutes only: days later it may have changed', async () => {
    const data = stripeData({ charges: [charge(1, { captured: false })] });
    const standIn = await standInFor(data);
    let now = Date.UTC(2026, 3, 1);
    const connector = connectorTo(standIn.origin, 'rk_live_1', null, {
      now: () => now,
      sleep: () => () => Promise.resolve(),
    });
    const window = await firstWindow(connector);
    const read = async (): Promise<readonly string[]> => {
      const page = await connector.readPage(window, O.none)();
      return E.isLeft(page) ? [] : idsOf(page.right.results);
    };
    standIn.fault = ({ path }) => (path === 'checkout/sessions' ? { status: 500 } : undefined);
    expect(await read()).toStrictEqual([]);
    now += 60_000;
    expect([await read(), calls(standIn, 'charges')]).toStrictEqual([[], 1]);
    standIn.fault = () => undefined;
    data.charges.splice(0, 1, charge(1));
    now += 2 * 86_400_000;
    expect([await read(), calls(standIn, 'charges')]).toStrictEqual([['ch_1'], 2]);
  });

  it('keeps what it has read from page to page, however long a page takes', async () => {
    const standIn = await standInFor(stripeData({ charges: Array.from({ length: 250 }, (_, n) => charge(n)) }));
    let now = Date.UTC(2026, 3, 1);
    const clock = { now: () => now, sleep: () => () => Promise.resolve() };
    const connector = connectorTo(standIn.origin, 'rk_live_1', null, clock);
    const window = await firstWindow(connector);
    standIn.fault = ({ path }) => {
      if (path === 'charges') now += 16 * 60_000;
      return undefined;
    };
    const pages = await readOn(connector, window, O.none);
    expect([pages.length > 2, calls(standIn, 'charges'), calls(standIn, 'invoices')]).toStrictEqual([true, 3, 1]);
  });

  it('keeps nothing of a failed page once another run begins', async () => {
    const { connector, standIn } = await start({ charges: [charge(1, { captured: false })] });
    const window = await firstWindow(connector);
    standIn.fault = ({ path }) => (path === 'checkout/sessions' ? { status: 500 } : undefined);
    expect(E.isLeft(await connector.readPage(window, O.none)())).toBe(true);
    standIn.fault = () => undefined;
    standIn.data.charges.splice(0, 1, charge(1));
    expect(idsOf(await readAll(connector))).toStrictEqual(['ch_1']);
  });

  it.each<[string, (n: number) => number]>([
    ['of different seconds', (n) => noon + Math.floor(n / 3)],
    ['of the last second of a window', () => Date.UTC(2026, 2, 8) / 1000 - 1],
  ])('continues after the draft at its cursor was deleted, and returns all once: %s', async (_, createdOf) => {
    const invoices = Array.from({ length: 250 }, (_, n) =>
      invoice(n, { created: createdOf(n), payments: listed([]), amount_paid: 0 }),
    );
    const data = stripeData({ invoices });
    const standIn = await standInFor(data);
    const connector = connectorTo(standIn.origin);
    // The hundredth of the newest is where the next page is to begin.
    const newestFirst = invoices.toReversed().sort((a, b) => Number(b['created']) - Number(a['created']));
    const draft = newestFirst[99];
    standIn.fault = ({ path, query }) => {
      const at = data.invoices.findIndex(({ id }) => id === draft?.['id']);
      if (path === 'invoices' && query.has('starting_after') && at >= 0) data.invoices.splice(at, 1);
      return undefined;
    };
    const ids = idsOf(await readAll(connector));
    expect([ids.length, new Set(ids).size]).toStrictEqual([250, 250]);
    expect(ids).toContain('in_0');
  });

  it('looks up what the bulk lists do not hold, where something hints at it', async () => {
    const hinted = (n: number, reference: string): Json =>
      charge(n, { payment_intent: anIntent({ id: `pi_${n}`, payment_details: { order_reference: reference } }) });
    const { connector } = await start({
      charges: [
        hinted(1, 'in_1SRzodKXBGcbgpbZ8jaGU6'),
        hinted(2, 'cs_live_a1Pr9VLelz8BoQ1O7'),
        hinted(3, 'in_made_up'),
      ],
      // Made a month before and two days before: neither is in the lists of the window.
      invoicePayments: [aPayment({ payment: { payment_intent: 'pi_1' } })],
      sessions: [aSession({ payment_intent: 'pi_2', created: noon - 3 * 86_400 })],
    });
    const results = await readAll(connector);
    expect(idsOf(results)).toStrictEqual(['ch_3', 'ch_2']);
    expect(results[1]).toMatchObject({ right: { lines: [{ name: 'Shirt' }] } });
  });

  it('looks for an older session behind a payment that the customer could make days later', async () => {
    const paidBy = (n: number, type: string): Json => charge(n, { payment_method_details: { type } });
    const sessionOf = (n: number): Json =>
      aSession({ id: `cs_${n}`, payment_intent: `pi_${n}`, created: noon - 3 * 86_400 });
    const { connector, standIn } = await start({
      charges: [paidBy(1, 'boleto'), paidBy(2, 'customer_balance'), paidBy(3, 'us_bank_account'), paidBy(4, 'card')],
      sessions: [sessionOf(1), sessionOf(2)],
    });
    const results = await readAll(connector);
    expect(results.map((result) => saleOf(result).lines[0]?.name)).toStrictEqual([
      'Widget',
      'Widget',
      'Shirt',
      'Shirt',
    ]);
    expect(standIn.requests.filter(({ query }) => query.has('payment_intent'))).toHaveLength(3);
  });

  it('reads lines beyond the ones that come with an invoice, a session and the details of a payment', async () => {
    const line = (n: number): Json => anInvoiceLine({ id: `il_${n}`, amount: 100 });
    const details = { tax: { total_tax_amount: 0 }, shipping: { amount: 0 } };
    const { connector } = await start({
      charges: [charge(2), charge(3, { payment_intent: anIntent({ id: 'pi_3', amount_details: details }) })],
      invoices: [invoice(1, { lines: listed([line(0)], true), payments: listed([]) })],
      sessions: [
        aSession({
          id: 'cs_2',
          payment_intent: 'pi_2',
          line_items: listed([aSessionLine({ id: 'li_0', amount_subtotal: 1000, amount_total: 1000 })], true),
        }),
      ],
      children: {
        in_1: Array.from({ length: 20 }, (_, n) => line(n)),
        cs_2: [0, 1].map((n) => aSessionLine({ id: `li_${n}`, amount_subtotal: 1000, amount_total: 1000 })),
        pi_3: [{ id: 'uli_1', product_name: 'Chair', quantity: 1, unit_cost: 2000 }],
      },
    });
    const results = await readAll(connector);
    expect(results.map((result) => (E.isRight(result) ? result.right.lines.length : 0))).toStrictEqual([1, 2, 20]);
    expect(results[0]).toMatchObject({ right: { lines: [{ name: 'Chair' }] } });
  });

  it('reads what Stripe Tax committed before the calculation, which does not last', async () => {
    const intent = anIntent({ id: 'pi_1', hooks: { inputs: { tax: { calculation: 'taxcalc_1' } } } });
    const lines = listed([
      { id: 'tax_li_1', reference: 'L1', quantity: 1, amount: 1848, amount_tax: 152, tax_behavior: 'exclusive' },
    ]);
    const { connector } = await start({
      charges: [charge(1, { payment_intent: intent })],
      taxAssociations: [
        { payment_intent: 'pi_1', tax_transaction_attempts: [{ source: 'pi_1', committed: { transaction: 'tax_1' } }] },
      ],
      taxTransactions: [{ id: 'tax_1', currency: 'usd', line_items: lines, customer_details: { address: denver } }],
    });
    expect(await readAll(connector)).toMatchObject([{ right: { lines: [{ taxes: [{ amount: 152n }] }] } }]);
  });

  it.each([
    [
      'after an attempt that failed',
      [
        { source: 'pi_1', status: 'errored', errored: { reason: 'unique_reference_violation' } },
        { source: 'pi_1', status: 'committed', committed: { transaction: 'tax_1' } },
      ],
    ],
    [
      'beside the reversal of a refund, where the attempt names its payment otherwise',
      [
        { source: 're_1', status: 'committed', committed: { transaction: 'tax_of_refund' } },
        { source: 'pi_of_the_example', status: 'committed', committed: { transaction: 'tax_1' } },
      ],
    ],
  ])('reads what Stripe Tax committed %s', async (_, attempts) => {
    const intent = anIntent({ id: 'pi_1', hooks: { inputs: { tax: { calculation: 'taxcalc_gone' } } } });
    const lines = listed([
      { id: 'tax_li_1', reference: 'L1', quantity: 1, amount: 1848, amount_tax: 152, tax_behavior: 'exclusive' },
    ]);
    const { connector } = await start({
      charges: [charge(1, { payment_intent: intent })],
      taxAssociations: [{ payment_intent: 'pi_1', tax_transaction_attempts: attempts }],
      taxTransactions: [{ id: 'tax_1', currency: 'usd', line_items: lines, customer_details: { address: denver } }],
    });
    expect(await readAll(connector)).toMatchObject([{ right: { lines: [{ taxes: [{ amount: 152n }] }] } }]);
  });

  it('holds a payment whose tax calculation is gone', async () => {
    const metadata = { tax_calculation: 'taxcalc_gone' };
    const { connector } = await start({ charges: [charge(1, { metadata })] });
    expect(idsOf(await readAll(connector))).toStrictEqual(['incomplete record: ch_1']);
    const alone = O.toNullable(right(await connector.readRecord('ch_1')()));
    expect(alone).toMatchObject({ left: { _tag: 'Held' } });
    expect(left(alone ?? E.right(null)).message).toContain('Enter it by hand');
  });

  describe('a payment that a reader took', () => {
    const till = { id: 'tml_1', object: 'terminal.location', display_name: 'Austin', address: austin };
    const inPerson = (n: number, type = 'card_present') =>
      charge(n, {
        billing_details: { address: null },
        payment_method_details: { type, [type]: { location: 'tml_1' } },
      });

    it.each(['card_present', 'interac_present', 'klarna', 'affirm', 'paynow', 'wechat_pay'])(
      'counts where the reader stands, paid by %s, in bulk and by its id',
      async (type) => {
        const { connector } = await start({ charges: [inPerson(1, type)], terminalLocations: [till] });
        const [result] = await readAll(connector);
        expect(result).toMatchObject({
          right: { destinations: [{ basis: 'point of sale', address: { state: 'TX', zip: '78701' } }] },
        });
        expect(O.toNullable(right(await connector.readRecord('ch_1')()))).toStrictEqual(result);
      },
    );

    it('takes no request of its own: a place is asked for once in a while', async () => {
      const charges = Array.from({ length: 40 }, (_, n) => inPerson(n));
      const { connector, standIn } = await start({ charges, terminalLocations: [till] });
      expect(idsOf(await readAll(connector))).toHaveLength(40);
      expect(calls(standIn, 'terminal/locations/tml_1')).toBeLessThan(10);
    });

    it('has no address where the place was deleted', async () => {
      const deleted = { id: 'tml_1', object: 'terminal.location', deleted: true };
      for (const terminalLocations of [[], [deleted]]) {
        const { connector } = await start({ charges: [inPerson(1)], terminalLocations });
        expect(await readAll(connector)).toMatchObject([{ right: { destinations: [] } }]);
      }
    });

    it('is held where the key may not read places', async () => {
      const { connector, standIn } = await start({ charges: [inPerson(1), charge(2)], terminalLocations: [till] });
      standIn.fault = ({ path }) =>
        path.startsWith('terminal/') ? withoutPermission('rak_terminal_location_read') : undefined;
      const results = await readAll(connector);
      expect(idsOf(results)).toStrictEqual(['ch_2', 'incomplete record: ch_1']);
      expect(left(results[1] ?? E.right(null)).message).toContain('rak_terminal_location_read');
    });

    it.each([
      ['was sent somewhere', { shipping: { address: denver } }],
      [
        'is of a payment that was sent somewhere',
        { payment_intent: anIntent({ id: 'pi_1', shipping: { address: denver } }) },
      ],
      ['Stripe Tax placed', { metadata: { tax_transaction: 'tax_1' } }],
    ])('asks for no place where what %s counts there anyway', async (_, over) => {
      const lines = listed([{ id: 'tax_li_1', quantity: 1, amount: 2000, amount_tax: 0 }]);
      const { connector, standIn } = await start({
        charges: [{ ...inPerson(1), ...over }],
        taxTransactions: [{ id: 'tax_1', currency: 'usd', line_items: lines, customer_details: { address: denver } }],
        terminalLocations: [till],
      });
      standIn.fault = ({ path }) =>
        path.startsWith('terminal/') ? withoutPermission('rak_terminal_location_read') : undefined;
      expect(await readAll(connector)).toMatchObject([{ right: { destinations: [{ address: { state: 'CO' } }] } }]);
      expect(calls(standIn, 'terminal/locations/tml_1')).toBe(0);
    });

    it('of an invoice counts where the reader stands only if the invoice names no place', async () => {
      const of = (n: number): Json => ({
        ...inPerson(n),
        receipt_url: 'https://pay.stripe.com/receipts/invoices/CAcaF',
      });
      const { connector, standIn } = await start({
        charges: [of(1), of(2)],
        invoices: [invoice(1, { customer_address: { country: 'US' } }), invoice(2)],
        terminalLocations: [till],
      });
      const states = (await readAll(connector)).map((result) => mapped(result).transaction.shipToAddress.state);
      expect([...states].sort()).toStrictEqual(['CO', 'TX']);
      expect(calls(standIn, 'terminal/locations/tml_1')).toBe(1);
    });
  });

  it('asks the checkout of a subscription who remits the tax of an invoice that no charge paid', async () => {
    const covered = (n: number, over: Json = {}): Json =>
      invoice(n, {
        parent: { subscription_details: { subscription: `sub_${n}` } },
        lines: listed([anInvoiceLine({ taxes: [aTax(165)] })]),
        total_taxes: [aTax(165)],
        total: 2165,
        starting_balance: -9000,
        amount_paid: 0,
        payments: listed([]),
        automatic_tax: { enabled: true, status: 'complete', liability: { type: 'self' } },
        ...over,
      });
    const bought = { mode: 'subscription', subscription: 'sub_1', invoice: 'in_0', payment_intent: null };
    const { connector, standIn } = await start({
      invoices: [covered(1), covered(2), covered(3, { status: 'void' })],
      sessions: [aSession({ ...bought, created: noon - 90 * 86_400, managed_payments: { enabled: true } })],
    });
    const results = new Map((await readAll(connector)).map((result) => [idsOf([result])[0], result]));
    expect(results.get('in_1')).toMatchObject({
      right: { marketplaces: [{ kind: 'merchant of record' }], lines: [{ taxes: [{ liable: 'marketplace' }] }] },
    });
    expect(results.get('in_2')).toMatchObject({
      right: { marketplaces: [], lines: [{ taxes: [{ liable: 'seller' }] }] },
    });
    expect(O.toNullable(right(await connector.readRecord('in_1')()))).toStrictEqual(results.get('in_1'));
    expect(standIn.requests.filter(({ query }) => query.get('subscription') === 'sub_3')).toHaveLength(0);
  });

  it('asks it of an unpaid invoice where those are sent as well', async () => {
    const unpaid = invoice(1, {
      status: 'open',
      amount_paid: 0,
      parent: { subscription_details: { subscription: 'sub_1' } },
      payments: listed([]),
      automatic_tax: { enabled: true, status: 'complete', liability: { type: 'self' } },
    });
    const bought = { mode: 'subscription', subscription: 'sub_1', invoice: 'in_0', payment_intent: null };
    const { connector, standIn } = await start({
      invoices: [unpaid],
      sessions: [aSession({ ...bought, created: noon - 90 * 86_400, managed_payments: { enabled: true } })],
    });
    const asked = (): number => standIn.requests.filter(({ query }) => query.has('subscription')).length;
    expect(await readAll(connector)).toMatchObject([{ right: { payment: 'not paid' } }]);
    expect(asked()).toBe(0);
    const policy = { ...defaultPolicy, unpaid: 'send' } as const;
    const stating = stripeConnector({ ...settingsFor(standIn.origin), policy });
    expect(await readAll(stating)).toMatchObject([{ right: { marketplaces: [{ kind: 'merchant of record' }] } }]);
    expect(asked()).toBe(1);
  });

  describe('an invoice with a negative total', () => {
    const line = (id: string): Json => anInvoiceLine({ id, amount: -1000, taxes: [aTax(-80)] });
    const credited = invoice(1, {
      total: -2160,
      total_taxes: [aTax(-160)],
      amount_paid: 0,
      parent: { subscription_details: { subscription: 'sub_1' } },
      lines: listed([line('il_1')], true),
      payments: listed([]),
      automatic_tax: { enabled: true, status: 'complete', liability: { type: 'self' } },
    });
    const managed = aSession({
      ...{ mode: 'subscription', subscription: 'sub_1', invoice: 'in_0', payment_intent: null },
      ...{ created: noon - 90 * 86_400, managed_payments: { enabled: true } },
    });

    it('reads every line, and asks who remits only where it is sent', async () => {
      const children = { in_1: [line('il_1'), line('il_2')] };
      const { connector, standIn } = await start({ invoices: [credited], sessions: [managed], children });
      const [result] = await readAll(connector);
      expect(result).toMatchObject({ right: { lines: [{ id: 'il_1' }, { id: 'il_2' }], statedTotal: -2160n } });
      expect(standIn.requests.filter(({ query }) => query.has('subscription'))).toHaveLength(0);
      const sending = stripeConnector({
        ...settingsFor(standIn.origin),
        policy: { ...defaultPolicy, ...sendsRefunds },
      });
      expect(mapped((await readAll(sending))[0] ?? E.right(null as never), sendsRefunds).transaction).toMatchObject({
        subtotal: -2000n,
        taxCollected: 0n,
      });
    });
  });

  it('holds invoices of subscriptions without a ship-to where the key may not read checkouts, and asks once for all', async () => {
    const outOfBand = (n: number): Json =>
      invoice(n, {
        parent: { subscription_details: { subscription: `sub_${n}` } },
        payments: listed([]),
        automatic_tax: { enabled: false, status: null, liability: null },
      });
    const { connector, standIn } = await start({ invoices: [outOfBand(1), outOfBand(2)] });
    standIn.fault = ({ path }) =>
      path === 'checkout/sessions' ? withoutPermission('rak_checkout_session_read') : undefined;
    expect((await readAll(connector)).map(E.isRight)).toStrictEqual([false, false, false]);
    expect(standIn.requests.filter(({ query }) => query.has('subscription'))).toHaveLength(0);
  });

  it('finds an invoice that was a draft when the range began, in the range of its finalisation only', async () => {
    const before = Date.UTC(2026, 1, 20) / 1000;
    const draft = invoice(1, {
      created: before,
      status_transitions: { finalized_at: noon },
      payments: listed([]),
    });
    const settled = invoice(2, { created: before, status_transitions: { finalized_at: before }, payments: listed([]) });
    const { connector } = await start({ invoices: [draft, settled] });
    expect(idsOf(await readAll(connector))).toStrictEqual(['in_1']);
  });

  it('holds an undocumented invoice from before the range: its date of issue is unknown', async () => {
    const { connector } = await start({
      invoices: [invoice(1, { created: Date.UTC(2026, 1, 20) / 1000, total: 'twelve', payments: listed([]) })],
    });
    expect(idsOf(await readAll(connector))).toStrictEqual(['unreadable record: in_1']);
  });

  it('leaves the newest minutes to the next run, because young objects appear late', async () => {
    const { connector, standIn } = await start({ charges: [] });
    const day = { from: '2026-03-31', to: '2026-04-01' };
    const at = (minutesBefore: number): number => Date.UTC(2026, 3, 1) / 1000 - minutesBefore * 60;
    standIn.data.charges.push(charge(1, { created: at(5) }), charge(2, { created: at(15) }));
    expect(idsOf(await readAll(connector, day))).toStrictEqual(['ch_2']);
  });

  it.each([
    [5, { status: 500 }],
    [30, { status: 500 }],
    [5, tooMany()],
    [30, lockTimeout],
  ])('ends a page of many look-ups where Stripe fails each request number %i: %j', async (each, fault) => {
    const payment_details = { order_reference: 'cs_live_1' };
    const charges = Array.from({ length: 40 }, (_, n) =>
      charge(n, { payment_intent: anIntent({ id: `pi_${n}`, payment_details }) }),
    );
    const { connector, standIn } = await start({ charges });
    let requests = 0;
    standIn.fault = () => (++requests % each === 0 ? fault : undefined);
    // The pipeline asks for a page up to eight times.
    expect(await readAll(connector, march, 4)).toHaveLength(40);
    expect(requests).toBeLessThan(100);
  });

  it('takes nothing that it did not ask for from an answer with more than that', async () => {
    const later = charge(3, { created: noon + 20 * 86_400 });
    const charges = [later, charge(2, { refunds: undefined }), charge(1, { refunds: undefined })];
    const { connector, standIn } = await start({ charges });
    const everything: Readonly<Record<string, readonly Json[]>> = {
      charges,
      refunds: [aStripeRefund({ id: 're_2', charge: 'ch_2' }), aStripeRefund({ id: 're_1', charge: 'ch_1' })],
      'checkout/sessions': [aSession({ id: 'cs_9', payment_intent: 'pi_9', created: noon })],
      invoice_payments: [aPayment({ payment: { type: 'payment_intent', payment_intent: 'pi_9' }, created: noon })],
    };
    standIn.fault = ({ path }) => {
      const all = everything[path];
      return all && { status: 200, body: listed(all) };
    };
    const results = await readAll(connector);
    expect(idsOf(results)).toStrictEqual(['ch_2', 'ch_1']);
    expect(results.map((result) => saleOf(result).refunds.map(({ id }) => id))).toStrictEqual([['re_2'], ['re_1']]);
  });

  it('takes the refunds of an invoice from its charge, seen or looked up', async () => {
    const refunds = [aStripeRefund({ charge: 'ch_1' })];
    const { connector } = await start({
      // Paid in the week after its window.
      charges: [chargeOfInvoice(1, { created: noon + 8 * 86_400, refunds: listed(refunds) })],
      invoices: [invoice(1)],
    });
    expect(await readAll(connector)).toMatchObject([{ right: { refunds: [{ id: 're_1' }] } }]);
  });

  it('holds an undocumented object, and returns the others', async () => {
    const { connector } = await start({ charges: [charge(1, { amount: 'twelve', payment_intent: null }), charge(2)] });
    const results = await readAll(connector);
    expect(idsOf(results)).toStrictEqual(['ch_2', 'unreadable record: ch_1']);
    expect(left(results[1] ?? E.right(null)).message).not.toContain('twelve');
  });

  it('holds an invoice whose session is not as documented: sent as it stands, it would count at another place', async () => {
    const made = { payment_intent: 'pi_1', invoice: 'in_1', created: noon - 7300, automatic_tax: 'on' };
    const { connector } = await start({
      charges: [chargeOfInvoice(1), chargeOfInvoice(2)],
      invoices: [invoice(1, { billing_reason: 'manual' }), invoice(2, { billing_reason: 'manual' })],
      sessions: [aSession(made)],
    });
    const results = await readAll(connector);
    expect([...idsOf(results)].sort()).toStrictEqual([
      'in_2',
      'unreadable record: cs_live_1',
      'unreadable record: in_1',
    ]);
    expect(right(await connector.readRecord('in_1')())).toStrictEqual(
      O.fromNullable(results.find((result) => E.isLeft(result) && result.left.sourceId === 'in_1')),
    );
  });

  it('holds a charge whose session is not as documented: sent as it stands, it would be sent without its tax', async () => {
    const { connector } = await start({
      charges: [charge(1), charge(2)],
      sessions: [
        // `payment` is a field of no session that we know of.
        aSession({
          payment_intent: 'pi_1',
          created: noon - 60,
          total_details: { amount_tax: 'twelve' },
          payment: 'card',
        }),
      ],
    });
    const results = await readAll(connector);
    expect([...idsOf(results)].sort()).toStrictEqual([
      'ch_2',
      'unreadable record: ch_1',
      'unreadable record: cs_live_1',
    ]);
    expect(JSON.stringify(results.filter(E.isLeft))).not.toContain('twelve');
    expect(right(await connector.readRecord('ch_1')())).toStrictEqual(
      O.fromNullable(results.find((result) => E.isLeft(result) && result.left.sourceId === 'ch_1')),
    );
  });

  it('puts two events of one second on one record at its present state', async () => {
    const { connector, standIn } = await start({ charges: [charge(1)] });
    expect(O.toNullable(right(await connector.readRecord('ch_1')()))).toMatchObject({ right: { refunds: [] } });
    standIn.data.charges[0] = charge(1, { refunds: listed([aStripeRefund()]) });
    expect(O.toNullable(right(await connector.readRecord('ch_1')()))).toMatchObject({
      right: { refunds: [{ id: 're_1' }] },
    });
  });
});
