import { describe, expect, it } from '@jest/globals';
import { cliWorlds } from '../../support/cli-worlds.ts';
import { readReport } from '../../support/printed-report.ts';
import { appsOf, built, imports } from '../a-host-app.ts';

const anApp = appsOf(cliWorlds());

/** One merchant that the app lists, one that it knows by name alone, each with its own key. */
const platform = `${imports}
  const acme = { name: 'acme-us', account: env.SHOP!, source: () => shop('acme') };
  export const taxNexus = createTaxNexus({
    service: { baseUrl: env.SERVICE },
    accounts: (id: string) => (id === 'unknown' ? null : { apiKey: \`tnx_CANARY_\${id}\` }),
    state: \`sqlite:\${env.STATE}\`,
    storefronts: {},
    directories: [
      {
        name: 'installations',
        platform: 'shopify',
        readPage: () => async () => ({ _tag: 'Right', right: { storefronts: [acme], next: { _tag: 'None' } } }),
        find: () => async () => ({ _tag: 'Right', right: { _tag: 'Some', value: acme } }),
      },
    ],
    credentials: (name: string) => (name === 'beta-us' ? shop('beta') : null),
    hooks: { beforePush: (transaction) => (env.SKIP_ALL ? 'skip' : transaction) },
  } as never);`;

const days = ['--from', '2025-01-01', '--to', '2026-03-31'];

describe('tax-nexus --app', () => {
  it('works with the keys, storefronts and hooks of an app of many merchants, one account at a time', async () => {
    const { run, taxService } = await anApp(platform);
    const app = ['--app', './tax-nexus.ts'];

    const checked = await run(['check', ...app, '--json']);
    expect(JSON.parse(checked.out)).toMatchObject({ checked: [{ subject: 'service' }, { subject: 'acme-us' }] });

    const ofOne = await run(['check', ...app, '--storefront', 'beta-us']);
    expect(ofOne.out).toContain('\nbeta-us\n');
    expect(ofOne.out).not.toContain('acme-us');
    expect(ofOne.out).toContain(
      'Next: tax-nexus sync --from 90d --dry-run --storefront beta-us --app ./tax-nexus.ts\n',
    );

    const listed = await run(['sync', ...app, ...days, '--json']);
    expect(readReport(listed.out)).toMatchObject({ storefronts: ['acme-us'] });
    const sent = taxService.journal().length;
    expect(sent).toBeGreaterThan(0);

    const named = await run(['sync', ...app, ...days, '--storefront', 'beta-us', '--json'], { SKIP_ALL: 'yes' });
    expect(readReport(named.out)).toMatchObject({ storefronts: ['beta-us'], succeeded: 0 });
    expect(taxService.journal()).toHaveLength(sent);

    const explained = await run(['explain', ...app, 'acme-us', '#1001']);
    expect(explained.out).toContain('Shopify #1001');

    const proven = await run(['reconcile', ...app, ...days, '--account', 'acme']);
    expect(proven.out).toContain('acme-us, 2025-01-01 to 2026-03-31');

    const listedRuns = await run(['runs', ...app, '--account', 'acme']);
    expect(listedRuns.out).toMatch(/Next: tax-nexus report --run \S+ --app \.\/tax-nexus\.ts --account acme\n$/);

    const due = await run(['run-due', ...app, '--budget', '20']);
    expect(due.out).toContain('acme-us');

    const both = await run(['sync', ...app, ...days, '--storefront', 'beta-us', '--storefront', 'acme-us']);
    expect(both).toMatchObject({ code: 2, out: '' });
    expect(both.err).toContain('The storefronts are of 2 accounts, and a command works on one.');
    const unknown = await run(['check', ...app, '--account', 'unknown']);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toMatch(/There is no account "unknown".*--account/);
  }, 120_000);

  it.each<[string, string, string]>([
    ['exports no app', 'export const other = 1;', 'it exports neither a TaxNexus nor its options'],
    [
      'has wrong options',
      `${imports} export const taxNexus = createTaxNexus({ service: { baseUrl: 'ftp://x', apiKey: '' }, storefronts: { a: shop() } });`,
      'service.baseUrl: it does not begin with https://',
    ],
    ['fails', "throw new Error('tnx_CANARY_KEY');", 'it failed while it ran (Error)'],
  ])(
    'that %s is refused with its remedy, and nothing is opened',
    async (_, source, complaint) => {
      const { run } = await anApp(source);
      const { code, out, err } = await run(['check', '--app', 'tax-nexus.ts']);
      expect({ code, out }).toStrictEqual({ code: 2, out: '' });
      expect(err).toContain(complaint);
    },
    60_000,
  );

  it('never passes for a command that was done, when its module awaits what nothing settles', async () => {
    const { run } = await anApp('await new Promise(() => undefined);', 'app.mts');
    const { code, err } = await run(['check', '--app', 'app.mts']);
    expect({ code, err }).toMatchObject({ code: 70, err: expect.stringContaining('ended before it was done') });
  }, 60_000);

  it('takes what a module of the old kind exports by default, as TypeScript compiles it', async () => {
    const { run } = await anApp(
      `Object.defineProperty(exports, '__esModule', { value: true });
       const { shopify } = require('${built}/connectors/shopify/index.js');
       exports.default = {
         service: { baseUrl: process.env.SERVICE, apiKey: 'tnx_CANARY_KEY' },
         state: \`sqlite:\${process.env.STATE}\`,
         storefronts: { 'us-store': shopify({ shop: process.env.SHOP, accessToken: 'x', apiOrigin: process.env.SHOP_ORIGIN, webhookSecrets: ['s'] }) },
       };`,
      'app.cjs',
    );
    expect(await run(['runs', '--app', 'app.cjs'])).toMatchObject({ code: 0, err: '' });
  }, 60_000);
});
