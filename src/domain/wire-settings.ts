/**
 * The settings that describe how one Tax Nexus Service wants its JSON: names of fields, form of amounts, who assigns ids, and
 * more.
 */
import * as t from 'io-ts';
import { isTimeZone } from './date-range.ts';
import { isRecord } from './fields.ts';
import {
  listOf,
  mapOf,
  oneOf,
  optional,
  refused,
  type Setting,
  settingOf,
  settingsOf,
  texts,
  textSetting,
} from './setting.ts';

/** Who assigns the ids of transactions: we do and the service keeps them, or the service does. */
export type IdentityMode = 'client' | 'service';

/** By our path. */
export type OptionalPath = 'tags' | 'shipFromAddress' | 'lineItems.taxCode' | 'lineItems.tags';

/** Fields that may be left out, by our path. The service's contract names the others as required. */
export const leftOutPaths = [
  'id',
  'subtotal',
  'discount',
  'shippingHandling',
  'currency',
  'recalculate',
  'parentId',
  'entity',
  'purpose',
  'marketplace',
  'lineItems.id',
  'lineItems.productName',
  'lineItems.productSku',
  'lineItems.discount',
  'shipToAddress.line1',
  'shipToAddress.line2',
  'shipToAddress.city',
] as const;
export type LeftOutPath = (typeof leftOutPaths)[number];

/** See docs/service.md. Each deviation of a service is a setting here, never a fork of the code. */
export interface WireSettings {
  /** How amounts are written. Default `number`: major units as JSON numbers. */
  readonly amounts?: 'number' | 'string' | 'minorUnits';
  /** The service's names for our fields, by our path: `{ "shipToAddress.zip": "shipToAddress.postalCode" }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** What is written for an address part that is missing: null, nothing, or an empty text. Default `send`. */
  readonly nulls?: 'send' | 'omit' | 'blank';
  /** Default `auto`: the first pushed transaction shows it. */
  readonly identity?: IdentityMode | 'auto';
  /** The service's closed list of marketplaces, and what happens to a sale of another one. Default: any is sent. */
  readonly marketplaces?: { readonly codes: readonly string[]; readonly others: 'omit' | 'send' | 'hold' };
  /** The service's closed list of `entity` codes; a sale with another one is held. Default: any is sent. */
  readonly entities?: readonly string[];
  /**
   * Fields that the service does not take, by our path, such as `subtotal` or `lineItems.productSku`: they are not sent, and not
   * compared. None that a tax filing depends on. Default: none.
   */
  readonly leaveOut?: readonly LeftOutPath[];
  /** Where a page of the list names the next one, such as `next_cursor` or `pagination.next`. Default: `nextCursor`. */
  readonly nextCursor?: string;
  /** Constant fields of every transaction. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Fields that such services know and need not have; sent where the source has them. Default: none. */
  readonly optional?: readonly OptionalPath[];
  /** Keys of the order's metadata that are sent, as `metadata`. Default: none. */
  readonly metadata?: readonly string[];
  /**
   * IANA time zone of your books, such as `America/New_York`, for a service that counts months by the date as it is written:
   * `transactedAt` is sent as the local time with its offset. Default: UTC with `Z`.
   */
  readonly timeZone?: string;
  /**
   * How a stored transaction is replaced at `/transactions/{id}`: by a `PUT` or `PATCH` with the whole body, or by a `DELETE`
   * and a new `POST`. Only `tax-nexus correct` does so, after a person agreed. Default: there is no way.
   */
  readonly corrections?: 'PUT' | 'PATCH' | 'DELETE';
}

/** For a service that settings cannot describe. Both are pure; what they throw holds no data of a customer. */
export interface WireCodec {
  /** The JSON body of a POST, of a transaction in our own form. */
  readonly encode: (transaction: Readonly<Record<string, unknown>>) => unknown;
  /** One transaction of the service's, of a list or alone, in our own names of the fields. */
  readonly decode: (json: unknown) => unknown;
}

/** Settings, and a codec that replaces the settings for single fields. */
export type ServiceWire = WireSettings & Partial<WireCodec>;

/** Fields that `names` can rename, by our path. */
const renamedPaths: ReadonlySet<string> = new Set([
  ...['id', 'name', 'parentId', 'transactedAt', 'currency', 'lineItems', 'total', 'subtotal', 'discount'],
  ...['shippingHandling', 'taxCollected', 'recalculate', 'entity', 'purpose', 'marketplace', 'tags', 'metadata'],
  ...['shipToAddress', 'shipToAddress.line1', 'shipToAddress.line2', 'shipToAddress.city', 'shipToAddress.state'],
  ...['shipToAddress.zip', 'shipToAddress.country', 'shipFromAddress', 'lineItems.id', 'lineItems.quantity'],
  ...['lineItems.amount', 'lineItems.discount', 'lineItems.productName', 'lineItems.productSku', 'lineItems.taxCode'],
  'lineItems.tags',
]);

const fieldName = textSetting("Write the service's name for this field");

/** Code only. */
const codecFunction = <A>(): Setting<A> =>
  settingOf<A>(null, (written, context) =>
    typeof written === 'function'
      ? t.success(written as A)
      : refused(context, 'it is not a function', 'Write a function, or leave it out; docs/service.md shows one'),
  );

/** The setting `service.wire`. */
export const wireSettings: Setting<ServiceWire> = settingsOf<ServiceWire>({
  amounts: optional(oneOf('number', 'string', 'minorUnits')),
  names: optional(
    mapOf(fieldName, (path) =>
      renamedPaths.has(path)
        ? undefined
        : { problem: 'we send no field of this path', remedy: 'docs/service.md shows every field that is sent' },
    ),
  ),
  nulls: optional(oneOf('send', 'omit', 'blank')),
  identity: optional(oneOf('auto', 'client', 'service')),
  marketplaces: optional(
    settingsOf<NonNullable<WireSettings['marketplaces']>>({ codes: texts, others: oneOf('omit', 'send', 'hold') }),
  ),
  entities: optional(texts),
  leaveOut: optional(listOf(oneOf(...leftOutPaths))),
  nextCursor: optional(textSetting('Write the name of a field, such as next_cursor or pagination.next')),
  extra: optional(
    settingOf<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: {} }, (written, context) =>
      isRecord(written)
        ? t.success(written)
        : refused(context, 'it is not an object', 'Write an object such as { "source": "shop" }'),
    ),
  ),
  optional: optional(listOf(oneOf('tags', 'shipFromAddress', 'lineItems.taxCode', 'lineItems.tags'))),
  metadata: optional(texts),
  timeZone: optional(
    textSetting('Write an IANA time zone such as America/New_York', (name) =>
      isTimeZone(name) ? undefined : 'it is not a time zone',
    ),
  ),
  corrections: optional(oneOf('PUT', 'PATCH', 'DELETE')),
  encode: optional(codecFunction<WireCodec['encode']>()),
  decode: optional(codecFunction<WireCodec['decode']>()),
});
