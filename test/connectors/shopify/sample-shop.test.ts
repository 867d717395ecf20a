import { beforeAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import type { Cursor, SourceResult, SourceConnector, Window } from '../../../src/mapping/source-connector.ts';
import type { SampleShopOptions } from '../../../sandbox/shopify/sample-shop-options.ts';
import { startSampleShop } from '../../../sandbox/shopify/start-sample-shop.ts';
import { right } from '../../support/right.ts';
import { itInAll } from '../../support/it-in-all.ts';

/** The pipeline's loop, as far as reading goes: it waits when it is asked to, on its own clock. */
const readWindow = async (
  source: SourceConnector,
  window: Window,
  wait: (ms: number) => void,
): Promise<SourceResult[]> => {
  const results: SourceResult[] = [];
  let cursor: O.Option<Cursor> = O.none;
  for (;;) {
    const page = await source.readPage(window, cursor)();
    if (E.isLeft(page) && page.left._tag === 'SourceThrottled') {
      wait(page.left.retryAfterMs ?? 1000);
      continue;
    }
    const { results: some, next } = right(page);
    results.push(...some);
    if (O.isNone(next)) return results;
    cursor = next;
  }
};

const readAll = async (
  options: SampleShopOptions = {},
): Promise<{ results: readonly SourceResult[]; waits: number }> => {
  let now = 0;
  let waits = 0;
  const shop = await startSampleShop({ orders: 300, seed: 7, now: () => now, ...options });
  const source = shopifyConnector({
    shop: shop.domain,
    credentials: { accessToken: secret(shop.accessToken) },
    webhookSecrets: [],
    apiOrigin: shop.origin,
    policy: defaultPolicy,
    clock: {
      now: () => now,
      sleep: (ms) => async () => {
        await Promise.resolve();
        now += ms;
        waits += 1;
      },
    },
  });
  try {
    const results: SourceResult[] = [];
    for (const window of right(await source.windows({ from: '2020-01-01', to: '2027-12-31' })())) {
      results.push(
        ...(await readWindow(source, window, (ms) => {
          now += ms;
          waits += 1;
        })),
      );
    }
    return { results, waits };
  } finally {
    await shop.stop();
  }
};

const idOf = (result: SourceResult): string =>
  pipe(
    result,
    E.match(
      ({ sourceId }) => sourceId,
      ({ identity }) => identity.recordId,
    ),
  );

describe("a sample shop that executes the connector's documents on Shopify's own schema", () => {
  let read: Awaited<ReturnType<typeof readAll>>;
  beforeAll(async () => {
    read = await readAll();
  });

  it('hands out every order once, and decodes each', () => {
    const { results } = read;
    expect(results).toHaveLength(300);
    expect(new Set(results.map(idOf)).size).toBe(300);
    const undecodable = results.filter((result) => E.isLeft(result) && result.left.reason === 'unreadable record');
    expect(undecodable).toStrictEqual([]);
  });

  it('nearly all of them are sales that balance', () => {
    const { results } = read;
    const mapped = results.filter((result) => pipe(result, E.flatMap(saleToTransaction(defaultPolicy)), E.isRight));
    expect(mapped.length).toBeGreaterThan(270);
  });

  itInAll('gives the same under a budget that is always used up', async () => {
    const poor = await readAll({ bucket: { maximumAvailable: 1000, restoreRate: 50 } });
    expect(poor.waits).toBeGreaterThan(0);
    expect(poor.results).toStrictEqual(read.results);
  });

  it('gives the same orders to a token with the least scopes, without exemptions and stores', async () => {
    const { results } = await readAll({ scopes: ['read_orders', 'read_all_orders'] });
    expect(results).toHaveLength(300);
    expect(
      results.flatMap((result) => (E.isRight(result) ? result.right.destinations : [])).map(({ basis }) => basis),
    ).not.toContain('pickup');
  });
});
