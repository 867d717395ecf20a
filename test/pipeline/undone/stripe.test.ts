import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { setTimeout } from 'node:timers/promises';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { historicalSync } from '../../../src/pipeline/historical-sync.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aSync, type Sync } from '../../support/a-sync.ts';
import { memoryTaxService } from '../../support/memory-tax-service.ts';
import { right } from '../../support/right.ts';
import {
  aCharge,
  aCreditNote,
  anInvoice,
  anInvoiceLine,
  aPayment,
  aSession,
  aSessionLine,
  aStripeRefund,
  aTax,
  type Json,
  listed,
  noon,
} from '../../support/stripe-objects.ts';
import { withoutPermission } from '../../support/stripe-stand-in.ts';
import { closeStandIns, connectorTo, standInFor } from '../../support/stripe-storefront.ts';
import { stripeData, type StripeData } from '../../support/stripe-stand-in-data.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

closeStandIns();

const day = 86_400;

/** Real time, as sockets need it, that began on 1 April 2026. */
const realClock = (): VirtualClock => {
  const behind = Date.now() - Date.UTC(2026, 3, 1);
  return {
    now: () => Date.now() - behind,
    sleep: (milliseconds) => () => setTimeout(Math.min(milliseconds, 50)),
    run: (work) => work(),
  };
};

const sendsAll = {
  adjustments: { ...defaultPolicy.adjustments, refunds: 'send', disputes: 'send' },
} as const satisfies Partial<Policy>;

const session = aSession({
  line_items: listed([aSessionLine({ amount_subtotal: 10_000, amount_tax: 825, amount_total: 10_825 })]),
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 825 },
  amount_total: 10_825,
  total_taxes: [aTax(825)],
});

const charge = (over: Json = {}): Json =>
  aCharge({ amount: 10_825, amount_captured: 10_825, refunds: undefined, ...over });

const refund = (over: Json = {}): Json => aStripeRefund({ amount: 10_825, ...over });

const aDispute = (over: Json = {}): Json => ({
  id: 'dp_1',
  object: 'dispute',
  amount: 10_825,
  currency: 'usd',
  status: 'lost',
  created: noon + 2 * day,
  charge: 'ch_1',
  balance_transactions: [moved('txn_lost', -10_825, 3)],
  ...over,
});

const moved = (id: string, amount: number, days: number): Json => ({
  id,
  object: 'balance_transaction',
  amount,
  currency: 'usd',
  created: noon + days * day,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
});

/** An account whose objects change between two syncs of March. */
const anAccount = async (data: Partial<StripeData>, policy: Partial<Policy> = sendsAll) => {
  const standIn = await standInFor(stripeData({ sessions: [session], ...data }));
  const clock = realClock();
  const world = memoryTaxService({ clock, latency: 0 });
  let store = memoryStore();
  const whole: Policy = { ...defaultPolicy, ...policy };
  const syncNow = async (): Promise<Sync> => {
    const connector = connectorTo(standIn.origin, 'rk_live_1', null, undefined, 'UTC', whole);
    const sync = aSync({
      script: { pages: [] },
      ...{ clock, world, store },
      ports: { storefronts: { 'us-store': { connector, policy: whole } } },
    });
    const request = { storefronts: ['us-store'], range: { from: '2026-03-01', to: '2026-03-31' }, dryRun: false };
    right(await historicalSync(sync.ports)(request)());
    return sync;
  };
  return {
    standIn,
    world,
    syncNow,
    loseDatabase: () => {
      store = memoryStore();
    },
    /** Of each transaction at the service: id, total, tax and day. */
    held: () =>
      world.journal.map(({ id, body }) => {
        const { total, taxCollected, transactedAt } = JSON.parse(body) as Record<string, unknown>;
        return [id.replace('stripe:acct_1:', ''), total, taxCollected, String(transactedAt).slice(0, 10)];
      }),
    net: () => {
      const all = world.journal.map(({ body }) => JSON.parse(body) as { total: number; taxCollected: number });
      const sumOf = (read: (one: (typeof all)[number]) => number): number =>
        Math.round(all.reduce((sum, one) => sum + read(one), 0) * 100) / 100;
      return [sumOf(({ total }) => total), sumOf(({ taxCollected }) => taxCollected)];
    },
  };
};

