import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { importFile, type ImportRequest } from '../../src/app/import-file.ts';
import { systemClock } from '../../src/app/system-environment.ts';
import type { TaxNexusSettings } from '../../src/app/plugin/settings.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { silent } from '../support/a-sync.ts';
import { left, right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

const source = (platform: string, taxAccount?: string): StorefrontSource => ({
  open: () => ({ ...scriptedConnector({ pages: [] }), platform }),
  policy: { ...defaultPolicy, tips: 'send' },
  ...(taxAccount !== undefined && { taxAccount }),
});

const settings = (sources: TaxNexusSettings['sources']): TaxNexusSettings => ({
  ...{ sources, directories: [], credentials: null, hasKey: true, accounts: null, log: silent, onEvent: null },
  ...{ beforePush: null, worker: true, screen: null, written: [], foundation: () => E.left([]) },
});

const orders: ImportRequest = { path: 'docs/examples/import/shopify-orders.csv', storefront: 'history' };

describe('a file as a storefront', () => {
  it('has account, policy and precedence of the storefront whose sales it has', async () => {
    const shops = settings({ shop: source('shopify', 'acme'), billing: source('stripe', 'acme') });
    const { settings: all, days } = right(await importFile(shops, orders));
    expect(Object.keys(all.sources)).toStrictEqual(['shop', 'history', 'billing']);
    expect(all.sources['history']).toMatchObject({ taxAccount: 'acme', policy: { tips: 'send' } });
    expect(right(await days())).toStrictEqual({ from: '2026-02-03', to: '2026-02-05' });
  });

  it('has the ids of that storefront also if it is a file of your own', async () => {
    const request = { path: 'docs/examples/import/orders.csv', storefront: 'history', of: 'shop' };
    const { settings: all } = right(await importFile(settings({ shop: source('shopify') }), request));
    const connector = all.sources['history']?.open({ clock: systemClock });
    if (connector === undefined) throw new Error('there is no storefront of the file');
    expect(right(await connector.readRecord('8001')())).toMatchObject({
      value: { right: { identity: { platform: 'shopify', account: '548380009' }, references: ['shopify:order:8001'] } },
    });
  });

  it('is never taken for one of several shops, or for one whose number is not a number', async () => {
    const two = settings({ shop: source('shopify'), other: source('shopify') });
    expect(left(await importFile(two, orders))).toContain('with --of');
    const none = settings({});
    const ofShop = (platformAccount: string): ReturnType<typeof importFile> =>
      importFile(none, { ...orders, platformAccount, timeZone: 'UTC' });
    expect(left(await ofShop('acme.myshopify.com'))).toContain("Shopify's number of the shop");
    expect(E.isRight(await ofShop('548380009'))).toBe(true);
    expect(left(await importFile(none, { ...orders, storefront: '2019' }))).toContain('with a small letter');
  });

  it('is sent to the account of its owner alone', async () => {
    const shops = settings({ shop: source('shopify'), other: source('shopify', 'other') });
    const ofShop = { ...orders, of: 'shop' };
    expect(left(await importFile(shops, { ...ofShop, account: 'other' }))).toContain(
      'to the account default, not other',
    );
    expect(left(await importFile(shops, { ...ofShop, of: 'other', account: 'default' }))).toContain('account other');
    expect(E.isRight(await importFile(shops, { ...ofShop, account: 'default' }))).toBe(true);
    expect(left(await importFile(shops, { ...ofShop, platformAccount: '548380009' }))).toContain('Use --of alone');
  });

  it('finds the storefront that has the shop of --platform-account', async () => {
    const shops = settings({ billing: source('stripe'), shop: source('shopify', 'acme'), last: source('stripe') });
    const ofShop = { ...orders, platformAccount: '548380009' };
    const { settings: all, attribution } = right(await importFile(shops, ofShop));
    expect(Object.keys(all.sources)).toStrictEqual(['billing', 'shop', 'history', 'last']);
    expect(all.sources['history']).toMatchObject({ taxAccount: 'acme', policy: { tips: 'send' } });
    expect(right(await attribution())).toContain('the sales of shop (Shopify 548380009), for the account acme');
    expect(left(await importFile(shops, { ...ofShop, account: 'default' }))).toContain('to the account acme');
    const closed = {
      ...source('shopify'),
      open: (): never => {
        throw new Error('no token');
      },
    };
    expect(left(await importFile(settings({ closed }), { ...ofShop, timeZone: 'UTC' }))).toContain('cannot be checked');
    expect(left(await importFile(settings({ Shop: source('shopify') }), { ...orders, storefront: 'shop' }))).toContain(
      'is a configured storefront',
    );
  });
});
