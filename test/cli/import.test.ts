import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from '@jest/globals';
import { shopifyConnector } from '../../connectors/shopify/index.ts';
import { secret } from '../../src/domain/secret.ts';
import { systemClock } from '../../src/app/system-environment.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { sampleRange } from '../../sandbox/index.ts';
import { syncAll, type World } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { readReport } from '../support/printed-report.ts';
import { right } from '../support/right.ts';
import { shopifyExport } from '../support/shopify-export.ts';

const world = cliWorlds();
const asJson = ['--json'];

/** The orders of the sample shop that its export shows as it does the others: sold, and taxed on top of the prices. */
const ordersOf = async ({ configuration }: World): Promise<readonly Sale[]> => {
  const { apiOrigin } = configuration.storefronts['sample-store'];
  const connector = shopifyConnector({
    ...{ shop: 'sample-store.myshopify.com', credentials: { accessToken: secret('shpat_CANARY_TOKEN') }, apiOrigin },
    ...{ webhookSecrets: [], reading: 'pages', policy: defaultPolicy, clock: systemClock },
  });
  const sales: Sale[] = [];
  for (const window of right(await connector.windows(sampleRange)())) {
    let next: O.Option<string> = O.none;
    do {
      const page = right(await connector.readPage(window, next)());
      sales.push(...page.results.filter(E.isRight).map((one) => one.right));
      ({ next } = page);
    } while (O.isSome(next));
  }
  return sales;
};

describe('tax-nexus import', () => {
  it('sends what the shop does not send, and finds there what either of the two has sent before, in both orders', async () => {
    const own = await world({ shop: { orders: 5 } });
    const { cli, taxService, folder, store } = own;
    const sales = await ordersOf(own);
    const write = (name: string, some: readonly Sale[]): void => writeFileSync(join(folder, name), shopifyExport(some));
    write('half.csv', sales.slice(0, 2));
    write('all.csv', sales);
    const importing = async (file: string, ...options: readonly string[]): ReturnType<typeof cli> =>
      cli(['import', file, '--storefront', 'history', ...options, ...asJson]);

    const dry = await importing('half.csv', '--dry-run');
    expect(readReport(dry.out)).toMatchObject({ considered: 2, dryRun: true });
    expect(taxService.journal()).toHaveLength(0);

    const first = await importing('half.csv');
    expect(readReport(first.out)).toMatchObject({ considered: 2, succeeded: 2, held: {} });
    const live = readReport((await cli(syncAll)).out);
    expect(live).toMatchObject({ succeeded: sales.length - 2, alreadyPresent: 2, findings: {} });
    const whole = readReport((await importing('all.csv')).out);
    expect(whole).toMatchObject({ considered: sales.length, succeeded: 0, alreadyPresent: sales.length, findings: {} });

    // The ids are those of the shop: the service itself shows that the sales are there.
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${store}${suffix}`, { force: true });
    expect(readReport((await importing('all.csv')).out)).toMatchObject({ succeeded: 0, alreadyPresent: sales.length });
    expect(taxService.journal()).toHaveLength(sales.length);
    expect(`${first.out}${first.err}`).not.toContain('CANARY');
  });

  it('reports what differs in a changed file, and sends only what is new', async () => {
    const { cli, taxService, folder } = await world({ shop: { orders: 1 } });
    const rows = ['id,date,currency,total,tax,state,zip,country', 'A1,2026-03-02,USD,10.00,0,TX,77002,US'];
    const file = join(folder, 'own.csv');
    const importing = async (...some: readonly string[]): ReturnType<typeof cli> => {
      writeFileSync(file, `${[...rows, ...some].join('\n')}\n`);
      return cli(['import', 'own.csv', '--storefront', 'stall', '--time-zone', 'America/Denver', ...asJson]);
    };
    await importing();
    const unnamed = [',2026-03-03,USD,6.00,0,TX,77002,US', ',2026-03-03,USD,7.00,0,TX,77002,US'];
    rows[1] = 'A1,2026-03-02,USD,12.00,0,TX,77002,US';
    const { out, code, err } = await importing(
      'A2,2026-03-03,USD,5.00,0,TX,,US',
      'A3,2026-03-03,USD,5.00,0,,,US',
      ...unnamed,
    );
    expect(readReport(out)).toMatchObject({
      ...{ considered: 5, succeeded: 1, alreadyPresent: 1, held: { 'missing address': 1, 'incomplete record': 2 } },
      findings: expect.objectContaining({ differs: 1 }),
    });
    expect(code).not.toBe(0);
    expect(err).not.toContain('77002');
    expect(taxService.journal().map(({ id }) => id)).toStrictEqual(['csv:stall:A1', 'csv:stall:A2']);
    const ofDays = async (...days: readonly string[]): ReturnType<typeof cli> =>
      cli(['import', 'own.csv', '--storefront', 'Stall', '--time-zone', 'America/Denver', ...days, ...asJson]);
    const last = await ofDays('--from', '2026-03-03');
    expect(readReport(last.out)).toMatchObject({ considered: 4, range: { from: '2026-03-03', to: '2026-03-03' } });
    expect(last.err).toContain('the sales of CSV stall, for the account default');
    const until = await ofDays('--to', '2026-03-02', '--dry-run');
    expect(readReport(until.out)).toMatchObject({ considered: 1, range: { from: '2026-03-02', to: '2026-03-02' } });
    expect((await ofDays('--from', '2026-04-01')).err).toContain('no sales of those days');
    expect((await ofDays('--from', '5000d', '--dry-run')).out).toContain('"to":"2026-03-03"');
    for (const command of [['retry'], ['explain', 'stall', 'A1']]) {
      expect((await cli(command)).err).toContain('run tax-nexus import again with the same file');
    }
  });

  it.each([
    ['a name that is taken', ['--storefront', 'us-store'], '"us-store" is a configured storefront'],
    ['an unknown storefront', ['--storefront', 'x', '--of', 'eu-store'], 'There is no storefront "eu-store"'],
    ['no time zone', ['--storefront', 'x'], '--time-zone America/New_York'],
    ['a wrong one', ['--storefront', 'x', '--time-zone', 'New York'], 'not an IANA name'],
  ])('reads nothing with %s', async (_, options, problem) => {
    const { cli, folder } = await shared;
    copyFileSync('docs/examples/import/orders.csv', join(folder, 'orders.csv'));
    const { code, err } = await cli(['import', 'orders.csv', ...options]);
    expect([code, err]).toStrictEqual([2, expect.stringContaining(problem)]);
  });

  it("asks for the shop's id where no storefront has it", async () => {
    const { cli, folder } = await shared;
    copyFileSync('docs/examples/import/stripe-payments.csv', join(folder, 'stripe.csv'));
    const importing = ['import', 'stripe.csv', '--storefront', 'old-account', '--time-zone', 'UTC'];
    expect((await cli(importing)).err).toContain('--platform-account with');
    const { out } = await cli([...importing, '--platform-account', 'acct_1', ...asJson]);
    expect(readReport(out)).toMatchObject({ considered: 5, succeeded: 2, skipped: { 'payment failed': 1 } });
  });
});

const shared = world({ shop: { orders: 1 } });
