import { describe, expect, it } from '@jest/globals';
import type { Clock } from '../../src/domain/environment.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { aSync } from '../support/a-sync.ts';
import { memoryTaxService } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import {
  aCreditNote,
  anIntent,
  anInvoice,
  aPayment,
  aStripeRefund,
  type Json,
  listed,
} from '../support/stripe-objects.ts';
import { stripeData } from '../support/stripe-stand-in-data.ts';
import { charge, chargeOfInvoice, closeStandIns, connectorTo, standInFor } from '../support/stripe-storefront.ts';

closeStandIns();

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;

const lastDays = ['31', '28', '31', '30', '31', '30'];

/** An account that is synced month by month in 2026, each month on the second day of the next. */
const anAccount = async (policy: Partial<typeof defaultPolicy> = {}) => {
  const standIn = await standInFor(stripeData());
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock: Clock = {
    now: () => now,
    // Real requests take real time: a long pause is shortened.
    sleep: (milliseconds) => () =>
      new Promise((resolve) => {
        setTimeout(resolve, Math.min(milliseconds, 250));
      }),
  };
  const world = memoryTaxService({ clock, latency: 0 });
  const all = {
    ...defaultPolicy,
    adjustments: { ...defaultPolicy.adjustments, refunds: 'send', disputes: 'send' },
    ...policy,
  } as typeof defaultPolicy;
  const connector = connectorTo(standIn.origin, 'rk_live_1', null, clock, 'UTC', all);
  const sync = aSync({
    script: { pages: [] },
    world,
    ports: { clock, storefronts: { billing: { connector, policy: all } }, newRunId: () => `run-${now}` },
  });
  const run = async (range: { from: string; to: string }, dryRun = false) =>
    right(await historicalSync(sync.ports)({ storefronts: ['billing'], range, dryRun })());
  return {
    standIn,
    sync,
    world,
    run,
    goTo: (day: string) => {
      now = Date.parse(`${day}T07:00:00Z`);
    },
    /** Syncs a month of 2026, from 1, on the second day of the next. */
    month: async (number: number) => {
      const of = `2026-0${number}`;
      now = Date.parse(`2026-0${number + 1}-02T07:00:00Z`);
      await run({ from: `${of}-01`, to: `${of}-${lastDays[number - 1] ?? '31'}` });
    },
    sent: () =>
      world.journal.map(({ body }) => {
        const { id, total } = JSON.parse(body) as { id: string; total: unknown };
        return [id.replace('stripe:acct_1:', ''), total];
      }),
  };
};

const replace = (list: Json[], id: string, over: Json): void => {
  const place = list.findIndex((one) => one['id'] === id);
  const before = list[place];
  if (before === undefined) throw new Error(`there is no ${id}`);
  list[place] = { ...before, ...over };
};

/** An invoice that was made and made final on some days, with its payment and charge where it is paid. */
const invoiced = (n: number, days: { made: string; final: string; paid?: string; effective?: string }) => {
  const isPaid = days.paid !== undefined;
  const paidAt = isPaid ? at(days.paid ?? '') : null;
  const payment = aPayment({
    id: `inpay_${n}`,
    invoice: `in_${n}`,
    created: at(days.final),
    status: isPaid ? 'paid' : 'open',
    amount_paid: isPaid ? 2000 : null,
    payment: { type: 'payment_intent', payment_intent: `pi_${n}` },
  });
  const invoice = anInvoice({
    id: `in_${n}`,
    number: `N-${n}`,
    created: at(days.made),
    effective_at: days.effective === undefined ? null : at(days.effective),
    status: isPaid ? 'paid' : 'open',
    amount_paid: isPaid ? 2000 : 0,
    status_transitions: { finalized_at: at(days.final), paid_at: paidAt },
    payments: listed([payment]),
  });
  return { invoice, payment, charges: isPaid ? [chargeOfInvoice(n, { created: paidAt })] : [] };
};

