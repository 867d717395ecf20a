import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import Ajv from 'ajv';
import * as E from 'fp-ts/lib/Either.js';
import { describeComplaint } from '../../src/app/configuration/complaint.ts';
import { defineConfig } from '../../src/app/configuration/config-file.ts';
import { readConfiguration } from '../../src/app/configuration/read-configuration.ts';
import { isRecord } from '../../src/domain/fields.ts';
import { configSchema } from '../support/config-schema.ts';
import { sized } from '../support/size.ts';

const kept = 'docs/tax-nexus.config.schema.json';
const schema = configSchema();
if (process.env['SCHEMA'] === 'write') writeFileSync(kept, `${JSON.stringify(schema)}\n`);

const isValid = new Ajv({ allErrors: true }).compile(schema);

const key = `whsec_${Buffer.alloc(32).toString('base64')}`;

/** Every setting that a file can hold, once. */
const everything = {
  $schema: './node_modules/tax-nexus-sync/docs/tax-nexus.config.schema.json',
  service: {
    baseUrl: 'https://api.example.com',
    apiKey: { env: 'KEY' },
    requestsPerMinute: 500,
    concurrency: 96,
    reviewUrl: 'https://app.example.com/{id}',
    registrations: { TX: { status: 'registered', since: '2023-05-01', by: 'our accountant' } },
    wire: {
      amounts: 'string',
      names: { id: 'key' },
      nulls: 'omit',
      identity: 'auto',
      marketplaces: { codes: ['AMAZON'], others: 'hold' },
      entities: ['NON_PROFIT'],
      leaveOut: ['subtotal', 'lineItems.productSku'],
      nextCursor: 'pagination.next',
      extra: { source: 'x' },
      optional: ['tags'],
      metadata: ['channel'],
      timeZone: 'America/New_York',
      corrections: 'PUT',
    },
  },
  state: { env: 'KEY' },
  schedule: { catchUp: '*/5 * * * *', reconcile: null },
  retention: { months: 36 },
  accounts: {
    acme: {
      ...{ apiKey: { env: 'KEY' }, requestsPerMinute: 100, concurrency: 8, reviewUrl: 'https://a.example/{id}' },
      registrations: { CA: { status: 'managed elsewhere', since: '2024-01-01', by: 'another service' } },
      wire: { amounts: 'string' },
    },
  },
  notifications: { ops: { url: 'https://ops.example.com', format: 'slack', secret: key, only: ['run.finished'] } },
  storefronts: {
    shop: {
      connector: 'shopify',
      shop: 'acme.myshopify.com',
      accessToken: 'shpat_1',
      webhookSecrets: ['s', { env: 'KEY' }],
      apiOrigin: 'http://127.0.0.1:1',
      reading: 'bulk',
      since: '2026-01-01',
      taxAccount: 'acme',
      policy: {
        adjustments: { refunds: 'send', additions: 'send', cancellations: 'send', disputes: 'send' },
        ...{ unpaid: 'send', partiallyPaid: 'skip', zeroTotals: 'hold', estimatedTax: 'send', tips: 'send' },
        ...{ fees: 'leave out', taxCodes: { a: 'b' }, resaleTags: ['r'], exemptTags: { t: 'CHURCH' } },
        ...{ exemptEntity: 'NON_PROFIT', marketplaces: { tiktok: 'TIKTOK' }, marketplaceSales: 'skip' },
        facilitatorLaws: { CA: { collectsFrom: '2019-10-01', countsTowardThreshold: null } },
        nexusThresholds: {
          WV: {
            ...{ from: '2027-07-01', sales: 250_000, transactions: 200, needsBoth: true, isReachedAtAmount: false },
            ...{ period: 'calendar year', countsExemptSales: true, countsResale: false },
            ...{ collects: 'next sale', ends: 'one year' },
          },
        },
        ...{ mixedLiability: 'tag', unknownMarketplace: 'OTHER', reportingCurrency: 'USD' },
        ...{
          metadata: { orderId: 'order', tax: 't', shipping: 's', discount: 'd' },
          platformSells: 'connected account',
        },
      },
    },
    dev: { connector: 'shopify', shop: 'b.myshopify.com', clientId: 'c', clientSecret: { env: 'KEY' } },
    billing: {
      ...{ connector: 'stripe', secretKey: 'rk_live_1', timeZone: 'America/New_York', webhookSecrets: 'whsec_1' },
      ...{
        account: 'acct_1',
        apiOrigin: 'https://stripe.example.com',
        since: '2026-01-01',
        policy: {},
        taxAccount: 'acme',
      },
    },
  },
} as const;

const read = (written: unknown): readonly string[] => {
  const env = { KEY: 'postgres://h/d' };
  const configuration = readConfiguration(written, { folder: '/srv', env });
  return E.isLeft(configuration) ? configuration.left.map(describeComplaint) : [];
};

type Path = readonly string[];

const pathsIn = (value: unknown, at: Path = []): readonly Path[] =>
  isRecord(value)
    ? [...(at.length > 0 ? [at] : []), ...Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...at, name]))]
    : [at];

const changed = (value: unknown, [name, ...rest]: Path, to: unknown): unknown => {
  if (name === undefined) return to;
  const fields = isRecord(value) ? value : {};
  return { ...fields, [name]: changed(fields[name], rest, to) };
};

const settings = pathsIn(everything);

/** Below these, names are free. */
const tables = ['extra', 'exemptTags', 'marketplaces', 'names', 'taxCodes'];
const misspellable = settings.filter((path) => path.at(-1) !== 'env' && !tables.includes(path.at(-2) ?? ''));

const named = (paths: readonly Path[]): readonly (readonly [string, Path])[] =>
  paths.map((path) => [path.join('.'), path] as const);

describe('the schema of a configuration for editors', () => {
  it('is made of the settings that are read, and shipped with the docs', () => {
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toStrictEqual(JSON.parse(JSON.stringify(schema)));
  });

  it('knows every setting, as the reader does', () => {
    expect(isValid(everything) ? [] : isValid.errors).toStrictEqual([]);
    expect(read(everything)).toStrictEqual([]);
  });

  it.each(named(misspellable))('and the reader both refuse a misspelled neighbor of %s', (_, path) => {
    // A name of a storefront or a target is free; what it holds is not.
    const isFree = ['storefronts', 'notifications', 'accounts'].includes(path.at(-2) ?? '');
    const at = [...path.slice(0, -1), 'misspelled', ...(isFree ? ['connector'] : [])];
    const written = changed(everything, at, 'x');
    expect(isValid(written)).toBe(false);
    expect(read(written)).not.toStrictEqual([]);
  });

  const numbers = settings.filter((path) => !path.includes('extra'));

  it.each(named(sized({ quick: numbers.filter((_, index) => index % 4 === 0), all: numbers })))(
    'and the reader both refuse a number that is too large for %s',
    (_, path) => {
      const written = changed(everything, path, 1e9);
      expect(isValid(written)).toBe(false);
      expect(read(written)).not.toStrictEqual([]);
    },
  );
});

it('defineConfig gives back what it was given', () => {
  const config = { service: { baseUrl: 'https://a.example', apiKey: { env: 'KEY' } }, storefronts: {} };
  expect(defineConfig(config)).toBe(config);
});
