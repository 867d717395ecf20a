import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TieOut } from '../../src/reconcile/tie-out.ts';
import { sampleRange, type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.ts';
import { inTerminal } from '../support/a-terminal.ts';
import { itInAll } from '../support/it-in-all.ts';

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(ends.map((end) => end()));
});

interface Sold extends Sandbox {
  readonly cli: ReturnType<typeof inTerminal>;
  readonly tie: (month: string) => Promise<readonly TieOut[]>;
}

/** Both sample storefronts, with all of their sales sent. */
const sold = async (options: SandboxOptions, policy = {}): Promise<Sold> => {
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-tie-out-'));
  const sandbox = await startSandbox({ ...options, shop: { orders: 100, ...options.shop } });
  ends.push(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { storefronts, ...settings } = sandbox.configuration;
  const written = {
    ...settings,
    state: `sqlite:${join(folder, 'book.db')}`,
    storefronts: {
      'sample-store': { ...storefronts['sample-store'], policy },
      billing: { ...storefronts.billing, policy: { ...storefronts.billing.policy, ...policy } },
    },
  };
  writeFileSync(join(folder, 'tax-nexus.config.json'), JSON.stringify(written));
  const cli = inTerminal(folder);
  await cli(['sync', '--from', sampleRange.from, '--to', sampleRange.to, '--json']);
  const tie = async (month: string): Promise<readonly TieOut[]> => {
    const { out, err } = await cli(['tie-out', '--month', month, '--json']);
    if (out === '') throw new Error(err);
    return (JSON.parse(out) as { readonly storefronts: readonly TieOut[] }).storefronts;
  };
  return { ...sandbox, cli, tie };
};

const restsOf = (tied: readonly TieOut[]) =>
  tied.flatMap(({ storefront, currencies }) =>
    currencies.map(({ currency, rest }) => [storefront, currency, Number(rest.total), Number(rest.tax)]),
  );

const reasonsOf = (tied: readonly TieOut[]) =>
  tied.flatMap(({ currencies }) => currencies.flatMap(({ reasons }) => reasons));

describe('the tie-out of the sandbox', () => {
  it('amounts to 0.00 at both platforms, and names nothing', async () => {
    const { tie, cli } = await sold({ stripe: { sales: 60 } });
    const months = await tie('2025-12');
    expect(restsOf(months).filter(([, , total, tax]) => total !== 0 || tax !== 0)).toStrictEqual([]);
    expect(months.map(({ isTied, unexplained, atService }) => [isTied, unexplained, atService])).toStrictEqual(
      months.map(() => [true, [], []]),
    );
    expect(months.map(({ source }) => source)).toContain("Stripe's balance");
    expect(reasonsOf(months).length).toBeGreaterThan(1);
    const { code, out } = await cli(['tie-out', '--month', '2025-12']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Tied out/m);
    expect(out).toMatch(/^Rest +0\.00 +0\.00$/m);
  }, 120_000);

  it('finds a sale that the service lacks and one that differs there, by name and amount', async () => {
    const refuse = { on: 'push', skip: 3, times: 1, fault: { kind: 'status', status: 422, when: 'before' } } as const;
    const { tie, cli, shop } = await sold({ stripe: { sales: 1 }, taxService: { faults: [refuse] } });
    const [before] = await tie('2025-01');
    expect(before?.isTied).toBe(false);
    expect(before?.atService.map(({ kind }) => kind)).toStrictEqual(['missing at the service']);
    const [usd] = before?.currencies ?? [];
    expect([usd?.rest.total, usd?.rest.tax]).toStrictEqual(['0.00', '0.00']);
    expect(Number(usd?.expected.total)).toBeGreaterThan(Number(usd?.service.total));

    shop.moveOrder(5, 'WA');
    const [after] = await tie('2025-01');
    expect(after?.atService.map(({ kind }) => kind)).toContain('differs');
    const { code, out } = await cli(['tie-out', '--month', '2025-01', '--storefront', 'sample-store']);
    expect(code).toBe(1);
    expect(out).toContain('Not tied out');
  }, 120_000);

  itInAll(
    'counts refunds that are sent with the sales',
    async () => {
      const { tie } = await sold({ stripe: { sales: 60 } }, { adjustments: { refunds: 'send' } });
      const months = await tie('2025-07');
      expect(restsOf(months).filter(([, , total, tax]) => total !== 0 || tax !== 0)).toStrictEqual([]);
    },
    120_000,
  );

  it('says which permission is missing, and ties the other storefront out', async () => {
    const { tie, cli } = await sold({
      shop: { orders: 20, scopes: ['read_orders', 'read_all_orders', 'read_customers', 'read_locations'] },
      stripe: { sales: 5 },
    });
    const [shop, billing] = await tie('2025-03');
    expect(shop).toMatchObject({ isTied: false, source: null, currencies: [] });
    expect(shop?.unavailable).toContain('the scope read_reports');
    expect(billing?.isTied).toBe(true);
    expect((await cli(['tie-out', '--month', '2025-13'])).err).toContain('Write the month as YYYY-MM');
  }, 120_000);
});
