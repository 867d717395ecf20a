/** What a test can choose about the sample Stripe account: its sales, key, permissions, limits and faults. */
import type { FaultRule } from '../http/fault.ts';
import type { SampleSize } from '../shopify/orders/sample-size.ts';

/** What a sample Stripe account is like; all of it has a default. */
export interface SampleAccountOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** The same seed and number of sales give the same objects, bytes and all. Default 1. */
  readonly seed?: number;
  /** Default 250, in which every situation occurs. */
  readonly sales?: number;
  /** Default `rk_live_sandbox`. A key with `_test_` in it makes all objects those of test mode. */
  readonly secretKey?: string;
  /** Default `acct_1SbxSample`. */
  readonly account?: string;
  /** What a restricted key may read, such as `rak_charge_read`. Default null: everything. */
  readonly permissions?: readonly string[] | null;
  /** Milliseconds before each answer. Default 0. */
  readonly latencyMs?: number;
  /** Requests per second that one endpoint accepts before it returns 429; Stripe's limit is 25. Default null: no limit. */
  readonly perEndpointPerSecond?: number | null;
  /** Operations are endpoints: `charges`, `charges/:id`, `invoices/:id/lines`, …, and `any`. */
  readonly faults?: readonly FaultRule[];
  /** Milliseconds since 1970, for the limit and for how long events are kept; the sales have a time of their own. */
  readonly now?: () => number;
  /** The sample shop, some of whose orders were paid through this account. Default: the default shop's. */
  readonly shop?: SampleSize;
}

/** All of it, defaults filled in. */
export const withDefaults = (options: SampleAccountOptions): Required<SampleAccountOptions> => ({
  port: 0,
  seed: 1,
  sales: 250,
  secretKey: 'rk_live_sandbox',
  account: 'acct_1SbxSample',
  permissions: null,
  latencyMs: 0,
  perEndpointPerSecond: null,
  faults: [],
  now: Date.now,
  shop: { seed: 1, orders: 400 },
  ...options,
});
