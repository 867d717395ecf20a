/**
 * Connects a Shopify shop as a storefront: chooses between pages and bulk operations, and checks that all its history is
 * readable.
 */
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../src/domain/errors.ts';
import type { Readiness, ReadinessFinding, SourceConnector, Window } from '../../src/mapping/source-connector.ts';
import { readShop, type Shop } from './account.ts';
import { budgetOf } from './client/budget.ts';
import { bulkDenied, mayRunBulk } from './bulk/start-operation.ts';
import { bulkPositionOf } from './bulk/bulk-position.ts';
import { bulkReading } from './bulk/bulk-reading.ts';
import { bulkWindowsOf, countOrders, isBulkWindow } from './bulk/bulk-windows.ts';
import { type FetchRange, fetchRangeThroughGot } from './bulk/fetch-range.ts';
import type { AskedPage } from './read/ask-for-page.ts';
import { narrowing } from './read/narrowing.ts';
import type { FailuresAlone } from './read/not-served.ts';
import { changedWindowsOf, windowsOf } from './read/windows.ts';
import { adminApi, type AdminApi, type Ask } from './client/client.ts';
import { refused } from './errors.ts';
import { pageSizeFrom } from './read/page-size.ts';
import { pagesInProgress } from './read/pages-in-progress.ts';
import { readLocations } from './read/locations.ts';
import { readPage } from './read/read-page.ts';
import { readRecord } from './read/read-record.ts';
import { orderUrl } from './to-sale/order-to-sale.ts';
import { readSalesReport } from './read/sales-report.ts';
import { receiveVerified, receiveWebhook } from './webhooks/receive-webhook.ts';
import { type Send, sendThroughGot } from './client/send.ts';
import { settingsProblem } from './settings-problem.ts';
import type { ShopifySettings } from './settings.ts';
import { subscriptionsOf } from './webhooks/subscriptions.ts';
import { tokenSourceOf } from './client/token-source.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { DateRange } from '../../src/domain/date-range.ts';
import { memoizeSuccess, processLock } from '../../src/domain/async.ts';
import type { Clock } from '../../src/domain/environment.ts';
import { hiddenChanges, historyLimitRefusal } from './read/history-limit.ts';
import type { ReadingMode } from './read/reading-mode.ts';
import * as t from 'io-ts';
import { askFor } from './client/ask-for.ts';
import { addressFinding } from './to-sale/destinations.ts';
import { connection } from './records/connection.ts';
import { ordersCount, probeOrders, shopAccess } from './queries/index.ts';
import { MailingAddress } from './records/mailing-address.ts';
import { maybe } from './records/values.ts';
import type { TokenFacts } from './client/refusal.ts';
import { scopeFindings } from './client/access.ts';
import { versionFinding } from './client/api-version.ts';
import { attempt } from '../../src/domain/attempt.ts';

/** With every optional scope, a page of this size costs about 940 of the 1,000 points allowed per query. */
const firstPageSize = 50;

