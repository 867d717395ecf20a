import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { SampleShopOptions } from '../../sandbox/index.ts';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { right } from '../support/right.ts';
import { type CliWorld, cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();
const shop = (options: SampleShopOptions): Promise<CliWorld> =>
  world({ shop: { orders: 5, ...options }, webhookSecrets: ['shpss_CANARY'] });

const withoutHistory = ['read_orders', 'read_customers', 'read_locations', 'read_merchant_managed_fulfillment_orders'];

describe('tax-nexus check', () => {
  it('reports for each storefront and the service that all is well: account, time zone, number of records', async () => {
    const { cli } = await shop({});
    const { code, out } = await cli(['check']);
    expect(code).toBe(0);
    expect(out).not.toMatch(/STOP|todo/);
    expect(out).toContain('ok    access: the key is accepted');
    expect(out).toMatch(/\nReady\.\n\nNext: tax-nexus sync --from 90d --dry-run\n$/);
    expect(out).toContain('sample-store.myshopify.com, days counted in America/New_York, 5 records');
  });

  it('finds that the key of the service is refused, and goes on with the rest', async () => {
    const { cli, configure } = await shop({});
    configure({ service: { apiKey: 'CANARY_WRONG' } });
    const { code, out } = await cli(['check']);
    expect(code).toBe(1);
    expect(out).toContain('STOP  access: the Tax Nexus Service refused');
    expect(out).toContain('Check service.apiKey and run again');
    expect(out).toContain('ok    scopes');
  });

  it('reports that the token of a shop is refused, with the remedy', async () => {
    const { cli, shop: running } = await world({ shop: { orders: 5 }, token: 'shpat_CANARY_OLD' });
    const { code, out } = await cli(['check']);
    expect(code).toBe(1);
    expect(out).toMatch(/us-store\n {2}STOP {2}access: .*(token|install)/i);
    expect(running.answers()['graphql 401']).toBeGreaterThan(0);
  });

  it('names the remedy for each that does not respond', async () => {
    const { cli, configure, stop } = await shop({});
    configure({ service: { baseUrl: 'http://127.0.0.1:9' } });
    const down = await cli(['check']);
    expect(down.code).toBe(1);
    expect(down.out).toMatch(
      /STOP {2}access: .*Service sent no complete response.*\. Check service\.baseUrl.+ run tax-nexus check again/,
    );
    await stop();
    const { out } = await cli(['check', '--json']);
    const { checked } = JSON.parse(out) as { checked: { subject: string; findings: { message: string }[] }[] };
    for (const { findings } of checked) {
      expect(findings.map(({ message }) => message).join()).toContain('run tax-nexus check again');
    }
  });

  it.each<[string, SampleShopOptions, string]>([
    [
      'the wall of 60 days when older orders may not be read',
      { scopes: withoutHistory },
      'todo  scope read_all_orders: not granted: Shopify silently leaves out orders older than 60 days',
    ],
    ['the scope that takes that wall away', { scopes: withoutHistory }, 'add read_all_orders to the app'],
    ['that no order can be read', { scopes: [] }, 'STOP  scope read_orders: not granted: no order can be read'],
    [
      'that the app is not approved for addresses',
      { protectedCustomerData: 'level 1' },
      'STOP  protected customer data: ',
    ],
  ])('names %s', async (_, options, finding) => {
    const { cli } = await shop(options);
    const { code, out } = await cli(['check']);
    expect(code).toBe(1);
    expect(out).toContain(finding);
  });

  it('names each scope that is missing, and what it costs', async () => {
    const { cli } = await shop({ scopes: ['read_orders', 'read_all_orders'] });
    const { code, out } = await cli(['check', '--json']);
    expect(code).toBe(1);
    for (const scope of ['read_customers', 'read_locations', 'read_merchant_managed_fulfillment_orders']) {
      expect(out).toContain(`"subject":"scope ${scope}"`);
    }
  });

  it('finds two storefronts that read the same account, of which one is too many', async () => {
    const { cli, folder } = await shop({});
    const path = join(folder, 'tax-nexus.config.json');
    const settings = JSON.parse(readFileSync(path, 'utf8')) as { storefronts: Record<string, unknown> };
    const { 'us-store': first } = settings.storefronts;
    writeFileSync(path, JSON.stringify({ ...settings, storefronts: { 'us-store': first, renamed: first } }));
    const { code, out } = await cli(['check']);
    expect(code).toBe(1);
    expect(out.match(/same account/g)).toHaveLength(2);
    expect(out).toMatch(/^renamed\n(?: {2}.*\n)* {2}todo {2}same account: it reads the same account as us-store, /m);
  });

  it('ends in one summary, which counts what there is to do', async () => {
    const { cli, configure } = await shop({ scopes: withoutHistory });
    expect((await cli(['check'])).out).toContain('\nReady. 1 thing to do.\n');
    configure({ service: { apiKey: 'CANARY_WRONG' } });
    const { out } = await cli(['check']);
    expect(out).toContain('\nNot ready: 1 problem. 1 thing to do.\n');
    const { summary } = JSON.parse((await cli(['check', '--json'])).out) as { readonly summary: unknown };
    expect(summary).toStrictEqual({ isReady: false, stops: 1, todo: 1 });
  });

  it('sums up the permissions that are granted', async () => {
    const { cli, folder, configuration } = await shop({});
    const path = join(folder, 'tax-nexus.config.json');
    const settings = JSON.parse(readFileSync(path, 'utf8')) as object;
    const { billing } = configuration.storefronts;
    writeFileSync(path, JSON.stringify({ ...settings, storefronts: { billing } }));
    const { out } = await cli(['check']);
    expect(out).toMatch(/ok {4}permissions: (\d+) of \1 granted: charges, .*, tax rates\n/);
    expect(out).not.toContain('permission: ');
    expect((await cli(['check', '--json'])).out).toContain('"subject":"permission: charges"');
  });

  it('prints one JSON object when asked for it', async () => {
    const { cli } = await shop({});
    const { code, out } = await cli(['check', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ checked: [{ subject: 'service' }, { subject: 'us-store' }] });
    expect(out).toMatch(/^[^\n]+\n$/);
  });

  it('counts the sums of days again with --sums, and names the first that is wrong', async () => {
    const { cli, folder } = await shop({});
    await cli(['sync', '--from', '2026-01-01', '--to', '2026-12-31']);
    const { out } = await cli(['check', '--sums']);
    expect(out).toMatch(
      /sync database\n {2}ok {4}sums: \d+ sums of days are those of all [1-9]\d* sales and refunds, sent or not\n/,
    );
    const { DatabaseSync } = right(await loadSqliteDriver());
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.db'));
    const database = new DatabaseSync(join(folder, file));
    database.exec('update day_figure set gross = gross + 1 where day = (select min(day) from day_figure)');
    database.close();
    const { code, out: wrong } = await cli(['check', '--sums']);
    expect(code).toBe(1);
    expect(wrong).toMatch(
      /STOP {2}sums: \d+ of \d+ sums of days are not those of their transactions, first of us-store on /,
    );
  });
});
