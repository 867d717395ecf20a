/** What a test can choose about the sample shop: its orders, rights, throttling, bulk operations and faults. */
import type { FaultRule } from '../http/fault.ts';
import type { DateRange } from '../../src/domain/date-range.ts';
import { type Access, allScopes } from './graphql/access.ts';
import { sampleRange } from './orders/sample-size.ts';

/** What becomes of one bulk operation. */
export type BulkOutcome =
  | 'completes'
  /** `FAILED`, with the address of the partial file. */
  | 'fails'
  | 'isCanceled'
  /** Completed so long ago that its result is gone. */
  | 'isExpired'
  /** The file lacks its last lines, which are announced all the same. */
  | 'losesLines'
  /** Children do not follow their order, as if grouping had not been asked for. */
  | 'isUngrouped'
  /** The first address of the result is not served for long. */
  | 'addressExpires'
  /** The result has an address at which Shopify keeps none. */
  | 'strangeAddress'
  | 'runsForever';

/** How the bulk operations of a sample shop go. */
export interface BulkOptions {
  /** How long an operation runs at least, in seconds. Default 0: it is over when it is looked at. */
  readonly seconds?: number;
  /** Whether the app may not run them. Default false. */
  readonly isDenied?: boolean;
  /** What becomes of the operations, in the order in which they are started; the others complete. Default none. */
  readonly outcomes?: readonly BulkOutcome[];
}

/** Points that queries cost, and how fast they come back. Shopify's standard plan: 2,000 points, 100 a second. */
export interface BucketOptions {
  readonly maximumAvailable: number;
  readonly restoreRate: number;
}

/** What a sample shop is like; all of it has a default. */
export interface SampleShopOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** The same seed and number of orders give the same orders, bytes and all. Default 1. */
  readonly seed?: number;
  /** Default 400, in which every situation occurs. */
  readonly orders?: number;
  /** Over which the orders are spread. Default `sampleRange`. */
  readonly days?: DateRange;
  /** Some orders are so large that they reach thresholds of states. Default false. */
  readonly hasWholesale?: boolean;
  /** Default `sample-store.myshopify.com`. */
  readonly domain?: string;
  /** Default `sandbox-shopify-token`. */
  readonly accessToken?: string;
  /** Key and secret for the client-credentials grant. Default `sandbox-client` and `sandbox-secret`. */
  readonly client?: { readonly id: string; readonly secret: string };
  /** Seconds that a granted token lives. Default 86,399. */
  readonly tokenLifetime?: number;
  /** Default: all that a connector can make use of. Without `read_all_orders`, only the last 60 days are seen. */
  readonly scopes?: readonly string[];
  /** Default `level 2`: everything of a buyer. */
  readonly protectedCustomerData?: Access['protectedCustomerData'];
  /** Points that queries cost. Default null: nothing is ever throttled. */
  readonly bucket?: BucketOptions | null;
  /** How bulk operations go. Default: all complete as soon as they are looked at. */
  readonly bulk?: BulkOptions;
  /** Operations are `graphql`, `token`, `result` (the file of a bulk operation) and `any`. */
  readonly faults?: readonly FaultRule[];
  /** Milliseconds since 1970, for the bucket and the tokens; the orders have a time of their own. */
  readonly now?: () => number;
}

/** All of it, defaults filled in. */
export const withDefaults = (options: SampleShopOptions): Required<SampleShopOptions> => ({
  port: 0,
  seed: 1,
  orders: 400,
  days: sampleRange,
  hasWholesale: false,
  domain: 'sample-store.myshopify.com',
  accessToken: 'sandbox-shopify-token',
  client: { id: 'sandbox-client', secret: 'sandbox-secret' },
  tokenLifetime: 86_399,
  scopes: allScopes,
  protectedCustomerData: 'level 2',
  bucket: null,
  bulk: {},
  faults: [],
  now: Date.now,
  ...options,
});