/**
 * A Shopify shop as a source of sales. Creating it opens no connection. The pipeline retries, the connector does not; it only
 * waits a few seconds at a time, for Shopify's rate limit or for a running bulk operation.
 *
 * Windows are the months of a range in the shop's time zone. A range with few orders is read in pages, by date; one with many
 * orders by bulk operations, in windows of about 20,000 orders at most. Both return the same complete sale for an order.
 *
 * @param send sends requests to the shop; default: got
 * @param fetch reads bulk results from their host, without a token; default: got
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
  const { policy, clock, reading = 'auto', apiOrigin } = settings;
  const origin =
    apiOrigin === null || !URL.canParse(apiOrigin) ? `https://${settings.shop}` : new URL(apiOrigin).origin;
  const api = apiOf(settings, origin, send);
  const fetchShop = readShop(api.ask, policy);
  const shop = memoizeSuccess(fetchShop);
  const pageSize = pageSizeFrom(firstPageSize);
  const failuresAlone: FailuresAlone = new Map();
  const ports = { ask: api.ask, costOf: api.costOf, shop, policy, pageSize, narrowing: narrowing(), failuresAlone };
  const bulk = bulkReading({ ...ports, clock, origin }, fetch);
  const inProgress = pagesInProgress<AskedPage>(clock.now);
  const inPages = readPage({ ...ports, inProgress, warning: api.budgetProblem });
  return {
    platform: 'shopify',
    // Not memoized: scopes may have been granted since.
    check: check(api, fetchShop, { reading, webhookSecrets: settings.webhookSecrets }),
    account: pipe(
      shop,
      TE.map(({ account }) => account),
    ),
    windows: (range) =>
      pipe(
        windowsByMode({ ...ports, reading, fetchShop, now: clock.now })(range),
        TE.tap((windows) =>
          TE.fromIO(() => {
            inProgress.forgetAll();
            bulk.plan(windows.filter(isBulkWindow));
          }),
        ),
      ),
    changes: (interval, happenedBefore, besides) =>
      pipe(
        shop,
        TE.map(({ account, access }) => {
          const windows = changedWindowsOf(interval, account.timeZone, { happenedBefore, besides });
          if (access.allOrders) return windows;
          const hides = hiddenChanges(clock.now());
          return windows.map((window) => ({ ...window, hides }));
        }),
      ),
    readPage: (window, from) => {
      const position = isBulkWindow(window) ? bulkPositionOf(from) : O.none;
      return O.isSome(position) ? bulk.readPage(window, position.value) : inPages(window, from);
    },
    readRecord: readRecord({ ...ports, fetchShop }),
    recordUrl: ({ id }) => orderUrl(settings.shop, id),
    receiveWebhook: receiveWebhook(settings.shop, settings.webhookSecrets, bulk.onWebhook),
    receiveVerified: receiveVerified(settings.shop, bulk.onWebhook),
    subscriptions: O.some(subscriptionsOf(api.ask, settings.clock)),
    platformTotals: readSalesReport(api.ask),
    locations: readLocations(api.ask),
  };
};

const apiOf = (settings: ShopifySettings, origin: string, send: Send): AdminApi => {
  const problem = settingsProblem(settings);
  if (problem !== undefined)
    return {
      ask: () => TE.left<SourceError>(refused(problem)),
      answeredVersion: () => O.none,
      costOf: () => undefined,
      budgetProblem: () => undefined,
      tokenFacts: () => ({ source: 'fixed', expires: undefined }),
    };
  const { shop, credentials, clock, exclusively = processLock } = settings;
  const token = tokenSourceOf({ send, clock, origin, shop, exclusively }, credentials);
  return adminApi({ send, token, budget: budgetOf(clock), shop, origin, now: clock.now, scopeFree: shopAccess });
};

const Probed = connection(t.partial({ shippingAddress: maybe(MailingAddress) }));

const Count = t.type({ count: t.number }, 'Count');

/**
 * From this number of orders on, a bulk operation is faster: on the standard plan 2,000 orders take six minutes in pages, one
 * minute in bulk.
 */
const minOrdersForBulk = 2_000;

/**
 * Checks whether the full history can be read: token, scopes, the 60-day limit, protected customer data, time zone, number
 * of orders and API version. Reads the addresses of a few orders and stores none of them.
 *
 * Left when the shop cannot be reached. Denied access to orders is a finding of level `stops`, with its remedy.
 */
