import * as O from 'fp-ts/lib/Option.js';
import { findUsState } from '../../mapping/us-state.ts';
import { readingModes } from '../../../connectors/shopify/read/reading-mode.ts';
import { dayProblem, dayRemedy, isTimeZone } from '../../domain/date-range.ts';
import { findCurrency } from '../../domain/money.ts';
import { defaultPolicy, type MetadataMeaning, type Policy } from '../../mapping/policy.ts';
import type { SourceConnector } from '../../mapping/source-connector.ts';
import type { ShopifyStorefront, StorefrontConfiguration, StripeStorefront } from './configuration.ts';
import { type FieldReader, isFields } from './field-reader.ts';
import { readOrigin } from './read-origin.ts';

const optionalOrigin = (reader: FieldReader): string | null => {
  const origin = reader.optionalText('apiOrigin', 'Write a web address, or leave it out');
  return origin === null ? null : readOrigin(reader, 'apiOrigin', origin);
};

const shopDomain = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

const readShopify = (reader: FieldReader): ShopifyStorefront => {
  const remedy = "Write the shop's own domain, such as acme.myshopify.com";
  const shop = reader.text('shop', remedy).toLowerCase();
  if (shop !== '' && !shopDomain.test(shop)) reader.complain('shop', 'it is not a myshopify.com domain', remedy);
  const credentials = reader.has('clientId')
    ? {
        // No secret, yet kept beside one: it may come out of the environment as well.
        clientId: reader.secret('clientId', "Write the app's client id").reveal(),
        clientSecret: reader.secret('clientSecret', "Give the app's client secret"),
      }
    : {
        accessToken: reader.secret(
          'accessToken',
          'Give the Admin API access token (shpat_…), or clientId and clientSecret',
        ),
      };
  return {
    connector: 'shopify',
    shop,
    credentials,
    webhookSecrets: reader.secrets('webhookSecrets', "Give the app's client secret, with which webhooks are signed"),
    apiOrigin: optionalOrigin(reader),
    reading: reader.choice('reading', readingModes, 'auto'),
    since: readSince(reader),
    policy: readPolicy(reader.object('policy', false)),
  };
};

const readStripe = (reader: FieldReader): StripeStorefront => {
  const remedy = 'Write an IANA time zone such as America/New_York';
  const secretKey = reader.secret('secretKey', 'Give a restricted key (rk_live_…) or the secret key (sk_live_…)');
  const timeZone = reader.text('timeZone', remedy);
  if (timeZone !== '' && !isTimeZone(timeZone)) reader.complain('timeZone', 'it is not a time zone', remedy);
  return {
    connector: 'stripe',
    secretKey,
    webhookSecrets: reader.secrets('webhookSecrets', "Give the endpoint's signing secret (whsec_…)"),
    account: reader.optionalText('account', 'Write the connected account, such as acct_1Q…'),
    apiOrigin: optionalOrigin(reader),
    timeZone,
    since: readSince(reader),
    policy: readPolicy(reader.object('policy', false)),
  };
};

const isConnector = (value: unknown): value is SourceConnector =>
  isFields(value) &&
  typeof value['platform'] === 'string' &&
  ['windows', 'changes', 'readPage', 'readRecord', 'receiveWebhook', 'check', 'account'].every(
    (step) => typeof value[step] === 'function',
  );

/** One storefront; undefined when its connector is unknown, which is a complaint. */
export const readStorefront = (reader: FieldReader): StorefrontConfiguration | undefined => {
  const connector = reader.raw('connector');
  const storefront: StorefrontConfiguration | undefined =
    connector === 'shopify'
      ? readShopify(reader)
      : connector === 'stripe'
        ? readStripe(reader)
        : isConnector(connector)
          ? {
              connector: 'own',
              source: connector,
              since: readSince(reader),
              policy: reader.has('policy') ? readPolicy(reader.object('policy', false)) : defaultPolicy,
            }
          : undefined;
  if (storefront === undefined) {
    reader.complain(
      'connector',
      connector === undefined ? 'it is missing' : 'there is no such connector',
      'Write "shopify" or "stripe"; a configuration in TypeScript or JavaScript may hold a SourceConnector instead',
    );
    return undefined;
  }
  reader.refuseOthers();
  return storefront;
};

/** The first day of a storefront; null where it is not set. */
const readSince = (reader: FieldReader): string | null => {
  const since = reader.optionalText('since', dayRemedy);
  if (since === null || since === '') return null;
  const problem = dayProblem(since);
  if (problem === undefined) return since;
  reader.complain('since', problem, dayRemedy);
  return null;
};

const meanings: readonly MetadataMeaning[] = [
  'orderId',
  'tax',
  'shipping',
  'discount',
  'exempt',
  'resale',
  'marketplace',
  'entity',
];

const readMetadata = (reader: FieldReader): Policy['metadata'] => {
  const keys = Object.fromEntries(
    meanings.flatMap((meaning) => {
      const key = reader.optionalText(meaning, 'Write the metadata key that holds it');
      return key === null ? [] : [[meaning, key]];
    }),
  );
  reader.refuseOthers();
  return keys;
};

