import { describe, expect, it } from '@jest/globals';
import { stripe } from '../../../connectors/stripe/index.ts';
import { shopify } from '../../../connectors/shopify/index.ts';
import { describeComplaint } from '../../../src/app/configuration/complaint.ts';
import { readConfiguration } from '../../../src/app/configuration/read-configuration.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';

const service = { baseUrl: 'http://127.0.0.1:4010', apiKey: 'key' };
const shop = { shop: 'acme.myshopify.com', accessToken: 'token' };
const account = { secretKey: 'rk_test_1', timeZone: 'America/New_York' };

const readStorefronts = (storefronts: unknown): ReturnType<typeof readConfiguration> =>
  readConfiguration({ service, storefronts }, { folder: '/srv/shop', env: {} });

const read = (since: unknown): ReturnType<typeof readConfiguration> =>
  readStorefronts({
    shop: { connector: 'shopify', ...shop, since },
    billing: { connector: 'stripe', ...account, since },
  });

const wrong: readonly (readonly [string, unknown])[] = [
  ['no day of the calendar', '2026-02-30'],
  ['written otherwise', '02/01/2026'],
  ['of a year with a typing error', '0206-02-01'],
  ['a moment', '2026-02-01T00:00:00Z'],
  ['a number', 20_260_201],
];

describe('the first day of a storefront', () => {
  it('is taken as it is written, for every connector', () => {
    expect(right(read('2026-02-01')).storefronts).toMatchObject({
      shop: { since: '2026-02-01' },
      billing: { since: '2026-02-01' },
    });
  });

  it('is left to what was synced and went live unless it is set', () => {
    expect(right(read(undefined)).storefronts).toMatchObject({ shop: { since: null }, billing: { since: null } });
  });

  it.each(wrong)('is a complaint in a configuration when it is %s', (_, since) => {
    expect(left(read(since)).map(describeComplaint)).toStrictEqual([
      expect.stringMatching(/^storefronts\.shop\.since: it is not a .*\. Write a day as YYYY-MM-DD/),
      expect.stringMatching(/^storefronts\.billing\.since: it is not a .*\. Write a day as YYYY-MM-DD/),
    ]);
  });

  it('is an option of shopify() and stripe()', () => {
    expect(shopify({ ...shop, since: '2026-02-01' })).toMatchObject({ since: '2026-02-01' });
    expect(stripe({ ...account, since: '2026-02-01' })).toMatchObject({ since: '2026-02-01' });
    expect([shopify(shop).since, stripe(account).since]).toStrictEqual([null, null]);
  });

  it.each(wrong)('is a problem of shopify() and stripe() when it is %s', (_, since) => {
    for (const source of [
      shopify({ ...shop, since: since as string }),
      stripe({ ...account, since: since as string }),
    ]) {
      expect(source.problems?.join()).toMatch(/since: it is not a (?:day|string)\b.* YYYY-MM-DD/);
    }
  });

  it.each(wrong)('is a complaint of a host’s own source when it is %s', async (_, since) => {
    const own = { ...shopify(shop), since } as StorefrontSource;
    const complaint = { code: 'CONFIGURATION', problems: [{ path: 'storefronts.own.since' }] };
    await expect(createTaxNexus({ service, storefronts: { own } }).start()).rejects.toMatchObject(complaint);
    const later = createTaxNexus({ service, storefronts: {} });
    await expect(later.storefronts.add('own', own)).rejects.toMatchObject(complaint);
  });
});

describe('what was pasted into the wrong place', () => {
  const complaintsOf = (storefront: object, more: object = service): string =>
    left(readConfiguration({ service: more, storefronts: { one: storefront } }, { folder: '/srv/shop', env: {} }))
      .map(describeComplaint)
      .join('\n');

  it.each<[string, object, string]>([
    [
      'a publishable key',
      { connector: 'stripe', ...account, secretKey: 'pk_live_CANARY' },
      'secretKey: it is a publish',
    ],
    [
      'the name of a variable',
      { connector: 'stripe', ...account, secretKey: '${STRIPE_KEY}' },
      'secretKey: it is the name of an environment variable',
    ],
    [
      'the id of a customer',
      { connector: 'stripe', ...account, account: 'cus_CANARY' },
      'account: it is not the id of a Stripe account',
    ],
    [
      'an endpoint’s id',
      { connector: 'stripe', ...account, webhookSecrets: 'we_CANARY' },
      'webhookSecrets.0: it is the id of',
    ],
    [
      'a secret for a token',
      { connector: 'shopify', ...shop, accessToken: 'shpss_CANARY' },
      'accessToken: it is the client',
    ],
    [
      'a token for a secret',
      { connector: 'shopify', ...shop, webhookSecrets: ['shpat_CANARY'] },
      'webhookSecrets.0: it is an',
    ],
    [
      'the admin’s address',
      { connector: 'shopify', ...shop, shop: 'https://admin.shopify.com/store/canary' },
      "shop: it is an address of Shopify's admin, in which the name of the shop is behind /store/. Write the shop's own domain",
    ],
  ])('is named by the configuration: %s', (_, storefront, complaint) => {
    expect(complaintsOf(storefront)).toContain(complaint);
    expect(complaintsOf(storefront)).not.toMatch(/canary/i);
  });

  it('is named as well where it would be sent to the service: a key of a platform', () => {
    const wrong = { ...service, apiKey: 'sk_live_CANARY' };
    const complaints = complaintsOf({ connector: 'shopify', ...shop }, wrong);
    expect(complaints).toBe('service.apiKey: it is an API key of Stripe. Give the API key of the Tax Nexus Service.');
  });

  it('is a complaint of a configuration and of an app: test data together with live data', async () => {
    const live = { ...account, secretKey: 'rk_live_1' };
    const complaint = /^storefronts: the key of trial reads test data, and the key of billing live data\. Keep test/;
    const stripes = { billing: { connector: 'stripe', ...live }, trial: { connector: 'stripe', ...account } };
    expect(left(readStorefronts(stripes)).map(describeComplaint)).toStrictEqual([expect.stringMatching(complaint)]);
    expect(right(readStorefronts({ trial: stripes.trial })).storefronts).toHaveProperty('trial');
    const mixed = createTaxNexus({ service, storefronts: { billing: stripe(live), trial: stripe(account) } });
    await expect(mixed.start()).rejects.toThrow(/the key of trial reads test data/);
  });
});

describe('how a Shopify storefront is read', () => {
  const readShop = (more: object): ReturnType<typeof readConfiguration> =>
    readStorefronts({ shop: { connector: 'shopify', ...shop, ...more } });

  it.each([
    ['by the number of orders unless it is set', {}, 'auto'],
    ['in pages', { reading: 'pages' }, 'pages'],
    ['by bulk operations', { reading: 'bulk' }, 'bulk'],
  ])('is decided %s', (_, more, reading) => {
    expect(right(readShop(more)).storefronts['shop']).toMatchObject({ reading });
  });

  it('is one of the three', () => {
    const [complaint] = left(readShop({ reading: 'fast' })).map(describeComplaint);
    expect(complaint).toMatch(/reading: .*"auto" or "pages" or "bulk"/);
  });
});
