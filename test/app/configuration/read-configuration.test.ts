import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { describeComplaint } from '../../../src/app/configuration/complaint.ts';
import type { Configuration } from '../../../src/app/configuration/configuration.ts';
import { readConfiguration } from '../../../src/app/configuration/read-configuration.ts';
import { left, right } from '../../support/right.ts';

const env = {
  TAX_NEXUS_API_KEY: 'tnx_CANARY',
  SHOPIFY_TOKEN: 'shpat_CANARY',
  SHOPIFY_SECRET: 'shpss_CANARY',
  SHOPIFY_CLIENT_ID: 'id of the environment',
};

const aConfiguration = (differences: Readonly<Record<string, unknown>> = {}): unknown => ({
  service: {
    baseUrl: 'http://127.0.0.1:4010',
    apiKey: { env: 'TAX_NEXUS_API_KEY' },
    requestsPerMinute: 500,
  },
  state: 'sqlite:./tax-nexus.db',
  storefronts: {
    'us-store': {
      connector: 'shopify',
      shop: 'acme.myshopify.com',
      accessToken: { env: 'SHOPIFY_TOKEN' },
      webhookSecrets: [{ env: 'SHOPIFY_SECRET' }],
      apiOrigin: 'http://127.0.0.1:4020',
      policy: {},
    },
  },
  ...differences,
});

const read = (written: unknown): Configuration => right(readConfiguration(written, { folder: '/srv/shop', env }));

const complaints = (written: unknown): readonly string[] =>
  left(readConfiguration(written, { folder: '/srv/shop', env })).map(describeComplaint);

