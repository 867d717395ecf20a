import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type SourceError } from '../../src/core/source-error.ts';
import { type SourceConnector } from '../../src/mapping/source-connector.ts';
import { readShop } from './account.ts';
import { changedWindowsOf } from './changed-windows.ts';
import { check } from './check.ts';
import { adminApi, type AdminApi } from './client.ts';
import { refused } from './errors.ts';
import { pageSizeFrom } from './page-size.ts';
import { pagesInProgress } from './pages-in-progress.ts';
import { once } from './once.ts';
import { readPage } from './read-page.ts';
import { readRecord } from './read-record.ts';
import { receiveVerified } from './receive-verified.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { sendThroughGot } from './send.ts';
import { settingsProblem } from './settings-problem.ts';
import { type ShopifySettings } from './settings.ts';
import { subscriptionsOf } from './subscriptions.ts';
import { tokenSource } from './token.ts';
import { windowsOf } from './windows.ts';

/** With every optional scope a page of this size costs about 940 of the 1,000 points that a query may. */
const firstPageSize = 50;

const apiOf = (settings: ShopifySettings): AdminApi => {
  const problem = settingsProblem(settings);
  if (problem !== undefined)
    return { ask: () => TE.left<SourceError>(refused(problem)), answeredVersion: () => O.none };
  const { shop, apiOrigin, credentials, clock } = settings;
  const origin = apiOrigin === null ? `https://${shop}` : new URL(apiOrigin).origin;
  const token = tokenSource({ send: sendThroughGot, clock, origin }, credentials);
  return adminApi({ send: sendThroughGot, token, shop, origin });
};

/**
 * A Shopify shop as a source of sales. Making it opens no connection; nothing is retried and nothing waits in here, that
 * is the pipeline's.
 *
 * Windows are the months of a range in the shop's own time zone; a page has at most 50 orders in the order of their dates,
 * each with everything that belongs to it.
 *
 * @example
 * const source = shopifyConnector({ shop: 'acme.myshopify.com', credentials: { accessToken }, webhookSecrets: [],
 *   apiOrigin: null, policy: defaultPolicy, clock });
 * const readiness = await source.check();
 */
export const shopifyConnector = (settings: ShopifySettings): SourceConnector => {
  const api = apiOf(settings);
  const shop = once(readShop(api.ask));
  const ports = { ask: api.ask, shop, policy: settings.policy };
  return {
    platform: 'shopify',
    // The scopes may have been granted since the last look.
    check: check(api, readShop(api.ask)),
    account: pipe(
      shop,
      TE.map(({ account }) => account),
    ),
    windows: (range) =>
      pipe(
        shop,
        TE.map(({ account }) => windowsOf(range, account.timeZone)),
      ),
    changes: (interval) =>
      pipe(
        shop,
        TE.map(({ account }) => changedWindowsOf(interval, account.timeZone)),
      ),
    readPage: readPage({ ...ports, pageSize: pageSizeFrom(firstPageSize), inProgress: pagesInProgress() }),
    readRecord: readRecord(ports),
    receiveWebhook: receiveWebhook(settings.shop, settings.webhookSecrets),
    receiveVerified: receiveVerified(settings.shop),
    subscriptions: O.some(subscriptionsOf(api.ask)),
  };
};
