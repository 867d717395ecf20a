/**
 * Reads the settings that a configuration file and a host's options share: service, sync database, address, schedule,
 * notifications.
 */
import { fieldOf, isThisMachine } from '../../domain/fields.ts';
import type { HostDatabase } from '../../domain/host-database.ts';
import type { Foundation, ServiceConfiguration, StateConfiguration } from './configuration.ts';
import type { FieldReader } from './field-reader.ts';
import { readNotifications } from './read-notifications.ts';
import { readRegistrations } from './read-registrations.ts';
import { reviewPlaceholders, type ReviewUrl } from '../../reconcile/review-link.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isTimeZone } from '../../domain/date-range.ts';
import { decodeAs } from '../../domain/decode.ts';
import { leftOutPaths, type ServiceWire, type WireCodec } from '../../domain/wire-settings.ts';
import { isAbsolute, resolve } from 'node:path';
import { secret } from '../../domain/secret.ts';
import { defaultSchedule, type Schedule, scheduleComplaint } from '../../live/index.ts';

/**
 * @param folder from which relative paths start
 * @param hasAccounts whether the key may be left out, because accounts have keys of their own
 */
export const readFoundation = (reader: FieldReader, folder: string, hasAccounts: boolean): Foundation => {
  const service = reader.object('service', true);
  const hasKey = !hasAccounts || (service.raw('apiKey') ?? null) !== null;
  return {
    service: readServiceWith(service, hasKey ? readKey : () => null),
    state: readState(reader, folder),
    publicUrl: readPublicUrl(reader),
    schedule: readSchedule(reader.object('schedule', false)),
    retentionMonths: readRetention(reader.object('retention', false)),
    notifications: readNotifications(reader.object('notifications', false)),
  };
};

/** The address at which the internet reaches the handler; null if it is not set. */
const readPublicUrl = (reader: FieldReader): string | null => {
  const remedy = 'Write the public address of the handler, such as https://app.example.com/tax-nexus';
  const written = reader.optionalText('publicUrl', remedy);
  return written === null || written === '' ? null : readOrigin(reader, 'publicUrl', written) || null;
};

/** The settings of the service or of one account. */
export const readService = (reader: FieldReader): ServiceConfiguration => readServiceWith(reader, readKey);

const readKey = (reader: FieldReader): ServiceConfiguration['apiKey'] =>
  reader.secret('apiKey', 'Give the API key of the Tax Nexus Service', 'service key');

const readServiceWith = <Key>(
  reader: FieldReader,
  keyIn: (reader: FieldReader) => Key,
): Omit<ServiceConfiguration, 'apiKey'> & { readonly apiKey: Key } => {
  const service = {
    baseUrl: readOrigin(
      reader,
      'baseUrl',
      reader.text('baseUrl', "Write the service's address, such as https://api.example.com"),
    ),
    apiKey: keyIn(reader),
    requestsPerMinute: reader.wholeNumber('requestsPerMinute', { least: 1, most: 1_000_000 }),
    concurrency: reader.wholeNumber('concurrency', { least: 1, most: 512 }) ?? defaultConcurrency,
    wire: readWire(reader),
    reviewUrl: readReviewUrl(reader),
    registrations: readRegistrations(reader.object('registrations', false)),
  };
  reader.refuseOthers();
  return service;
};

/**
 * Default for concurrent requests of a key. It allows 4,000 a second at 20 ms, and 900 at 100 ms. With 256, a busy process held
 * more in memory and its whole sync took a tenth longer.
 */
export const defaultConcurrency = 96;

const reviewExample =
  'Write a web address such as https://app.example.com/transactions, without a user name; placeholders stand behind the host';

