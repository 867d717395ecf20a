import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { stripe } from '../../../connectors/stripe/index.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import { startTaxService } from '../../../sandbox/index.ts';
import { anInvoice, aPayment, listed } from '../../support/stripe-objects.ts';
import { stripeData } from '../../support/stripe-stand-in-data.ts';
import { chargeOfInvoice, closeStandIns, standInFor } from '../../support/stripe-storefront.ts';
import { last } from '../../support/a-plugin.ts';

closeStandIns();

const ending: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const day = 86_400_000;

const dayAt = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

const secondsAt = (milliseconds: number): number => Math.floor(milliseconds / 1000);

describe('a historical sync through the library', () => {
  it('sends an invoice of an earlier range that was paid since, and counts it as an older sale', async () => {
    const now = Date.now();
    const finalAt = secondsAt(now - 60 * day);
    const payment = aPayment({ status: 'open', amount_paid: null, created: finalAt });
    const open = anInvoice({
      status: 'open',
      created: finalAt - 3600,
      amount_paid: 0,
      status_transitions: { finalized_at: finalAt, paid_at: null },
      payments: listed([payment]),
    });
    const standIn = await standInFor(stripeData({ invoices: [open], invoicePayments: [payment] }));
    const service = await startTaxService();
    const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-older-'));
    const taxNexus = createTaxNexus({
      service: { baseUrl: service.origin, apiKey: 'sandbox-key' },
      state: `sqlite:${join(folder, 'book.db')}`,
      storefronts: { billing: stripe({ secretKey: 'rk_live_1', apiOrigin: standIn.origin }) },
      schedule: { catchUp: null, reconcile: null },
    });
    ending.push(
      () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
      () => service.stop(),
      () => taxNexus.stop(),
    );
    const sync = async (from: number, to: number) => {
      const { id } = await taxNexus.historicalSync.start({ from: dayAt(from), to: dayAt(to) });
      await last(taxNexus.historicalSync.watch(id));
      return taxNexus.historicalSync.report(id);
    };

    const first = await sync(now - 70 * day, now - 40 * day);
    expect(first).toMatchObject({ considered: 1, succeeded: 0, skipped: { 'not paid': 1 }, olderSales: 0 });

    const paidAt = secondsAt(Date.now());
    const paid = { ...payment, status: 'paid', amount_paid: 2000 };
    standIn.data.invoicePayments[0] = paid;
    standIn.data.invoices[0] = {
      ...open,
      status: 'paid',
      amount_paid: 2000,
      status_transitions: { finalized_at: finalAt, paid_at: paidAt },
      payments: listed([paid]),
    };
    standIn.data.charges.push(chargeOfInvoice(1, { created: paidAt }));

    const second = await sync(now - 5 * day, now);
    expect(second).toMatchObject({ considered: 1, succeeded: 1, olderSales: 1 });
    expect(service.journal()).toHaveLength(1);
  });
});
