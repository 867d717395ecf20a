import type { ServiceConfiguration } from './configuration.ts';
import type { FieldReader } from './field-reader.ts';
import { isLoopback, readOrigin } from './read-origin.ts';
import { reviewPlaceholders, type ReviewUrl } from '../../reconcile/review-link.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isTimeZone } from '../../domain/date-range.ts';
import { decodeAs } from '../../domain/decode.ts';
import type { ServiceWire, WireCodec } from '../../domain/wire-settings.ts';

/** The service's address, its key, and how fast it may be asked. */
export const readService = (reader: FieldReader): ServiceConfiguration => {
  const service = {
    baseUrl: readOrigin(
      reader,
      'baseUrl',
      reader.text('baseUrl', "Write the service's address, such as https://api.example.com"),
    ),
    apiKey: reader.secret('apiKey', 'Give the API key of the Tax Nexus Service'),
    requestsPerMinute: reader.wholeNumber('requestsPerMinute', { least: 1, most: 1_000_000 }),
    concurrency: reader.wholeNumber('concurrency', { least: 1, most: 512 }) ?? defaultConcurrency,
    wire: readWire(reader),
    reviewUrl: readReviewUrl(reader),
  };
  reader.refuseOthers();
  return service;
};

/**
 * Default for concurrent requests of a key. Enough for 4,000 a second at 20 ms, and for 900 at 100 ms. More make a busy
 * process hold more and finish no sooner: 256 cost a tenth of the time of the whole sync.
 */
export const defaultConcurrency = 96;

const key = 'reviewUrl';

const listed = reviewPlaceholders.map((name) => `{${name}}`).join(', ');

const example =
  'Write a web address such as https://app.example.com/transactions, without a user name; placeholders stand behind the host';

const isKnown = (placeholder: string): boolean => reviewPlaceholders.some((name) => placeholder === `{${name}}`);

const parse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Where people review transactions in the service's own pages; null where it is not set. */
const readReviewUrl = (reader: FieldReader): ReviewUrl => {
  const written = reader.optionalText(key, example);
  if (written === null || written === '') return null;
  const placeholders = written.match(/\{[^{}]*\}/g) ?? [];
  if (!placeholders.every(isKnown)) {
    reader.complain(key, 'it has a placeholder that is not known', `Use only ${listed}`);
    return null;
  }
  const url = parse(written);
  if (url === null || /[{}]/.test(written.replaceAll(/\{[^{}]*\}/g, '')) || /[{}]|%7[bd]/i.test(url.host)) {
    reader.complain(key, 'it is not a web address', example);
    return null;
  }
  if (`${url.username}${url.password}` !== '') {
    reader.complain(key, 'it has a user name or a password', example);
    return null;
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    reader.complain(
      key,
      'it does not begin with https://',
      'Write https://…; plain http is allowed for 127.0.0.1 and localhost only',
    );
    return null;
  }
  return written;
};

const oneOf = <A extends string>(...choices: readonly [A, A, ...A[]]): t.Type<A> =>
  t.union([t.literal(choices[0]), t.literal(choices[1]), ...choices.slice(2).map((choice) => t.literal(choice))]);

const Settings = t.partial(
  {
    amounts: oneOf('number', 'string', 'minorUnits'),
    names: t.record(t.string, t.string),
    nulls: oneOf('send', 'omit', 'blank'),
    identity: oneOf('auto', 'client', 'service'),
    marketplaces: t.type({ codes: t.array(t.string), others: oneOf('omit', 'send', 'hold') }),
    entities: t.array(t.string),
    extra: t.UnknownRecord,
    optional: t.array(oneOf('tags', 'shipFromAddress', 'lineItems.taxCode', 'lineItems.tags')),
    metadata: t.array(t.string),
    corrections: oneOf('PUT', 'PATCH', 'DELETE'),
    timeZone: t.refinement(t.string, isTimeZone, 'IANA time zone'),
  },
  'service.wire',
);

const Codec: t.Type<Partial<WireCodec>> = t.partial({ encode: t.Function, decode: t.Function }) as never;

/** Fields that `names` can rename, by our path. */
const ourPaths: ReadonlySet<string> = new Set(
  (
    'id name parentId transactedAt currency lineItems total subtotal discount shippingHandling taxCollected recalculate ' +
    'entity purpose marketplace shipToAddress shipToAddress.line1 shipToAddress.line2 shipToAddress.city ' +
    'shipToAddress.state shipToAddress.zip shipToAddress.country lineItems.id lineItems.quantity lineItems.amount ' +
    'lineItems.discount lineItems.productName lineItems.productSku lineItems.taxCode lineItems.tags tags metadata shipFromAddress'
  ).split(' '),
);

const keys: ReadonlySet<string> = new Set([...Object.keys(Settings.props), 'encode', 'decode']);

const remedy = 'docs/service.md lists every setting and its values';

/** How the service differs on the wire. JSON can hold all of it, but for a codec of the host's own. */
const readWire = (reader: FieldReader): ServiceWire => {
  const raw = reader.raw('wire');
  if (raw === undefined || raw === null) return {};
  const complain = (problem: string): ServiceWire => {
    reader.complain('wire', problem, remedy);
    return {};
  };
  const settings = decodeAs(Settings)(raw);
  if (E.isLeft(settings)) return complain(`it cannot be read (${settings.left.problems.join('; ')})`);
  if (!Codec.is(raw)) return complain('encode and decode are functions');
  const unknownKey = Object.keys(settings.right).find((key) => !keys.has(key));
  if (unknownKey !== undefined) return complain(`there is no setting "${unknownKey}"`);
  const unknownPath = Object.keys(settings.right.names ?? {}).find((path) => !ourPaths.has(path));
  if (unknownPath !== undefined) return complain(`names: we send no field "${unknownPath}"`);
  return settings.right;
};