const replace = (list: Json[], one: Json): void => {
  const at = list.findIndex(({ id }) => id === one['id']);
  if (at === -1) list.push(one);
  else list[at] = one;
};

describe('at Stripe', () => {
  it('a refund that failed after it was sent is offset on the day on which it was booked back', async () => {
    const { standIn, syncNow, held } = await anAccount({ charges: [charge()], refunds: [refund()] });
    await syncNow();
    replace(standIn.data.refunds, refund({ status: 'failed', failure_balance_transaction: 'txn_back' }));
    replace(standIn.data.balanceTransactions, { id: 'txn_back', created: noon + 5 * day });
    const sync = await syncNow();
    expect(held()).toStrictEqual([
      ['ch_1', 108.25, 8.25, '2026-03-02'],
      ['ch_1:refund:re_1', -108.25, -8.25, '2026-03-03'],
      ['ch_1:refund:re_1:undone:txn_back', 108.25, 8.25, '2026-03-07'],
    ]);
    expect(await sync.report()).toMatchObject({ considered: 3, noLongerTrue: 0 });
    await syncNow();
    expect(held()).toHaveLength(3);
  });

  it('a canceled refund is offset as well, by its own dates where the key may not read the balance', async () => {
    const { standIn, syncNow, held } = await anAccount({ charges: [charge()], refunds: [refund()] });
    await syncNow();
    replace(standIn.data.refunds, refund({ status: 'canceled', failure_balance_transaction: 'txn_back' }));
    standIn.fault = ({ query }) =>
      [...query.values()].includes('failure_balance_transaction') ? withoutPermission('rak_balance_read') : undefined;
    await syncNow();
    expect(held().at(-1)).toStrictEqual(['ch_1:refund:re_1:undone:txn_back', 108.25, 8.25, '2026-03-03']);
  });

  it('a dispute that was lost and then won is offset by the money that came back', async () => {
    const { standIn, syncNow, held, loseDatabase } = await anAccount({
      charges: [charge({ disputed: true })],
      disputes: [aDispute()],
    });
    await syncNow();
    const won = [moved('txn_lost', -10_825, 3), moved('txn_won', 10_825, 8)];
    replace(standIn.data.disputes, aDispute({ status: 'won', balance_transactions: won }));
    await syncNow();
    const three = [
      ['ch_1', 108.25, 8.25, '2026-03-02'],
      ['ch_1:dispute:dp_1', -108.25, -8.25, '2026-03-05'],
      ['ch_1:dispute:dp_1:undone:txn_won', 108.25, 8.25, '2026-03-10'],
    ];
    expect(held()).toStrictEqual(three);
    const again = [...won, moved('txn_again', -10_825, 12)];
    replace(standIn.data.disputes, aDispute({ balance_transactions: again }));
    loseDatabase();
    await syncNow();
    const four = [...three, ['ch_1:dispute:dp_1:restored:txn_again', -108.25, -8.25, '2026-03-14']];
    expect(held()).toStrictEqual(four);
    const wonAgain = [...again, moved('txn_won_2', 10_825, 15)];
    replace(standIn.data.disputes, aDispute({ status: 'won', balance_transactions: wonAgain }));
    await syncNow();
    loseDatabase();
    await syncNow();
    expect(held()).toStrictEqual([...four, ['ch_1:dispute:dp_1:undone:txn_won_2', 108.25, 8.25, '2026-03-17']]);
  });

  it('a credit note that was voided is offset at the time at which it was', async () => {
    const note = aCreditNote();
    const paid = (over: Json): Json =>
      anInvoice({
        lines: listed([anInvoiceLine({ amount: 10_000, taxes: [aTax(825)] })]),
        total: 10_825,
        total_taxes: [aTax(825)],
        amount_paid: 10_825,
        ...over,
      });
    const { standIn, syncNow, held } = await anAccount({
      sessions: [],
      charges: [charge()],
      invoices: [paid({ post_payment_credit_notes_amount: 1082 })],
      invoicePayments: [aPayment({ amount_paid: 10_825 })],
      creditNotes: [note],
    });
    await syncNow();
    expect(held().at(-1)).toStrictEqual(['in_1:refund:cn_1', -10.82, -0.82, '2026-03-03']);
    replace(standIn.data.creditNotes, { ...note, status: 'void', voided_at: noon + 9 * day });
    replace(standIn.data.invoices, paid({ post_payment_credit_notes_amount: 0 }));
    await syncNow();
    expect(held().at(-1)).toStrictEqual(['in_1:refund:cn_1:undone:1', 10.82, 0.82, '2026-03-11']);
  });

  it('a lost dispute that the key may no longer read is not taken for undone', async () => {
    const { standIn, syncNow, held } = await anAccount({
      charges: [charge({ disputed: true })],
      disputes: [aDispute()],
    });
    await syncNow();
    expect(held()).toHaveLength(2);
    standIn.fault = ({ path }) => (path === 'disputes' ? withoutPermission('rak_dispute_read') : undefined);
    const sync = await syncNow();
    expect(held()).toHaveLength(2);
    expect(await sync.report()).toMatchObject({ noLongerTrue: 0 });
  });

  it('a refund that was sent, a dispute that was lost and the refund that then failed come to nothing', async () => {
    const { standIn, syncNow, net, held } = await anAccount({ charges: [charge()], refunds: [refund()] });
    await syncNow();
    replace(standIn.data.charges, charge({ disputed: true }));
    replace(standIn.data.disputes, aDispute());
    await syncNow();
    replace(standIn.data.refunds, refund({ status: 'failed', failure_balance_transaction: 'txn_back' }));
    replace(standIn.data.balanceTransactions, { id: 'txn_back', created: noon + 5 * day });
    await syncNow();
    await syncNow();
    expect(net()).toStrictEqual([0, 0]);
    expect(held()).toHaveLength(4);
  });

  it('a refund, a dispute that was lost for the rest, and the refund that then failed leave what the buyer paid', async () => {
    const part = refund({ amount: 2_000 });
    const { standIn, syncNow, net } = await anAccount({ charges: [charge()], refunds: [part] });
    await syncNow();
    expect(net()[0]).toBe(88.25);
    replace(standIn.data.charges, charge({ disputed: true }));
    const lost = { amount: 8_825, balance_transactions: [moved('txn_lost', -8_825, 3)] };
    replace(standIn.data.disputes, aDispute(lost));
    await syncNow();
    expect(net()).toStrictEqual([0, 0]);
    replace(standIn.data.refunds, { ...part, status: 'failed', failure_balance_transaction: 'txn_back' });
    replace(standIn.data.balanceTransactions, { id: 'txn_back', created: noon + 5 * day });
    await syncNow();
    expect(net()).toStrictEqual([20, 1.52]);
    await syncNow();
    expect(net()).toStrictEqual([20, 1.52]);
  });

  it('a debit that failed after it was sent is no longer true; it is offset where the policy sends that', async () => {
    const failed = charge({ status: 'failed', captured: true, failure_balance_transaction: 'txn_back' });
    const reported = await anAccount({ charges: [charge()] });
    await reported.syncNow();
    replace(reported.standIn.data.charges, failed);
    const sync = await reported.syncNow();
    expect(reported.held()).toHaveLength(1);
    expect(await sync.report()).toMatchObject({ noLongerTrue: 1 });
    const [line] = await sync.entries();
    expect(line?.message).toMatch(
      /^Payment ch_1 failed after it had succeeded\. The service holds 108\.25 USD; it should hold 0\.00/,
    );

    const { standIn, syncNow, net, held } = await anAccount(
      { charges: [charge()], balanceTransactions: [{ id: 'txn_back', created: noon + 20 * day }] },
      { adjustments: { ...sendsAll.adjustments, undoneSales: 'send' } },
    );
    await syncNow();
    replace(standIn.data.charges, failed);
    await syncNow();
    await syncNow();
    expect(held().at(-1)).toStrictEqual(['ch_1:undone:txn_back', -108.25, -8.25, '2026-03-22']);
    expect(net()).toStrictEqual([0, 0]);
  });

  it('an invoice whose debit failed after it was paid is no longer true; it is offset when the money was booked back', async () => {
    const paid = (over: Json = {}): Json =>
      anInvoice({
        lines: listed([anInvoiceLine({ amount: 10_000, taxes: [aTax(825)] })]),
        ...{ total: 10_825, total_taxes: [aTax(825)], amount_paid: 10_825, payments: listed([debit('paid')]), ...over },
      });
    const debit = (status: string): Json => aPayment({ amount_paid: status === 'paid' ? 10_825 : null, status });
    const { standIn, syncNow, held } = await anAccount(
      {
        ...{ sessions: [], charges: [charge()], invoices: [paid()], invoicePayments: [debit('paid')] },
        balanceTransactions: [{ id: 'txn_back', created: noon + 20 * day }],
      },
      { adjustments: { ...sendsAll.adjustments, undoneSales: 'send' } },
    );
    const sync = await syncNow();
    expect(held()).toStrictEqual([['in_1', 108.25, 8.25, '2026-03-02']]);
    replace(standIn.data.charges, charge({ status: 'failed', failure_balance_transaction: 'txn_back' }));
    replace(standIn.data.invoicePayments, debit('open'));
    replace(standIn.data.invoices, paid({ status: 'open', amount_paid: 0, payments: listed([debit('open')]) }));
    // As `charge.failed` names it.
    const { connector } = sync.ports.storefronts['us-store'] ?? {};
    const live = connector === undefined ? O.none : right(await connector.readRecord('ch_1')());
    expect(O.isSome(live) && E.isRight(live.value) ? live.value.right.identity.recordId : live).toBe('in_1');
    await syncNow();
    await syncNow();
    expect(held().slice(1)).toStrictEqual([['in_1:undone:txn_back', -108.25, -8.25, '2026-03-22']]);
  });

  it('an invoice that was sent unpaid and then voided is no longer true; it is offset when it was voided', async () => {
    const open = (over: Json = {}): Json =>
      anInvoice({
        ...{ status: 'open', amount_paid: 0, total: 10_825, total_taxes: [aTax(825)], payments: listed([]) },
        lines: listed([anInvoiceLine({ amount: 10_000, taxes: [aTax(825)] })]),
        ...over,
      });
    const { standIn, syncNow, held } = await anAccount(
      { sessions: [], invoices: [open()] },
      { unpaid: 'send', adjustments: { ...sendsAll.adjustments, undoneSales: 'send' } },
    );
    await syncNow();
    expect(held()).toHaveLength(1);
    const at = { finalized_at: noon, voided_at: noon + 10 * day };
    replace(standIn.data.invoices, open({ status: 'void', status_transitions: at }));
    await syncNow();
    expect(held().at(-1)).toStrictEqual(['in_1:undone:1', -108.25, -8.25, '2026-03-12']);
  });

  it('an invoice that was sent unpaid stays true when only the policy waits for payments now', async () => {
    const open = anInvoice({
      ...{ status: 'open', amount_paid: 0, total: 10_825, total_taxes: [aTax(825)], payments: listed([]) },
      lines: listed([anInvoiceLine({ amount: 10_000, taxes: [aTax(825)] })]),
    });
    const first = await anAccount({ sessions: [], invoices: [open] }, { unpaid: 'send' });
    const sync = await first.syncNow();
    const { connector } = sync.ports.storefronts['us-store'] ?? {};
    if (connector === undefined) throw new Error('no storefront');
    const ports = { ...sync.ports, storefronts: { 'us-store': { connector, policy: defaultPolicy } } };
    const request = { storefronts: ['us-store'], range: { from: '2026-03-01', to: '2026-03-31' }, dryRun: false };
    right(await historicalSync(ports)(request)());
    expect(await sync.report()).toMatchObject({ noLongerTrue: 0, skipped: { 'not paid': 1 } });
  });
});