describe('a configuration', () => {
  it('holds the marketplace policy, with laws of single states', () => {
    const shop = (policy: unknown): unknown =>
      aConfiguration({
        storefronts: {
          'us-store': {
            connector: 'shopify',
            shop: 'acme.myshopify.com',
            accessToken: 'x',
            webhookSecrets: 'y',
            policy,
          },
        },
      });
    const law = { collectsFrom: '2019-10-01', countsTowardThreshold: false };
    const policy = { marketplaceSales: 'hold', facilitatorLaws: { CA: law, TX: { collectsFrom: '2020-01-01' } } };
    expect(read(shop(policy)).storefronts['us-store']?.policy).toMatchObject({
      marketplaceSales: 'hold',
      facilitatorLaws: { CA: law, TX: { collectsFrom: '2020-01-01', countsTowardThreshold: null } },
    });
    const wrong = { California: law, ca: law, NY: { collectsFrom: 'soon', countsTowardThreshold: 'yes', from: 1 } };
    const at = 'storefronts.us-store.policy.facilitatorLaws';
    expect(complaints(shop({ facilitatorLaws: wrong }))).toStrictEqual([
      expect.stringContaining(`${at}.California: it is not the code of a US state`),
      expect.stringContaining(`${at}.ca: it is not the code of a US state`),
      expect.stringContaining(`${at}.NY.collectsFrom`),
      expect.stringContaining(`${at}.NY.countsTowardThreshold`),
      expect.stringContaining(`${at}.NY.from`),
    ]);
  });

  it('holds thresholds of single states, and names what is wrong with one', () => {
    const account = (policy: unknown): unknown =>
      aConfiguration({
        storefronts: { billing: { connector: 'stripe', secretKey: 'rk_test_1', timeZone: 'UTC', policy } },
      });
    const nexusThresholds = {
      WV: { from: '2027-07-01', sales: 250_000, transactions: null, isReachedAtAmount: false },
      TX: { period: 'calendar year', collects: 'next sale', ends: null },
    };
    expect(read(account({ nexusThresholds })).storefronts['billing']?.policy).toMatchObject({ nexusThresholds });
    const at = 'storefronts.billing.policy.nexusThresholds';
    const wrong = {
      ...{ MT: { sales: 1 }, tx: {}, CA: 500_000 },
      NY: { sales: 0, transactions: 1.5, needsBoth: 'yes', period: 'year', from: '2027-02-30', amount: 1 },
    };
    expect(complaints(account({ nexusThresholds: wrong }))).toStrictEqual([
      `${at}.MT: it is not the code of a US state with a sales tax. Write two capital letters, such as CA.`,
      expect.stringContaining(`${at}.tx: it is not the code of a US state`),
      expect.stringContaining(`${at}.CA: it is not an object`),
      expect.stringContaining(`${at}.NY.from: it is not a day of the calendar`),
      expect.stringContaining(`${at}.NY.sales: it is not a number in the allowed range`),
      expect.stringContaining(`${at}.NY.transactions: it is not a number in the allowed range`),
      expect.stringContaining(`${at}.NY.needsBoth: it is neither true nor false`),
      expect.stringContaining(`${at}.NY.period: it is not one of the allowed values. Write "calendar year" or`),
      expect.stringContaining(`${at}.NY.amount: there is no setting of this name`),
    ]);
    expect(complaints(account({ nexusThresholds: 7 }))).toStrictEqual([
      expect.stringContaining(`${at}: it is not an object`),
    ]);
  });

  it('holds the metadata keys of amounts with their units, and the products that are tax', () => {
    const account = (policy: unknown): unknown =>
      aConfiguration({
        storefronts: { billing: { connector: 'stripe', secretKey: 'rk_test_1', timeZone: 'UTC', policy } },
      });
    const metadata = { orderId: 'order_id', shipping: 'postage', tax: { key: 'Total Tax', unit: 'major' } };
    const policyOf = (policy: unknown) => read(account(policy)).storefronts['billing']?.policy;
    const taxProducts = ['prod_tax', 'Sales tax'];
    expect(policyOf({ metadata: { ...metadata, waitMinutes: 0 }, taxProducts })).toMatchObject({
      metadata: { ...metadata, waitMinutes: 0 },
      taxProducts,
    });
    expect(policyOf({ taxProducts: null })).toMatchObject({ metadata: {}, taxProducts: null });
    expect(policyOf({ taxProducts: [] })).toMatchObject({ taxProducts: [] });
    const at = 'storefronts.billing.policy.metadata';
    const wrong = { tax: { key: '', unit: 'cents' }, discount: 7, waitMinutes: 61, taxes: 'x' };
    expect(complaints(account({ metadata: wrong }))).toStrictEqual([
      expect.stringContaining(`${at}.tax.key: it is empty`),
      expect.stringContaining(
        `${at}.tax.unit: it is not one of the allowed values. Write "major" (8.25) or "minor" (825)`,
      ),
      expect.stringContaining(`${at}.discount: it is not an object`),
      expect.stringContaining(`${at}.waitMinutes: it is not a number in the allowed range`),
      expect.stringContaining(`${at}.taxes: there is no setting of this name`),
    ]);
  });

  it('of the documented shape is read, with its secrets from the environment', () => {
    const { service, state, storefronts } = read(aConfiguration());
    expect(service).toMatchObject({ baseUrl: 'http://127.0.0.1:4010', requestsPerMinute: 500 });
    expect(service.apiKey?.reveal()).toBe('tnx_CANARY');
    expect(state).toStrictEqual({ engine: 'sqlite', path: '/srv/shop/tax-nexus.db' });
    expect(storefronts['us-store']).toMatchObject({ connector: 'shopify', shop: 'acme.myshopify.com' });
  });

  it('takes client credentials instead of a token', () => {
    const shop = { connector: 'shopify', shop: 'acme.myshopify.com', clientId: 'id', clientSecret: 'shpss_CANARY' };
    expect(read(aConfiguration({ storefronts: { a: shop } })).storefronts['a']).toMatchObject({
      credentials: { clientId: 'id' },
    });
    const kept = { ...shop, clientId: { env: 'SHOPIFY_CLIENT_ID' } };
    expect(read(aConfiguration({ storefronts: { a: kept } })).storefronts['a']).toMatchObject({
      credentials: { clientId: 'id of the environment' },
    });
  });

  it('prints none of its secrets', () => {
    const configuration = read(aConfiguration());
    expect(`${inspect(configuration, { depth: 9 })}${JSON.stringify(configuration)}`).not.toContain('CANARY');
  });

  it('gets all complaints at once, each with its path and a remedy', () => {
    const written = {
      service: { baseUrl: 'http://tax.example.com', apiKey: { env: 'UNSET' }, requestsPerMinute: 0 },
      state: 'mysql://x',
      storefronts: {
        'us-store': {
          connector: 'shopify',
          shop: 'https://acme.com',
          policy: { adjustments: { refunds: 'sometimes' }, tipps: 'x' },
        },
        billing: { connector: 'stripe', secretKey: 'sk_test_1', timeZone: 'EST5' },
        other: { connector: 'magento' },
      },
      storefront: {},
    };
    expect(complaints(written)).toStrictEqual([
      'service.baseUrl: it does not begin with https://. Write https://…; plain http is allowed for 127.0.0.1 and localhost only.',
      'service.apiKey: the environment variable UNSET is not set. Set UNSET. Give the API key of the Tax Nexus Service.',
      'service.requestsPerMinute: it is not a number in the allowed range. Write a whole number from 1 to 1000000, without quotes.',
      'state: it names neither an SQLite file nor a PostgreSQL database. Write sqlite: and a path, such as sqlite:./tax-nexus.db, or the address of a PostgreSQL database, such as postgres://user:password@host:5432/database; in code also a pool of pg.',
      "storefronts.us-store.shop: it is a web address: leave out https:// and the path. Write the shop's own domain, such as acme.myshopify.com.",
      expect.stringContaining('storefronts.us-store.accessToken: it is missing.'),
      'storefronts.us-store.policy.adjustments.refunds: it is not one of the allowed values. Write "report" or "send".',
      expect.stringContaining('storefronts.us-store.policy.tipps: there is no setting of this name.'),
      'storefronts.billing.timeZone: it is not a time zone. Write an IANA time zone such as America/New_York.',
      expect.stringContaining('storefronts.other.connector: there is no such connector.'),
      'storefront: there is no setting of this name. Check its spelling, or remove it; the settings are $schema, service, state, publicUrl, schedule, retention, notifications, accounts, storefronts.',
    ]);
  });

  it('never quotes a value, which may be a secret in the wrong place', () => {
    const written = aConfiguration({ state: 'sk_live_CANARY', storefronts: { a: { connector: 'sk_live_CANARY' } } });
    expect(complaints(written).join()).not.toContain('CANARY');
  });

  it.each(['postgres', 'postgresql'])(
    'names a PostgreSQL database as %s://…, as a secret that cannot be printed',
    (scheme) => {
      const address = `${scheme}://user:CANARY@db.internal:5432/shop`;
      for (const state of [address, { env: 'DATABASE_URL' }]) {
        const written = readConfiguration(aConfiguration({ state }), {
          folder: '/srv/shop',
          env: { ...env, DATABASE_URL: address },
        });
        const read = right(written).state;
        expect(read.engine === 'postgres' && read.address.reveal()).toBe(address);
        expect(`${inspect(read, { depth: 9 })}${JSON.stringify(read)}`).not.toContain('CANARY');
      }
    },
  );

  it.each(['sk_live_CANARY', 'postgres://user:CANARY@db/shop'])(
    'never quotes a secret that stands where the name of its variable should',
    (name) => {
      const service = { baseUrl: 'https://tax.example.com', apiKey: { env: name } };
      const found = complaints(aConfiguration({ service, state: { env: name } }));
      expect(found).toStrictEqual([
        expect.stringContaining('service.apiKey: it does not name an environment variable.'),
        expect.stringContaining('state: it does not name an environment variable.'),
      ]);
      expect(found.join()).not.toContain('CANARY');
    },
  );

  it('reports once that the variable of the sync database is not set', () => {
    expect(complaints(aConfiguration({ state: { env: 'UNSET' } }))).toStrictEqual([
      expect.stringContaining('state: the environment variable UNSET is not set.'),
    ]);
  });

  it.each<[string, unknown, string]>([
    ['missing', undefined, 'it is missing. Give the API key'],
    ['empty', ' ', 'it is empty. Give the API key'],
    ['a number', 12, 'it is neither a string nor { "env": "NAME" }. Give the API key'],
  ])('describes what is wrong with a secret that is %s', (_, apiKey, problem) => {
    const service = { baseUrl: 'https://tax.example.com', apiKey };
    expect(complaints(aConfiguration({ service }))).toStrictEqual([
      expect.stringContaining(`service.apiKey: ${problem} of the Tax Nexus Service. Write { "env": "NAME" }`),
    ]);
  });

  it.each([
    [undefined, 'it is missing'],
    [' ', 'it is empty'],
    [7, 'it is not a string'],
  ])('reports once what is wrong with the address of the service: %j', (baseUrl, problem) => {
    expect(complaints(aConfiguration({ service: { baseUrl, apiKey: 'tnx_1' } }))).toStrictEqual([
      `service.baseUrl: ${problem}. Write the service's address, such as https://api.example.com.`,
    ]);
  });

  it('distinguishes a value of the wrong type from one that is empty or missing', () => {
    const shop = { connector: 'shopify', shop: '', accessToken: 'shpat_CANARY' };
    const storefronts = { '-us': { ...shop, shop: 7 }, b: shop, c: {} };
    expect(complaints(aConfiguration({ storefronts }))).toStrictEqual([
      expect.stringContaining('storefronts.-us: a storefront cannot have this name. Use letters, digits, - and _'),
      expect.stringContaining('storefronts.-us.shop: it is not a string.'),
      expect.stringContaining('storefronts.b.shop: it is empty.'),
      expect.stringContaining('storefronts.c.connector: it is missing. Write "shopify" or "stripe"'),
    ]);
  });

  it.each<[string, unknown, string]>([
    ['no address', {}, 'notifications.ops.url: it is missing. Write the https address'],
    ['plain http', { url: 'http://ops.example.com/CANARY' }, 'notifications.ops.url: it does not begin with https://'],
    ['no address at all', { url: 'CANARY' }, 'notifications.ops.url: it does not begin with https://'],
    [
      'a short secret',
      { url: 'https://ops.example.com', secret: `whsec_${Buffer.from('CANARY').toString('base64')}` },
      'notifications.ops.secret: it is not a key for signatures. Write whsec_ and 24 to 64 random bytes',
    ],
    [
      'an unknown kind',
      { url: 'https://ops.example.com', only: ['run.began'] },
      'notifications.ops.only: it names a kind that does not exist, or none. Write some of run.finished, credentials.refused',
    ],
    [
      'an unknown format',
      { url: 'https://ops.example.com', format: 'xml' },
      'notifications.ops.format: it is not one of',
    ],
    [
      'both',
      { url: 'https://ops.example.com', send: () => 0 },
      'notifications.ops.url: there is no setting of this name',
    ],
    ['no function', { send: 'CANARY' }, 'notifications.ops.send: it is not a function'],
  ])('complains about a target of notifications with %s', (_, ops, complaint) => {
    const found = complaints(aConfiguration({ notifications: { ops } }));
    expect(found).toStrictEqual([expect.stringContaining(complaint)]);
    expect(found.join()).not.toContain('CANARY');
  });

  it('needs a storefront', () => {
    expect(complaints(aConfiguration({ storefronts: {} })).join()).toContain('storefronts: it holds no storefront');
  });
});
