import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readReport } from '../support/printed-report.ts';
import { type CliWorld, cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();
const days = ['--from', '2025-01-01', '--to', '2026-03-31'];

/** Two businesses with the same shop, each with its own key, in one configuration. */
const twoAccounts = async (change: (settings: Settings) => unknown = (settings) => settings): Promise<CliWorld> => {
  const taxService = { apiKeys: ['tnx_CANARY_acme', 'tnx_CANARY_beta'] };
  const made = await world({ shop: { orders: 4 }, taxService });
  const path = join(made.folder, 'tax-nexus.config.json');
  const { service, state, storefronts } = JSON.parse(readFileSync(path, 'utf8')) as Settings;
  const shop = storefronts['us-store'];
  const accounts = {
    acme: { apiKey: 'tnx_CANARY_acme' },
    beta: { apiKey: { env: 'BETA_KEY' }, requestsPerMinute: 900 },
  };
  const both = { 'acme-us': { ...shop, taxAccount: 'acme' }, 'beta-us': { ...shop, taxAccount: 'beta' } };
  const settings = { service: { baseUrl: service['baseUrl'] }, state, accounts, storefronts: both };
  writeFileSync(path, JSON.stringify(change(settings)));
  return made;
};

interface Settings {
  readonly service: Readonly<Record<string, unknown>>;
  readonly state: unknown;
  readonly accounts?: Readonly<Record<string, unknown>>;
  readonly storefronts: Readonly<Record<string, object>>;
}

const env = { BETA_KEY: 'tnx_CANARY_beta' };

describe('several accounts in a configuration', () => {
  it('are worked on one at a time: that of the storefronts, or the one that is named', async () => {
    const { cli, taxService } = await twoAccounts();
    const acme = readReport((await cli(['sync', ...days, '--account', 'acme', '--json'], { env })).out);
    expect(acme).toMatchObject({ storefronts: ['acme-us'], failed: 0 });
    const beta = readReport((await cli(['sync', ...days, '--storefront', 'beta-us', '--json'], { env })).out);
    // The other account's sales are not its own.
    expect(beta).toMatchObject({ storefronts: ['beta-us'], succeeded: acme.succeeded, alreadyPresent: 0 });
    expect(taxService.journal()).toHaveLength(2 * acme.succeeded);
    const both = await cli(['sync', ...days], { env });
    expect(both).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--account') });
    expect((await cli(['report', '--account', 'acme', '--json'], { env })).out).toContain('"storefronts":["acme-us"]');
  }, 60_000);

  it('are named as the cause where the one that is asked for has no storefront', async () => {
    const { cli } = await twoAccounts((settings) => ({
      ...settings,
      accounts: { ...settings.accounts, gamma: { apiKey: 'tnx_CANARY_gamma' } },
    }));
    const none = await cli(['sync', ...days, '--account', 'gamma'], { env });
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('or none of the account that you named') });
  });

  it.each<[string, (settings: Settings) => unknown, string]>([
    [
      'an unknown account',
      (settings) => ({ ...settings, storefronts: { a: { ...settings.storefronts['acme-us'], taxAccount: 'gamma' } } }),
      'storefronts.a.taxAccount: there is no such account. Write one of acme, beta.',
    ],
    [
      'no account, and the service has no key',
      (settings) => ({
        ...settings,
        storefronts: { a: { ...settings.storefronts['acme-us'], taxAccount: undefined } },
      }),
      'storefronts.a.taxAccount: it is missing, and service has no apiKey',
    ],
    [
      'an account without a key',
      (settings) => ({
        ...settings,
        service: { ...settings.service, apiKey: 'tnx_CANARY_acme' },
        accounts: { acme: {}, beta: {} },
      }),
      'accounts.acme.apiKey: it is missing',
    ],
    [
      'an account at another service',
      (settings) => ({
        ...settings,
        accounts: { ...settings.accounts, beta: { apiKey: 'tnx_CANARY_beta', baseUrl: 'https://x.example' } },
      }),
      'accounts.beta.baseUrl: all accounts are of one service',
    ],
  ])('are refused with %s', async (_, change, complaint) => {
    const { cli } = await twoAccounts(change);
    const { code, err } = await cli(['check', '--account', 'acme'], { env });
    expect(code).toBe(2);
    expect(err).toContain(complaint);
  });
});
