import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startTaxService } from '../../sandbox/tax-service/start-tax-service.ts';
import { inTerminal } from '../support/a-terminal.ts';
import { apiKey } from '../support/a-world.ts';
import { aStripeRefund } from '../support/stripe-objects.ts';
import { charge, closeStandIns, standInFor } from '../support/stripe-storefront.ts';
import { stripeData } from '../support/stripe-stand-in-data.ts';

closeStandIns();

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const daysAgo = (days: number): number => Math.floor(Date.now() / 1000) - days * 86_400;
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const syncAll = ['sync', '--from', dayOf(daysAgo(20)), '--to', dayOf(daysAgo(0)), '--json'];

/** An account with two payments whose refunds were sent and have failed since, as the next sync noticed. */
const withFailedRefunds = async (corrections?: 'DELETE') => {
  const { data, origin } = await standInFor(stripeData());
  for (const n of [1, 2]) {
    data.charges.push(charge(n, { created: daysAgo(10), refunded: true, refunds: undefined }));
    data.refunds.push(aStripeRefund({ id: `re_${n}`, charge: `ch_${n}`, amount: 2000, created: daysAgo(5) }));
  }
  const taxService = await startTaxService({ apiKeys: [apiKey], corrections: ['DELETE'] });
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-undone-'));
  ends.push(async () => {
    await taxService.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const account = {
    connector: 'stripe',
    secretKey: 'rk_live_1',
    webhookSecrets: [],
    apiOrigin: origin,
    timeZone: 'UTC',
  };
  const policy = { adjustments: { refunds: 'send', undoneAdjustments: 'report' } };
  writeFileSync(
    join(folder, 'tax-nexus.config.json'),
    JSON.stringify({
      service: { baseUrl: taxService.origin, apiKey, ...(corrections !== undefined && { wire: { corrections } }) },
      state: `sqlite:${join(folder, 'book.db')}`,
      storefronts: { billing: { ...account, policy } },
    }),
  );
  const cli = inTerminal(folder);
  const first = await cli(syncAll);
  if (first.out === '') throw new Error(first.err);
  expect(JSON.parse(first.out)).toMatchObject({ succeeded: 4, failed: 0 });
  for (const [place, refund] of data.refunds.entries()) data.refunds[place] = { ...refund, status: 'failed' };
  const noticed = await cli(syncAll);
  expect(noticed.code).toBe(1);
  expect(JSON.parse(noticed.out)).toMatchObject({ noLongerTrue: 2 });
  const totals = (): readonly number[] =>
    taxService.journal().map(({ text }) => (JSON.parse(text) as { readonly total: number }).total);
  return { cli, taxService, totals };
};

describe('tax-nexus correct, of refunds that failed after they were sent', () => {
  it('offsets all of them with --undone and --yes, and nothing without', async () => {
    const { cli, totals } = await withFailedRefunds();
    const shown = await cli(['correct', 'billing', '--undone']);
    expect(shown.code).toBe(1);
    expect(shown.out).toContain('2 of billing were sent before, and are no longer true.');
    for (const n of [1, 2]) expect(shown.out).toContain(`Stripe ch_${n} · refund re_${n}`);
    expect(totals()).toHaveLength(4);
    const done = await cli(['correct', 'billing', '--undone', '--by', 'Ada', '--yes']);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(totals().slice(4)).toStrictEqual([20, 20]);
    expect((await cli(['explain', 'billing', 'ch_1'])).out).toContain('by Ada');
    const after = await cli(syncAll);
    expect(after.code).toBe(0);
    expect(JSON.parse(after.out)).toMatchObject({ noLongerTrue: 0 });
    const again = await cli(['correct', 'billing', '--undone', '--yes']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toContain('0 of billing');
    expect(totals()).toHaveLength(6);
  });

  it('deletes one at the service by --way delete, where service.wire.corrections names it', async () => {
    const { cli, taxService, totals } = await withFailedRefunds('DELETE');
    const shown = await cli(['correct', 'billing', 'ch_1']);
    expect(shown.out).toContain('no longer true');
    expect(shown.out).toContain('add --way delete.');
    const done = await cli(['correct', 'billing', 'ch_1', '--way', 'delete', '--yes']);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(totals()).toHaveLength(4);
    const answer = await fetch(`${taxService.origin}/transactions/stripe:acct_1:ch_1:refund:re_1`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.status).toBe(404);
    expect(JSON.parse((await cli(syncAll)).out)).toMatchObject({ noLongerTrue: 1, failed: 0 });
  });
});
