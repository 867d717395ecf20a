/** Turns the plain async functions of a connector's author into the `SourceConnector` that the pipeline reads. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import { intervalOf, isTimeZone, monthsOf } from '../domain/date-range.ts';
import { decodeAs } from '../domain/decode.ts';
import type { SourceError } from '../domain/errors.ts';
import { held, type RecordReference } from '../domain/exclusion.ts';
import { memoizeSuccess } from '../domain/async.ts';
import type { MerchantLocation } from '../mapping/merchant-location.ts';
import type {
  Account,
  Cursor,
  Page,
  ReadinessFinding,
  SourceConnector,
  SourceResult,
  Window,
} from '../mapping/source-connector.ts';
import { rejected, toSourceError } from './failures.ts';
import type { RecordMeaning } from './sale-facts.ts';
import { resultOf } from './to-result.ts';
import { checkedLocations } from './locations.ts';
import { type DeliveryMeaning, receiveVerified, receiveWebhook, type WebhookDefinition } from './webhook.ts';

/** The records to list: from `start` until before `end`, from `cursor` on. */
export interface Part {
  /** UTC, `2026-03-01T08:00:00Z`; included. */
  readonly start: string;
  /** Not included. */
  readonly end: string;
  /** The `next` of your last page; undefined for the first page. */
  readonly cursor: Cursor | undefined;
}

/** Records as the platform returns them, and the cursor of the next page. */
export interface RecordsPage {
  readonly records: readonly unknown[];
  /** Left out on the last page. */
  readonly next?: Cursor | undefined;
}

/** A connector in plain `async` functions. Throw `refused()`, `throttled(seconds)`, `unreachable()` or `rejected(message)`. */
export interface ConnectorDefinition<Record> {
  /** A word such as `ledger`: the first part of every transaction's id. Never change it. */
  readonly platform: string;
  /** As people write it: `Ledger`. */
  readonly platformName: string;
  /** Asks the platform, with the credentials, for the seller and the time zone of its days. Read once. */
  readonly account: () => Promise<Omit<Account, 'id'> & { readonly id: string | number }>;
  /** The records by the date of their sale. */
  readonly sold: (part: Part) => Promise<RecordsPage>;
  /** The records by their last change, whenever they were sold. Without it, only webhooks report changes of earlier sales. */
  readonly changed: ((part: Part) => Promise<RecordsPage>) | 'keeps no history';
  /** One record in its present state; undefined or null if the platform has no such record. */
  readonly find: (id: string) => Promise<unknown>;
  /** The same by the merchant's number, for `tax-nexus explain`. Default: only numbers that were read before are known. */
  readonly findByNumber?: (number: string) => Promise<unknown>;
  /**
   * The page on which the merchant can see a record, from its id alone. Default: no link for records that are held, skipped or
   * failed.
   */
  readonly urlOf?: (id: string) => string;
  /** The fields that you read, and no others. A record with another shape is held. */
  readonly record: t.Decoder<unknown, Record> & { readonly name: string };
  /** Whether ids are unique among all accounts of the platform. Default: no, and names contain the account. Never change it. */
  readonly idsAreUnique?: boolean;
  /** The id of a record, even of one that `record` does not accept. Default: its field `id`. */
  readonly idOf?: (record: unknown) => string | number | undefined;
  /** Pure, and facts only: `sale({ … })`, or `skip` or `hold` with a reason. */
  readonly toSale: (record: Record) => RecordMeaning;
  /** Your own code can still name a record: `taxNexus.receive(name, { topic, deliveryId, payload: { id } })`. */
  readonly webhook: WebhookDefinition | 'sends no webhooks';
  /**
   * The merchant's active locations, in all countries, without names and streets: stock or staff there creates nexus. Throw
   * `rejected(message)` if a permission is missing. Default: no locations are stated.
   */
  readonly locations?: () => Promise<readonly MerchantLocation[]>;
  /** Other checks before a sync: permissions, history. Default: only whether the account can be read. */
  readonly check?: () => Promise<readonly ReadinessFinding[]>;
}

/**
 * A connector for the pipeline, from plain `async` functions. It connects to nothing until it is used.
 *
 * @example
 * import * as t from 'io-ts';
 * import * as kit from 'tax-nexus-sync/connector';
 *
 * const connector = kit.defineConnector({
 *   platform: 'ledger',
 *   platformName: 'Ledger',
 *   account: async () => ({ id: 'acme', name: 'Acme', timeZone: 'UTC' }),
 *   sold: async () => ({ records: [{ id: '7', at: '2026-01-02T10:00:00Z', total: '12.50' }] }),
 *   changed: 'keeps no history',
 *   find: async () => undefined,
 *   record: t.type({ id: t.string, at: t.string, total: t.string }),
 *   toSale: ({ id, at, total }) => kit.sale({ id, at, total, currency: 'USD', lines: [{ id, name: 'All', price: total }] }),
 *   webhook: 'sends no webhooks',
 * });
 */