const check =
  (
    { ask, answeredVersion, tokenFacts }: AdminApi,
    readShop: TE.TaskEither<SourceError, Shop>,
    { reading, webhookSecrets }: { readonly reading: ReadingMode } & Pick<ShopifySettings, 'webhookSecrets'>,
  ): TE.TaskEither<SourceError, Readiness> =>
  () =>
    attempt(async (take) => {
      const { account, access } = await take(readShop());
      const scopes = scopeFindings(access);
      const findings = [
        {
          level: 'fine' as const,
          subject: 'shop',
          message: `${account.name} (id ${account.id}); days are counted in ${account.timeZone}`,
        },
        ...permanentTokenFinding(tokenFacts()),
        ...scopes,
        webhooksFinding(webhookSecrets.length),
      ];
      if (!access.orders) return { account, findings, records: O.none };

      const probe = await askFor(ask)(probeOrders, {}, 'orders', Probed);
      if (E.isLeft(probe) && probe.left._tag !== 'SourceCredentialsRefused') return take(probe);
      const count = await askFor(ask)(ordersCount, { query: null }, 'ordersCount', Count);
      const version = versionFinding(answeredVersion());
      const records = E.isLeft(count) ? O.none : O.fromNullable(count.right?.count);
      const isLarge = reading === 'bulk' || (reading === 'auto' && O.getOrElse(() => 0)(records) >= minOrdersForBulk);
      const bulk = await take(isLarge && E.isRight(probe) ? mayRunBulk(ask)() : E.right(undefined));
      return {
        account,
        findings: [
          ...findings,
          ...bulkFinding(bulk),
          E.isLeft(probe)
            ? { level: 'stops', subject: 'protected customer data', message: probe.left.message }
            : addressFinding(probe.right?.nodes ?? []),
          version,
        ],
        records,
      };
    });

/** A session storage is of an app that many shops may install; a fixed token is of an app of one shop. */
const permanentTokenFinding = ({ source, expires }: TokenFacts): readonly ReadinessFinding[] =>
  source === 'session storage' && expires === null
    ? [
        {
          level: 'warns',
          subject: 'access token',
          message:
            'it does not expire; Shopify refuses such tokens of public apps from 2027-01-01 on. Exchange it with tax-nexus shopify migrate-token',
        },
      ]
    : [];

/** Without a secret, every delivery is refused. */
const webhooksFinding = (secrets: number): ReadinessFinding => {
  const subject = 'webhooks';
  return secrets > 0
    ? { level: 'fine', subject, message: 'a secret is configured' }
    : {
        level: 'warns',
        subject,
        message:
          "no secret is configured: webhooks are refused, and sales come in with schedules and historical syncs only. Add your app's client secret to webhookSecrets",
      };
};

const bulkFinding = (isAllowed: boolean | undefined): readonly ReadinessFinding[] => {
  if (isAllowed === undefined) return [];
  const subject = 'bulk operations';
  return isAllowed
    ? [{ level: 'fine', subject, message: 'ranges of many orders are read by bulk operations' }]
    : [{ level: 'warns', subject, message: bulkDenied }];
};

interface Ports {
  readonly ask: Ask;
  readonly shop: TE.TaskEither<SourceError, Shop>;
  readonly reading: ReadingMode;
  /** Reads the shop again. */
  readonly fetchShop: TE.TaskEither<SourceError, Shop>;
  readonly now: Clock['now'];
}

/** Months with fewer orders than this are read in pages, even in a range with many orders. */
const minOrdersInMonth = 250;

/** The windows of a range for the configured reading mode; `auto` chooses by the number of orders. */
const windowsByMode =
  ({ ask, shop, reading, fetchShop, now }: Ports) =>
  (range: DateRange): TE.TaskEither<SourceError, readonly Window[]> =>
  async () => {
    const known = await shop();
    if (E.isLeft(known)) return known;
    const { timeZone } = known.right.account;
    if (!known.right.access.allOrders) {
      const refusal = historyLimitRefusal(range, timeZone, now());
      // The scope may have been granted since the first read.
      const latest = O.isSome(refusal) ? await fetchShop() : known;
      if (E.isLeft(latest)) return latest;
      if (O.isSome(refusal) && !latest.right.access.allOrders) return E.left(refusal.value);
    }
    const count = countOrders(ask, timeZone);
    if (reading === 'auto') {
      const orders = await count(range);
      if (E.isLeft(orders) && orders.left._tag !== 'SourceRefused') return orders;
      if (E.isLeft(orders) || (orders.right ?? 0) < minOrdersForBulk) return E.right(windowsOf(range, timeZone));
    }
    const minOrders = reading === 'bulk' ? 1 : minOrdersInMonth;
    return reading === 'pages'
      ? E.right(windowsOf(range, timeZone))
      : bulkWindowsOf(count, range, { timeZone, minOrders });
  };