/** Laws of single states: `{ "CA": { "collectsFrom": "2019-10-01", "countsTowardThreshold": true } }`. */
const readLaws = (reader: FieldReader): Policy['facilitatorLaws'] => {
  const remedy = 'Write a day as YYYY-MM-DD, such as 2019-10-01';
  const laws = Object.fromEntries(
    reader.keys().map((state) => {
      if (O.toUndefined(findUsState(state)) !== state) {
        reader.complain(state, 'it is not the code of a US state', 'Write two capital letters, such as CA');
      }
      const law = reader.object(state, true);
      const collectsFrom = law.text('collectsFrom', remedy);
      const problem = collectsFrom === '' ? undefined : dayProblem(collectsFrom);
      if (problem !== undefined) law.complain('collectsFrom', problem, remedy);
      const counts = law.raw('countsTowardThreshold') ?? null;
      if (counts !== null && typeof counts !== 'boolean') {
        law.complain(
          'countsTowardThreshold',
          'it is not true, false or null',
          'Write true, false or null, without quotes',
        );
      }
      law.refuseOthers();
      return [state, { collectsFrom, countsTowardThreshold: typeof counts === 'boolean' ? counts : null }];
    }),
  );
  reader.refuseOthers();
  return laws;
};

const readAdjustments = (reader: FieldReader): Policy['adjustments'] => {
  const { refunds, additions, cancellations, disputes } = defaultPolicy.adjustments;
  const adjustments: Policy['adjustments'] = {
    refunds: reader.choice('refunds', ['report', 'send'], refunds),
    additions: reader.choice('additions', ['report', 'send'], additions),
    cancellations: reader.choice('cancellations', ['report', 'send'], cancellations),
    disputes: reader.choice('disputes', ['report', 'send'], disputes),
  };
  reader.refuseOthers();
  return adjustments;
};

const readCurrency = (reader: FieldReader): string | null => {
  const remedy = 'Write a code of ISO 4217, such as USD';
  const code = reader.optionalText('reportingCurrency', remedy);
  if (code !== null && O.isNone(findCurrency(code))) {
    reader.complain('reportingCurrency', 'it is not a currency of ISO 4217', remedy);
  }
  return code;
};

const isExchangeRate = (value: unknown): value is NonNullable<Policy['exchangeRate']> => typeof value === 'function';

const readExchangeRate = (reader: FieldReader): Policy['exchangeRate'] => {
  const value = reader.raw('exchangeRate') ?? null;
  if (value === null || isExchangeRate(value)) return value;
  reader.complain('exchangeRate', 'it is not a function', "Write a function that returns a decimal, such as '0.7345'");
  return null;
};

const readTaxCodes = (reader: FieldReader): Policy['taxCodes'] => {
  const value = reader.raw('taxCodes') ?? defaultPolicy.taxCodes;
  return typeof value === 'string'
    ? reader.choice<'ignore' | 'read'>('taxCodes', ['ignore', 'read'], 'ignore')
    : reader.table('taxCodes');
};

/** The policy of a storefront: what is written, and the defaults for the rest. */
const readPolicy = (reader: FieldReader): Policy => {
  const policy: Policy = {
    adjustments: readAdjustments(reader.object('adjustments', false)),
    unpaid: reader.choice('unpaid', ['wait', 'send'], defaultPolicy.unpaid),
    partiallyPaid: reader.choice('partiallyPaid', ['hold', 'send', 'skip'], defaultPolicy.partiallyPaid),
    zeroTotals: reader.choice('zeroTotals', ['send', 'skip', 'hold'], defaultPolicy.zeroTotals),
    estimatedTax: reader.choice('estimatedTax', ['hold', 'send'], defaultPolicy.estimatedTax),
    tips: reader.choice('tips', ['leave out', 'send'], defaultPolicy.tips),
    fees: reader.choice('fees', ['send', 'leave out'], defaultPolicy.fees),
    taxCodes: readTaxCodes(reader),
    resaleTags: reader.texts('resaleTags'),
    exemptTags: reader.table('exemptTags'),
    exemptEntity: reader.optionalText('exemptEntity', 'Write a code such as NON_PROFIT'),
    marketplaces: reader.table('marketplaces'),
    facilitatorLaws: readLaws(reader.object('facilitatorLaws', false)),
    marketplaceSales: reader.choice('marketplaceSales', ['send', 'skip', 'hold'], defaultPolicy.marketplaceSales),
    mixedLiability: reader.choice('mixedLiability', ['split', 'tag'], defaultPolicy.mixedLiability),
    unknownMarketplace: reader.optionalText('unknownMarketplace', 'Write a code such as OTHER') ?? 'OTHER',
    reportingCurrency: readCurrency(reader),
    exchangeRate: readExchangeRate(reader),
    metadata: readMetadata(reader.object('metadata', false)),
    platformSells: reader.choice('platformSells', ['platform', 'connected account'], defaultPolicy.platformSells),
  };
  reader.refuseOthers();
  return policy;
};