const put = ({ standIn: { data } }: Awaited<ReturnType<typeof anAccount>>, made: ReturnType<typeof invoiced>): void => {
  for (const [list, items] of [
    [data.invoices, [made.invoice]],
    [data.invoicePayments, [made.payment]],
    [data.charges, made.charges],
  ] as const) {
    for (const item of items) {
      const place = list.findIndex((one) => one['id'] === item['id']);
      if (place < 0) list.push(item);
      else list[place] = item;
    }
  }
};

describe('a Stripe account that is synced month by month', () => {
  it('sends an invoice of January, net 30, that is paid on 3 March', async () => {
    const account = await anAccount();
    put(account, invoiced(1, { made: '2026-01-20', final: '2026-01-20' }));
    await account.month(1);
    await account.month(2);
    expect(account.sent()).toStrictEqual([]);
    put(account, invoiced(1, { made: '2026-01-20', final: '2026-01-20', paid: '2026-03-03' }));
    await account.month(3);
    expect(account.sent()).toStrictEqual([['in_1', 20]]);
    expect(await account.sync.report()).toMatchObject({ olderSales: 1, considered: 1 });
  });

  it('sends the refund of March of a charge of January', async () => {
    const account = await anAccount();
    account.standIn.data.charges.push(charge(1, { created: at('2026-01-10') }));
    await account.month(1);
    await account.month(2);
    account.standIn.data.refunds.push(aStripeRefund({ amount: 2000, created: at('2026-03-05') }));
    replace(account.standIn.data.charges, 'ch_1', { refunded: true, refunds: undefined });
    await account.month(3);
    expect(account.sent()).toStrictEqual([
      ['ch_1', 20],
      ['ch_1:refund:re_1', -20],
    ]);
    await account.month(4);
    expect(account.sent()).toHaveLength(2);
  });

  it('sends a refund of 30 January that waited for a balance until 10 February', async () => {
    const account = await anAccount();
    account.standIn.data.charges.push(
      charge(1, { created: at('2026-01-10'), payment_method_details: { type: 'card', card: {} } }),
    );
    account.standIn.data.refunds.push(aStripeRefund({ amount: 2000, created: at('2026-01-30'), status: 'pending' }));
    replace(account.standIn.data.charges, 'ch_1', { refunded: true, refunds: undefined });
    await account.month(1);
    expect(account.sent()).toStrictEqual([['ch_1', 20]]);
    replace(account.standIn.data.refunds, 're_1', { status: 'succeeded' });
    await account.month(2);
    expect(account.sent()).toStrictEqual([
      ['ch_1', 20],
      ['ch_1:refund:re_1', -20],
    ]);
  });

  it('sends a dispute that is lost two months after it was opened', async () => {
    const account = await anAccount();
    const { data } = account.standIn;
    data.charges.push(charge(1, { created: at('2026-01-10') }));
    await account.month(1);
    const dispute = {
      id: 'dp_1',
      object: 'dispute',
      amount: 2000,
      currency: 'usd',
      created: at('2026-02-05'),
      charge: 'ch_1',
    };
    data.disputes.push({ ...dispute, status: 'needs_response' });
    replace(data.charges, 'ch_1', { disputed: true });
    await account.month(2);
    expect(account.sent()).toHaveLength(1);
    await account.month(3);
    replace(data.disputes, 'dp_1', { status: 'lost' });
    await account.month(4);
    expect(account.sent()).toHaveLength(2);
    expect(account.sent()[1]?.[1]).toBe(-20);
  });

  it('sends a bank debit of 30 January that arrives on 3 February', async () => {
    const account = await anAccount();
    const details = { type: 'us_bank_account' };
    account.standIn.data.charges.push(
      charge(1, { created: at('2026-01-30'), status: 'pending', payment_method_details: details }),
    );
    await account.month(1);
    expect(account.sent()).toStrictEqual([]);
    replace(account.standIn.data.charges, 'ch_1', { status: 'succeeded' });
    await account.month(2);
    expect(account.sent()).toStrictEqual([['ch_1', 20]]);
  });

  it('sends a charge that is captured in the month after', async () => {
    const account = await anAccount();
    const manual = anIntent({ capture_method: 'manual' });
    account.standIn.data.charges.push(
      charge(1, { created: at('2026-01-30'), captured: false, amount_captured: 0, payment_intent: manual }),
    );
    await account.month(1);
    expect(account.sent()).toStrictEqual([]);
    replace(account.standIn.data.charges, 'ch_1', { captured: true, amount_captured: 2000 });
    await account.month(2);
    expect(account.sent()).toStrictEqual([['ch_1', 20]]);
  });

  it('sends a draft of 40, 60, 200 and 500 days, made final and charged on 9 January', async () => {
    const account = await anAccount();
    for (const [n, made] of ['2025-11-30', '2025-11-10', '2025-06-23', '2024-08-27'].entries())
      put(account, invoiced(n + 1, { made, final: '2026-01-09', paid: '2026-01-09' }));
    await account.month(1);
    expect(
      account
        .sent()
        .map(([id]) => id)
        .toSorted(),
    ).toStrictEqual(['in_1', 'in_2', 'in_3', 'in_4']);
  });

  it('sends an invoice that is dated 60 and 170 days before it was made, with the month in which it is made', async () => {
    const account = await anAccount();
    for (const number of [1, 2]) await account.month(number);
    put(account, invoiced(1, { made: '2026-03-21', final: '2026-03-21', paid: '2026-03-21', effective: '2026-01-20' }));
    await account.month(3);
    expect(account.sent()).toStrictEqual([['in_1', 20]]);
    for (const number of [4, 5]) await account.month(number);
    put(account, invoiced(2, { made: '2026-06-21', final: '2026-06-21', paid: '2026-06-21', effective: '2026-01-02' }));
    await account.month(6);
    expect(account.sent()).toHaveLength(2);
  });

  it('sends them also where the days of the date are synced for the first time, long after', async () => {
    const account = await anAccount();
    account.goTo('2026-03-02');
    await account.run({ from: '2026-02-01', to: '2026-02-28' });
    put(account, invoiced(1, { made: '2026-06-21', final: '2026-06-21', paid: '2026-06-21', effective: '2026-01-02' }));
    account.goTo('2026-07-02');
    await account.run({ from: '2026-06-01', to: '2026-06-30' });
    expect(account.sent()).toStrictEqual([]);
    account.goTo('2026-07-20');
    await account.run({ from: '2026-01-01', to: '2026-01-31' });
    expect(account.sent()).toStrictEqual([['in_1', 20]]);
  });

  it('sends an invoice of January that is dated 110 days ahead with the month of its date', async () => {
    const account = await anAccount();
    put(account, invoiced(1, { made: '2026-01-20', final: '2026-01-20', paid: '2026-01-21', effective: '2026-05-10' }));
    for (const number of [1, 2, 3, 4]) await account.month(number);
    expect(account.sent()).toStrictEqual([]);
    await account.month(5);
    expect(account.sent()).toStrictEqual([['in_1', 20]]);
  });

  it('sends a draft of 200 days that was paid outside of Stripe, also where its month is synced after the next', async () => {
    const account = await anAccount();
    account.goTo('2026-05-02');
    await account.run({ from: '2026-04-01', to: '2026-04-30' });
    put(account, invoiced(1, { made: '2025-08-20', final: '2026-03-09', paid: '2026-03-09' }));
    account.standIn.data.invoicePayments.splice(0);
    account.standIn.data.charges.splice(0);
    replace(account.standIn.data.invoices, 'in_1', { payments: listed([]) });
    account.goTo('2026-05-03');
    await account.run({ from: '2026-03-01', to: '2026-03-31' });
    expect(account.sent()).toStrictEqual([['in_1', 20]]);
  });

  it('sends a credit note of March of an invoice of January', async () => {
    const account = await anAccount();
    put(account, invoiced(1, { made: '2026-01-20', final: '2026-01-20', paid: '2026-01-20' }));
    await account.month(1);
    account.standIn.data.creditNotes.push(
      aCreditNote({ created: at('2026-03-04'), total: 1000, lines: listed([]), type: 'post_payment' }),
    );
    replace(account.standIn.data.invoices, 'in_1', { post_payment_credit_notes_amount: 1000 });
    await account.month(2);
    await account.month(3);
    const report = await account.sync.report();
    expect(report.olderSales).toBeGreaterThan(0);
  });

  it('lists what happened to a sale of before the first day with its amount, and sends nothing of it', async () => {
    const account = await anAccount();
    const { data } = account.standIn;
    data.charges.push(charge(1, { created: at('2025-12-10') }));
    data.refunds.push(aStripeRefund({ amount: 2000, created: at('2026-01-05') }));
    replace(data.charges, 'ch_1', { refunded: true, refunds: undefined });
    await account.month(1);
    expect(account.sent()).toStrictEqual([]);
    expect(await account.sync.report()).toMatchObject({
      olderSales: 2,
      skipped: { 'before the first day': 2 },
      adjustments: [{ kind: 'refund', amount: '-20.00', sent: false }],
    });
  });

  it('shows all of it in a dry run, which moves no mark', async () => {
    const account = await anAccount();
    account.standIn.data.charges.push(charge(1, { created: at('2026-01-10') }));
    await account.month(1);
    account.standIn.data.refunds.push(aStripeRefund({ amount: 2000, created: at('2026-03-05') }));
    replace(account.standIn.data.charges, 'ch_1', { refunded: true, refunds: undefined });
    account.goTo('2026-04-01');
    const march = { from: '2026-03-01', to: '2026-03-31' };
    await account.run(march, true);
    expect(await account.sync.report()).toMatchObject({ olderSales: 2, skipped: { 'would be sent': 1 } });
    expect(account.sent()).toHaveLength(1);
    await account.month(3);
    expect(account.sent()).toHaveLength(2);
  });
});

