import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoizeSuccess } from '../../src/domain/memoize-success.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { readShop } from './account.ts';
import { budgetOf } from './api/budget.ts';
import { bulkPositionOf } from './bulk/bulk-position.ts';
import { bulkReading } from './bulk/bulk-reading.ts';
import { isBulkWindow } from './bulk/bulk-windows.ts';
import { type FetchRange, fetchRangeThroughGot } from './bulk/fetch-range.ts';
import type { OrdersPage } from './reading/ask-for-page.ts';
import { changedWindowsOf } from './reading/changed-windows.ts';
import { check } from './check.ts';
import { adminApi, type AdminApi } from './api/client.ts';
import { refused } from './errors.ts';
import { pageSizeFrom } from './reading/page-size.ts';
import { pagesInProgress } from './reading/pages-in-progress.ts';
import { readPage } from './reading/read-page.ts';
import { readRecord } from './reading/read-record.ts';
import { receiveVerified } from './webhooks/receive-verified.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';
import { type Send, sendThroughGot } from './api/send.ts';
import { settingsProblem } from './settings-problem.ts';
import type { ShopifySettings } from './settings.ts';
import { subscriptionsOf } from './webhooks/subscriptions.ts';
import { tokenSourceOf } from './api/token-source-of.ts';
import { windowsByMode } from './windows-by-mode.ts';

/** With every optional scope a page of this size costs about 940 of the 1,000 points that a query may. */
const firstPageSize = 50;

const originOf = ({ shop, apiOrigin }: ShopifySettings): string =>
  apiOrigin === null || !URL.canParse(apiOrigin) ? `https://${shop}` : new URL(apiOrigin).origin;

const apiOf = (settings: ShopifySettings, send: Send): AdminApi => {
  const problem = settingsProblem(settings);
  if (problem !== undefined)
    return {
      ask: () => TE.left<SourceError>(refused(problem)),
      answeredVersion: () => O.none,
      costOf: () => undefined,
    };
  const { shop, credentials, clock } = settings;
  const origin = originOf(settings);
  const token = tokenSourceOf({ send, clock, origin }, credentials);
  return adminApi({ send, token, budget: budgetOf(clock), shop, origin });
};

/**
 * A Shopify shop as a source of sales. Making it opens no connection; nothing is retried in here, that is the pipeline's. What
 * waits, it does for seconds: for points of Shopify's budget, and for a bulk operation that is under way.
 *
 * Windows are the months of a range in the shop's own time zone. Few orders are read in pages, in the order of their dates;
 * many by bulk operations, whose windows are cut so that each has about 20,000 orders at most. Each order comes with everything
 * that belongs to it, and is the same sale on both ways.
 *
 * @param send the way to the shop; got unless told
 * @param fetch the way to the host of bulk results, which gets no token; got unless told
 * @example
 * const source = shopifyConnector({ shop: 'acme.myshopify.com', credentials: { accessToken: secret(accessToken) },
 *   webhookSecrets: [], apiOrigin: null, policy: defaultPolicy, clock });
 * const readiness = await source.check();
 */
export const shopifyConnector = (
  settings: ShopifySettings,
  send: Send = sendThroughGot,
  fetch: FetchRange = fetchRangeThroughGot,
): SourceConnector => {
  const api = apiOf(settings, send);
  const look = readShop(api.ask);
  const shop = memoizeSuccess(look);
  const { policy, clock, reading = 'auto' } = settings;
  const pageSize = pageSizeFrom(firstPageSize);
  const ports = { ask: api.ask, costOf: api.costOf, shop, policy, pageSize };
  const bulk = bulkReading({ ...ports, clock, origin: originOf(settings) }, fetch);
  const inProgress = pagesInProgress<OrdersPage>(clock.now);
  const inPages = readPage({ ...ports, inProgress });
  return {
    platform: 'shopify',
    // The scopes may have been granted since the last look.
    check: check(api, look),
    account: pipe(
      shop,
      TE.map(({ account }) => account),
    ),
    windows: (range) =>
      pipe(
        windowsByMode({ ...ports, reading, look, now: clock.now })(range),
        TE.tap((windows) =>
          TE.fromIO(() => {
            inProgress.forgetAll();
            bulk.plan(windows.filter(isBulkWindow));
          }),
        ),
      ),
    changes: (interval) =>
      pipe(
        shop,
        TE.map(({ account }) => changedWindowsOf(interval, account.timeZone)),
      ),
    readPage: (window, from) => {
      const position = isBulkWindow(window) ? bulkPositionOf(from) : O.none;
      return O.isSome(position) ? bulk.readPage(window, position.value) : inPages(window, from);
    },
    readRecord: readRecord({ ...ports, look }),
    receiveWebhook: receiveWebhook(settings.shop, settings.webhookSecrets, bulk.hear),
    receiveVerified: receiveVerified(settings.shop, bulk.hear),
    subscriptions: O.some(subscriptionsOf(api.ask)),
  };
};