/** The service's page where people review transactions; null if it is not set. */
const readReviewUrl = (reader: FieldReader): ReviewUrl => {
  const key = 'reviewUrl';
  const written = reader.optionalText(key, reviewExample);
  if (written === null || written === '') return null;
  const complain = (problem: string, remedy = reviewExample): null => {
    reader.complain(key, problem, remedy);
    return null;
  };
  const known = reviewPlaceholders.map((name) => `{${name}}`);
  const placeholders: readonly string[] = written.match(/\{[^{}]*\}/g) ?? [];
  if (placeholders.some((placeholder) => !known.includes(placeholder))) {
    return complain('it has a placeholder that is not known', `Use only ${known.join(', ')}`);
  }
  const url = parse(written);
  if (url === null || /[{}]/.test(written.replaceAll(/\{[^{}]*\}/g, '')) || /[{}]|%7[bd]/i.test(url.host)) {
    return complain('it is not a web address');
  }
  if (`${url.username}${url.password}` !== '') return complain('it has a user name or a password');
  return isSafe(reader, key, url) ? written : null;
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
    leaveOut: t.array(oneOf(...leftOutPaths)),
    nextCursor: t.string,
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

const wireKeys: ReadonlySet<string> = new Set([...Object.keys(Settings.props), 'encode', 'decode']);

const wireRemedy = 'docs/service.md lists every setting and its values';

/** How the service differs on the wire. JSON can hold all of it except a codec, which is code. */
const readWire = (reader: FieldReader): ServiceWire => {
  const raw = reader.raw('wire');
  if (raw === undefined || raw === null) return {};
  const complain = (problem: string): ServiceWire => {
    reader.complain('wire', problem, wireRemedy);
    return {};
  };
  const settings = decodeAs(Settings)(raw);
  if (E.isLeft(settings)) return complain(`it cannot be read (${settings.left.problems.join('; ')})`);
  if (!Codec.is(raw)) return complain('encode and decode are functions');
  const unknownKey = Object.keys(settings.right).find((key) => !wireKeys.has(key));
  if (unknownKey !== undefined) return complain(`there is no setting "${unknownKey}"`);
  const unknownPath = Object.keys(settings.right.names ?? {}).find((path) => !ourPaths.has(path));
  if (unknownPath !== undefined) return complain(`names: we send no field "${unknownPath}"`);
  return settings.right;
};

const stateRemedy =
  'Write sqlite: and a path, such as sqlite:./tax-nexus.db, or the address of a PostgreSQL database, such as postgres://user:password@host:5432/database';

const isHostDatabase = (given: unknown): given is HostDatabase =>
  typeof given === 'function' || typeof fieldOf(given, 'connect') === 'function';

/** The address of a database is a secret. */
const readState = (reader: FieldReader, folder: string): StateConfiguration => {
  const given = reader.raw('state') ?? null;
  if (isHostDatabase(given)) return { engine: 'host', database: given };
  const isWritten = given !== null;
  const state = isWritten ? reader.secret('state', stateRemedy).reveal() : 'sqlite:./tax-nexus.db';
  if (/^postgres(ql)?:\/\//.test(state)) return { engine: 'postgres', address: secret(state) };
  const path = state.startsWith('sqlite:') ? state.slice('sqlite:'.length) : '';
  // An empty value was reported already.
  if (state !== '' && path === '') {
    reader.complain('state', 'it names neither an SQLite file nor a PostgreSQL database', stateRemedy);
  }
  return { engine: 'sqlite', path: path === ':memory:' || isAbsolute(path) ? path : resolve(folder, path) };
};

/** When catch-up and reconciliation are due: cron expressions; null for never; the default if nothing is written. */
const readSchedule = (reader: FieldReader): Schedule => {
  const read = (task: keyof Schedule): string | null => {
    if (reader.raw(task) === undefined) return defaultSchedule[task];
    const remedy = 'Write minute, hour, day, month and weekday, such as "0 4 * * *", or null for never';
    const expression = reader.optionalText(task, remedy);
    if (expression !== null && expression !== '' && scheduleComplaint(expression) !== undefined) {
      reader.complain(task, 'it is not a cron expression', remedy);
    }
    return expression;
  };
  const schedule = { catchUp: read('catchUp'), reconcile: read('reconcile') };
  reader.refuseOthers();
  return schedule;
};

const readRetention = (reader: FieldReader): number | null => {
  const months = reader.wholeNumber('months', { least: 1, most: 1_200 });
  reader.refuseOthers();
  return months;
};

const parse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Whether the address is https, or plain http to this very machine. Keys travel over it, so any other address is a complaint. */
const isSafe = (reader: FieldReader, key: string, { protocol, hostname }: URL): boolean => {
  if (protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))) return true;
  const remedy = 'Write https://…; plain http is allowed for 127.0.0.1 and localhost only';
  reader.complain(key, 'it does not begin with https://', remedy);
  return false;
};

/** A web address without query and trailing slash; see `isSafe`. */
export const readOrigin = (reader: FieldReader, key: string, text: string): string => {
  // An empty value was reported already.
  if (text === '') return '';
  const url = parse(text);
  if (url === null || `${url.search}${url.hash}${url.username}` !== '') {
    const remedy = 'Write one such as https://api.example.com, without user name, ? and #';
    reader.complain(key, 'it is not a plain web address', remedy);
    return '';
  }
  isSafe(reader, key, url);
  return url.toString().replace(/\/+$/, '');
};