describe('metadata with the tax that a plugin writes after the sale was sent', () => {
  const metadata = { tax: { key: 'tax', unit: 'minor' }, waitMinutes: 0 } as const;
  const january = { from: '2026-01-01', to: '2026-01-31' };

  const sentWithoutTax = async (policy: Partial<typeof defaultPolicy> = {}) => {
    const account = await anAccount({ metadata, ...policy });
    account.standIn.data.charges.push(charge(1, { created: at('2026-01-10') }));
    await account.month(1);
    replace(account.standIn.data.charges, 'ch_1', { metadata: { tax: '153' } });
    account.goTo('2026-02-03');
    await account.run(january);
    return account;
  };

  it('is a difference of the sale, which names the tax', async () => {
    const account = await sentWithoutTax();
    expect(account.sent()).toStrictEqual([['ch_1', 20]]);
    expect(await account.sync.report()).toMatchObject({ differing: 1 });
    const [line] = await account.sync.entries();
    expect(line?.findings).toContain('differs');
    expect(line?.message).toContain('taxCollected');
  });

  it('is corrected by offset and replacement where the policy sends these', async () => {
    const adjustments = { ...defaultPolicy.adjustments, undoneSales: 'send' } as const;
    const account = await sentWithoutTax({ adjustments });
    expect(account.sent()).toStrictEqual([
      ['ch_1', 20],
      ['ch_1:undone:changed-1', -20],
      ['ch_1:restored:changed-1', 20],
    ]);
    const { taxCollected } = JSON.parse(account.world.journal.at(-1)?.body ?? '{}') as { taxCollected: unknown };
    expect(taxCollected).toBe(1.53);
  });
});
