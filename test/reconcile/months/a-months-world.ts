import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { DateRange } from '../../../src/domain/date-range.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { historicalSync } from '../../../src/pipeline/historical-sync.ts';
import type { SyncPorts } from '../../../src/pipeline/ports.ts';
import { reconcile } from '../../../src/reconcile/reconcile.ts';
import type { Reconciliation } from '../../../src/reconcile/reconciliation.ts';
import { tieOut } from '../../../src/reconcile/read-tie-out.ts';
import type { TieOut } from '../../../src/reconcile/tie-out.ts';
import { isJson } from '../../connectors/shopify/an-order.ts';
import { withShop } from '../../connectors/shopify/a-shop.ts';
import { aLiveShop } from '../../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld } from '../../support/a-live-world.ts';
import { right } from '../../support/right.ts';
import { connectorTo } from '../../support/stripe-storefront.ts';
import { startStripeStandIn, withoutPermission } from '../../support/stripe-stand-in.ts';
import { stripeData } from '../../support/stripe-stand-in-data.ts';
import type { Held, HistorySale } from './history.ts';
import { timeZone } from './month-of.ts';
import { answerShopify } from './shopify-at.ts';
import { showStripe } from './stripe-at.ts';

/** Every change is sent. */
export const sendsAll: Policy = {
  ...defaultPolicy,
  adjustments: {
    ...defaultPolicy.adjustments,
    ...{ refunds: 'send', additions: 'send', cancellations: 'send', disputes: 'send' },
  },
};

const centsIn = (amount: unknown): number => Math.round(Number(amount) * 100);

/** Time passes by waiting, of which little is real, and by jumps. */
const jumpingClock = (start: number): Clock & { readonly jump: (to: number) => void } => {
  let now = start;
  return {
    now: () => now,
    sleep: (milliseconds) => () => {
      const until = now + milliseconds;
      return new Promise((wake) => {
        setTimeout(
          () => {
            now = Math.max(now, until);
            wake();
          },
          Math.min(milliseconds, 2),
        );
      });
    },
    jump: (to) => {
      now = Math.max(now, to);
    },
  };
};

export interface MonthsOptions {
  /** The first day from which on sales are settled live. Default: none is. */
  readonly liveSince?: string | null;
  /** Default: every change is sent, and what is no longer true of a sale is reported. */
  readonly policy?: Partial<Policy>;
  /** Plants a bug into what syncs use. Default: none. */
  readonly alterSync?: (ports: SyncPorts) => SyncPorts;
}

/** A shop and an account whose history goes on, and the service that their sales are sent to. */
export interface MonthsWorld {
  readonly service: LiveWorld['service'];
  /** From now on Stripe's key may not read a list. */
  readonly refuse: (path: string) => void;
  readonly goTo: (day: string) => void;
  readonly now: () => number;
  readonly sync: (storefront: string, range: DateRange, dryRun?: boolean) => Promise<void>;
  /** Does what is due live: catch-up, as a server does every quarter of an hour. */
  readonly catchUp: () => Promise<void>;
  readonly prove: (storefront: string, range: DateRange) => Promise<Reconciliation>;
  readonly tie: (storefront: string, month: string) => Promise<TieOut>;
  readonly held: (platform: string) => Promise<readonly Held[]>;
  /** How many requests a platform has answered so far. */
  readonly asked: (platform: HistorySale['platform']) => number;
}

/** Ports with another connector for each storefront. */
export const withConnectors =
  (alter: (connector: SourceConnector) => SourceConnector) =>
  (ports: SyncPorts): SyncPorts => ({
    ...ports,
    storefronts: Object.fromEntries(
      Object.entries(ports.storefronts).map(([name, one]) => [name, { ...one, connector: alter(one.connector) }]),
    ),
  });

/**
 * Runs a test in the world of a history, from its first day on. Both platforms are reached as they are: by HTTP.
 */
export const withMonths = async (
  history: readonly HistorySale[],
  use: (world: MonthsWorld) => Promise<void>,
  { liveSince = null, policy: given = {}, alterSync = (ports) => ports }: MonthsOptions = {},
): Promise<void> => {
  const policy = { ...sendsAll, ...given };
  const clock = jumpingClock(Date.UTC(2026, 0, 1, 12));
  const data = stripeData();
  const account = await startStripeStandIn(data);
  let askedOfShop = 0;
  const answer = (asked: Parameters<Parameters<typeof withShop>[0]>[0]) => {
    askedOfShop += 1;
    return asked.operation === 'ShopAccess' ? {} : { body: { data: answerShopify(history, clock.now(), asked) } };
  };
  try {
    await withShop(
      answer,
      async (shop) => {
        const billing = connectorTo(account.origin, 'rk_live_1', null, clock, timeZone, policy);
        const anyShop = aLiveShop({ ...clock });
        const world = aLiveWorld({
          clock: { ...clock, run: (work) => work() },
          since: liveSince,
          ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } },
          policy,
          shops: { shopify: { ...anyShop, connector: shop }, stripe: { ...anyShop, connector: billing } },
        });
        const { sync: unaltered, inbox } = world.ports;
        const proving = { sync: unaltered, inbox };
        const sync = alterSync(unaltered);
        const show = (): void => showStripe(data, history, clock.now());
        show();
        await use({
          service: world.service,
          now: clock.now,
          asked: (platform) => (platform === 'shopify' ? askedOfShop : account.requests.length),
          refuse: (refused) => {
            account.fault = ({ path }) => (path === refused ? withoutPermission('rak_charge_read') : undefined);
          },
          goTo: (day) => {
            clock.jump(Date.parse(`${day}T17:00:00Z`));
            show();
          },
          sync: async (storefront, range, dryRun = false) => {
            show();
            right(await historicalSync(sync)({ storefronts: [storefront], range, dryRun })());
          },
          catchUp: async () => {
            show();
            const { problems } = right(await world.worker.tick(60_000));
            if (problems.length > 0) throw new Error(JSON.stringify(problems));
          },
          prove: async (storefront, range) => {
            show();
            const [proof] = right(await reconcile(proving)([storefront], range)());
            if (proof === undefined) throw new Error('there is one for each storefront');
            return proof;
          },
          tie: async (storefront, month) => {
            show();
            const [tied] = right(await tieOut(proving)([storefront], month)());
            if (tied === undefined) throw new Error('there is one for each storefront');
            return tied;
          },
          held: async (platform) => {
            const rows: Held[] = [];
            for (let cursor: O.Option<string> = O.none, isFirst = true; isFirst || O.isSome(cursor); isFirst = false) {
              const page = right(await world.service.service.list(cursor)());
              for (const { id, name, total, taxCollected, transactedAt, shipToAddress } of page.transactions) {
                // A second row of one name is the same transaction once more.
                const own = /^(\w+)-copy-of-(.+)$/.exec(id)?.[2] ?? id;
                if (name !== undefined && own.startsWith(`${platform}:`))
                  rows.push({
                    id: own,
                    cents: centsIn(total),
                    tax: centsIn(taxCollected),
                    at: Date.parse(String(transactedAt)),
                    state: isJson(shipToAddress) ? String(shipToAddress['state']) : '',
                  });
              }
              cursor = page.next;
            }
            return rows;
          },
        });
      },
      { policy, clock },
    );
  } finally {
    await account.close();
  }
};