export const defineConnector = <Record>(definition: ConnectorDefinition<Record>): SourceConnector => {
  const { platform, platformName, changed, idOf = ownId, findByNumber, urlOf, locations, webhook } = definition;
  const owner = { platform, platformName, ...(definition.idsAreUnique !== true && { idsRepeat: true as const }) };
  const toError = toSourceError(platformName);
  const call = <A>(ask: () => Promise<A>): TE.TaskEither<SourceError, A> => TE.tryCatch(async () => ask(), toError);
  const decode = decodeAs(definition.record);

  const account = memoizeSuccess(call(async () => checkedAccount(await definition.account())));
  const withAccount = <A>(ask: (account: Account) => Promise<A>): TE.TaskEither<SourceError, A> =>
    pipe(
      account,
      TE.flatMap((known) => call(() => ask(known))),
    );

  const toResult =
    ({ id }: Account) =>
    (raw: unknown): SourceResult => {
      const sourceId = String(idOf(raw) ?? '');
      const reference: RecordReference = { sourceId, name: sourceId };
      const decoded = decode(raw);
      return E.isLeft(decoded)
        ? E.left(held(reference, 'unreadable record', decoded.left.problems.join('; ')))
        : resultOf({ ...owner, account: id }, reference, () => definition.toSale(decoded.right));
    };

  const found = (ask: () => Promise<unknown>): TE.TaskEither<SourceError, O.Option<SourceResult>> =>
    withAccount(async (known) => O.map(toResult(known))(O.fromNullable(await ask())));

  return {
    platform,
    account,
    check: withAccount(async (known) => ({
      account: known,
      findings: [
        ...((await definition.check?.()) ?? []),
        ...(changed === 'keeps no history' ? [noHistory(platformName)] : []),
      ],
      records: O.none,
    })),
    windows: (range) =>
      withAccount(({ timeZone }) =>
        Promise.resolve(
          monthsOf(range).map((month): Window => ({
            key: `${month.from}..${month.to}`,
            kind: 'sold',
            ...intervalOf(month, timeZone),
          })),
        ),
      ),
    changes: (interval, _happenedBefore, besides) =>
      withAccount(() => {
        const window = { key: `changed ${interval.start}..${interval.end}`, kind: 'changed' as const, ...interval };
        // Only sales of these days could be read, and the caller reads them itself or does not need them.
        return Promise.resolve(changed === 'keeps no history' && besides !== undefined ? [] : [window]);
      }),
    readPage: ({ kind, start, end }, cursor) => {
      const list = kind === 'changed' && changed !== 'keeps no history' ? changed : definition.sold;
      return withAccount(async (known) =>
        toPage(cursor, await list({ start, end, cursor: O.toUndefined(cursor) }), toResult(known)),
      );
    },
    readRecord: (id) => found(() => definition.find(id)),
    ...(locations !== undefined && { locations: call(async () => checkedLocations(await locations())) }),
    ...(urlOf !== undefined && { recordUrl: ({ id }: { readonly id: string }) => urlOf(id) }),
    ...(findByNumber !== undefined && { readByNumber: (number: string) => found(() => findByNumber(number)) }),
    ...(webhook === 'sends no webhooks'
      ? {
          receiveWebhook: () => E.left({ _tag: 'Unverified', message: `${platformName} sends no webhooks` }),
          receiveVerified: receiveVerified(idInPayload),
        }
      : { receiveWebhook: receiveWebhook(webhook), receiveVerified: receiveVerified(webhook.meaning) }),
    subscriptions: O.none,
  };
};

const ownId = (record: unknown): string | number | undefined => {
  const id = isRecord(record) ? record['id'] : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The account, after a check: without an id or a time zone, sales would get wrong ids and days. */
const checkedAccount = ({ id, name, timeZone }: Omit<Account, 'id'> & { readonly id: string | number }): Account => {
  if (String(id) === '') throw rejected('The account has no id.');
  if (!isTimeZone(timeZone))
    throw rejected('The time zone of the account is not an IANA name such as America/New_York.');
  return { id: String(id), name, timeZone };
};

const noHistory = (platformName: string): ReadinessFinding => ({
  level: 'warns',
  subject: 'changes',
  message: `${platformName} does not list what changed. Refunds of earlier sales are found by webhooks, or by another historical sync.`,
});

const toPage = (
  cursor: O.Option<Cursor>,
  { records, next }: RecordsPage,
  toResult: (raw: unknown) => SourceResult,
): Page => {
  if (next !== undefined && O.isSome(cursor) && cursor.value === next) {
    throw rejected('The connector returned the same cursor again. Report it to its author.');
  }
  return { results: records.map(toResult), next: O.fromNullable(next) };
};

const idInPayload = (payload: unknown): DeliveryMeaning => {
  const changed = ownId(payload);
  return changed === undefined ? 'unreadable' : { changed };
};
