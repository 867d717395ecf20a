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
  it('of the documented shape is read, with its secrets from the environment', () => {
    const { service, state, storefronts } = read(aConfiguration());
    expect(service).toMatchObject({ baseUrl: 'http://127.0.0.1:4010', requestsPerMinute: 500 });
    expect(service.apiKey.reveal()).toBe('tnx_CANARY');
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
        'us-store': { connector: 'shopify', shop: 'https://acme.com', policy: { refunds: 'sometimes', tipps: 'x' } },
        billing: { connector: 'stripe', secretKey: 'sk_test_1', timeZone: 'EST5' },
        other: { connector: 'magento' },
      },
      storefront: {},
    };
    expect(complaints(written)).toStrictEqual([
      'service.baseUrl: it is not encrypted. Write https://…; plain http is for 127.0.0.1 and localhost only.',
      'service.apiKey: the environment variable UNSET is not set. Set UNSET: Give the API key of the Tax Nexus Service.',
      'service.requestsPerMinute: it is out of bounds. Write a whole number from 1 to 1000000.',
      'state: it names no record book that this version can open. Write sqlite: and a path, such as sqlite:./tax-nexus.db, or the address of a PostgreSQL database, such as postgres://user:password@host:5432/database.',
      "storefronts.us-store.shop: it is not a myshopify.com domain. Write the shop's own domain, such as acme.myshopify.com.",
      expect.stringContaining('storefronts.us-store.accessToken: it is missing.'),
      'storefronts.us-store.policy.refunds: it is not one of the choices. Write report or send.',
      'storefronts.us-store.policy.tipps: there is no such setting. Remove it, or check its spelling.',
      'storefronts.billing.timeZone: it is not a time zone. Write an IANA time zone such as America/New_York.',
      expect.stringContaining('storefronts.other.connector: there is no such connector.'),
      'storefront: there is no such setting. Remove it, or check its spelling.',
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

  it('says once that the variable of the record book is not set', () => {
    expect(complaints(aConfiguration({ state: { env: 'UNSET' } }))).toStrictEqual([
      expect.stringContaining('state: the environment variable UNSET is not set.'),
    ]);
  });

  it('needs a storefront', () => {
    expect(complaints(aConfiguration({ storefronts: {} })).join()).toContain('storefronts: there is none');
  });
});
