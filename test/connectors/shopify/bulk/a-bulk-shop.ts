import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../../../connectors/shopify/index.ts';
import type { ReadingMode } from '../../../../connectors/shopify/read/reading-mode.ts';
import type { DateRange } from '../../../../src/domain/date-range.ts';
import type { Clock } from '../../../../src/domain/environment.ts';
import { secret } from '../../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../../src/mapping/policy.ts';
import type { Cursor, SourceResult, SourceConnector, Window } from '../../../../src/mapping/source-connector.ts';
import type { SampleShopOptions } from '../../../../sandbox/shopify/sample-shop-options.ts';
import { type SampleShop, startSampleShop } from '../../../../sandbox/shopify/start-sample-shop.ts';
import { right } from '../../../support/right.ts';

/** Every order of the sample. */
const ever: DateRange = { from: '2024-10-01', to: '2026-12-31' };

/** A clock on which waiting costs nothing; each sleep lasts at least so many milliseconds. */
export const quickClock = (least = 0): Clock => {
  let now = Date.UTC(2028, 0, 1);
  return {
    now: () => now,
    sleep: (milliseconds) => () => {
      now += Math.max(least, milliseconds);
      return Promise.resolve();
    },
  };
};

export interface BulkShop {
  readonly shop: SampleShop;
  readonly clock: Clock;
  /** A new connector, as another process would make it. */
  readonly open: (reading?: ReadingMode) => SourceConnector;
}

/** A sample shop for the time of a test, and connectors to it, by default reading by bulk operations. */
export const withBulkShop = async (
  options: SampleShopOptions,
  use: (world: BulkShop) => Promise<void>,
  clock: Clock = quickClock(),
): Promise<void> => {
  const shop = await startSampleShop({ orders: 60, seed: 7, now: clock.now, ...options });
  const open = (reading: ReadingMode = 'bulk'): SourceConnector =>
    shopifyConnector({
      shop: shop.domain,
      credentials: { accessToken: secret(shop.accessToken) },
      webhookSecrets: [secret('shpss_CANARY')],
      apiOrigin: shop.origin,
      policy: defaultPolicy,
      clock,
      reading,
    });
  try {
    await use({ shop, clock, open });
  } finally {
    await shop.stop();
  }
};

export interface Read {
  readonly results: readonly SourceResult[];
  readonly cursors: readonly Cursor[];
}

/** Reads a window to its end, asking again where the pipeline would. */
export const readWindow = async (
  source: SourceConnector,
  window: Window,
  from: O.Option<Cursor> = O.none,
): Promise<Read> => {
  const results: SourceResult[] = [];
  const cursors: Cursor[] = [];
  for (let [cursor, attempts] = [from, 0]; ;) {
    const page = await source.readPage(window, cursor)();
    if (E.isLeft(page) && page.left._tag === 'SourceUnreachable' && attempts < 5) {
      attempts += 1;
      continue;
    }
    const { results: some, next } = right(page);
    results.push(...some);
    if (O.isNone(next)) return { results, cursors };
    cursors.push(next.value);
    cursor = next;
  }
};

/** Reads all windows of a range, one after the other. */
export const readAll = async (source: SourceConnector, range: DateRange = ever): Promise<readonly SourceResult[]> => {
  const results: SourceResult[] = [];
  for (const window of right(await source.windows(range)()))
    results.push(...(await readWindow(source, window)).results);
  return results;
};

/** The record id of a result. */
export const idOf = (result: SourceResult): string =>
  E.isLeft(result) ? result.left.sourceId : result.right.identity.recordId;

/** In the order of their ids: the two ways of reading sort orders of one second differently. */
export const byId = (results: readonly SourceResult[]): readonly SourceResult[] =>
  [...results].sort((a, b) => idOf(a).localeCompare(idOf(b)));
