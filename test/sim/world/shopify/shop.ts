// Orders are changed, hidden for a while, redacted and refunded in virtual time while they are read, in tens of thousands of worlds: the
// sandbox's shop, whose orders follow from a seed and never change, serves over real HTTP in real time.
import type { Zone } from '../zone.ts';
import type { BulkDesk } from './bulk/bulk-desk.ts';
import type { Order } from './order.ts';
import { ledgerJson, orderJson, timeText } from './order-json.ts';

/** A simulated shop: its orders as they are now. */
export interface Shop {
  readonly storefront: string;
  /** Numeric id of the shop. */
  readonly id: string;
  readonly domain: string;
  readonly zone: Zone;
  readonly put: (order: Order) => void;
  readonly remove: (id: string) => void;
  /** As it really is, whatever the shop shows. */
  readonly find: (id: string) => Order | undefined;
  readonly bulk: BulkDesk;
  /** Whether the app is removed just now: every question is refused, and nothing is sent. */
  readonly isAway: () => boolean;
  readonly leave: () => void;
  readonly comeBack: () => void;
  /** Carries out one document of the Admin API. */
  readonly answer: (document: string, variables: Readonly<Record<string, unknown>>) => unknown;
}

/** What a connector reads of a shop. */
export type ReadShop = Pick<Shop, 'storefront' | 'domain' | 'isAway' | 'answer'> & {
  readonly bulk: Pick<BulkDesk, 'fileAt'>;
};

export interface ShopOptions {
  readonly storefront: string;
  readonly id: string;
  readonly zone: Zone;
  readonly now: () => number;
  /** Orders on a page, whatever is asked for. */
  readonly pageSize: number;
  /** For how many orders each counts. */
  readonly countedAs: number;
  /** Opens its bulk operations, over what it shows for a search filter. */
  readonly openDesk: (find: (filter: string) => readonly Order[]) => BulkDesk;
}

/** What the shop shows until its latest change is visible. */
interface Kept {
  readonly before: Order | undefined;
  readonly latest: Order;
}

const scopes = ['read_orders', 'read_all_orders', 'read_customers', 'read_locations'];

const digitsOf = (gid: unknown): string => (typeof gid === 'string' ? (/(\d+)$/.exec(gid)?.[1] ?? '') : '');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A shop of which nothing is simulated but what a connector reads: whose it is, orders in pages, one order, its ledger. */
export const makeShop = ({ storefront, id, zone, now, pageSize, countedAs, openDesk }: ShopOptions): Shop => {
  const orders = new Map<string, Kept>();
  let isAway = false;
  const domain = `${storefront}.myshopify.com`;
  const shownOf = ({ before, latest }: Kept): Order | undefined => (latest.visibleAt <= now() ? latest : before);
  const shown = (): readonly Order[] => [...orders.values()].flatMap((kept) => shownOf(kept) ?? []);

  /** What a search filter finds, by its time and then by its id: named orders, or all of a span of time. */
  const search = (query: string): readonly { readonly order: Order; readonly key: string }[] => {
    const named = new Set([...query.matchAll(/\bid:(\d+)/g)].map(([, one]) => one));
    const terms = [...query.matchAll(/(processed_at|created_at|updated_at):(>=|<)'([^']*)'/g)];
    const timeOf = ({ updatedAt, soldAt }: Order, field?: string): number =>
      field === 'updated_at' ? updatedAt : soldAt;
    const [, field] = terms[0] ?? [];
    const isFound = (order: Order): boolean =>
      terms.length > 0 &&
      terms.every(([, by, operator, at = '']) =>
        operator === '<' ? timeOf(order, by) < Date.parse(at) : timeOf(order, by) >= Date.parse(at),
      );
    return shown()
      .filter((order) => named.has(order.id) || isFound(order))
      .map((order) => ({ order, key: `${timeText(timeOf(order, field))} ${order.id.padStart(16, '0')}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  };
  const bulk = openDesk((filter) => search(filter).map(({ order }) => order));

  const page = ({ query, after, first }: Readonly<Record<string, unknown>>): unknown => {
    const found = search(textOf(query)).filter(({ key }) => key > textOf(after));
    const nodes = found.slice(0, Math.min(pageSize, Number(first)));
    return {
      orders: {
        nodes: nodes.map(({ order }) => orderJson(order)),
        pageInfo: { hasNextPage: found.length > nodes.length, endCursor: nodes.at(-1)?.key ?? null },
      },
    };
  };

  return {
    storefront,
    id,
    domain,
    zone,
    put: (order) => {
      const kept = orders.get(order.id);
      orders.set(order.id, { before: kept === undefined ? undefined : shownOf(kept), latest: order });
    },
    remove: (orderId) => void orders.delete(orderId),
    find: (orderId) => orders.get(orderId)?.latest,
    bulk,
    isAway: () => isAway,
    leave: () => {
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
    },
    answer: (document, variables) => {
      const operation: string = /(?:query|mutation) (\w+)/.exec(document)?.[1] ?? '';
      const order = shown().find((one) => one.id === digitsOf(variables['id']));
      switch (operation) {
        case 'ShopAccess':
          return {
            shop: {
              id: `gid://shopify/Shop/${id}`,
              myshopifyDomain: domain,
              ianaTimezone: zone.name,
              currencyCode: 'USD',
            },
            currentAppInstallation: { accessScopes: scopes.map((handle) => ({ handle })) },
          };
        case 'OrdersPage':
        case 'ChangedOrdersPage':
        case 'OrdersHead':
        case 'ChangedOrdersHead':
          return page(variables);
        case 'OrderHead':
        case 'OrderById':
          return { order: order === undefined ? null : orderJson(order) };
        case 'OrderLedger':
          return {
            order:
              order === undefined
                ? null
                : {
                    agreements: {
                      edges: ledgerJson(order).map((node, index) => ({ cursor: String(index), node })),
                      pageInfo: { hasNextPage: false, endCursor: null },
                    },
                  },
          };
        case 'OrdersCount':
          return {
            ordersCount: { count: search(textOf(variables['query'])).length * countedAs, precision: 'EXACT' },
          };
        case 'OrdersByName':
          return { orders: { nodes: [] } };
        case 'BulkRun':
          return { bulkOperationRunQuery: bulk.run(textOf(variables['query'])) };
        case 'BulkStatus':
          return { bulkOperation: bulk.find(textOf(variables['id'])) };
        case 'BulkLatest':
          return { bulkOperations: { nodes: bulk.latest() } };
        case 'BulkCancel':
          return { bulkOperationCancel: bulk.cancel(textOf(variables['id'])) };
        default:
          throw new Error(`the simulated shop knows no ${operation}`);
      }
    },
  };
};
