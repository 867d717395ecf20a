import type { Zone } from '../zone.ts';
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
  /** Carries out one document of the Admin API. */
  readonly answer: (document: string, variables: Readonly<Record<string, unknown>>) => unknown;
}

export interface ShopOptions {
  readonly storefront: string;
  readonly id: string;
  readonly zone: Zone;
  readonly now: () => number;
  /** Orders on a page, whatever is asked for. */
  readonly pageSize: number;
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
export const makeShop = ({ storefront, id, zone, now, pageSize }: ShopOptions): Shop => {
  const orders = new Map<string, Kept>();
  const domain = `${storefront}.myshopify.com`;
  const shownOf = ({ before, latest }: Kept): Order | undefined => (latest.visibleAt <= now() ? latest : before);
  const shown = (): readonly Order[] => [...orders.values()].flatMap((kept) => shownOf(kept) ?? []);

  const page = (query: string, after: string): unknown => {
    const [, field, start = '', end = ''] = /^(\w+):>='([^']*)' AND \w+:<'([^']*)'$/.exec(query) ?? [];
    const keyOf = (order: Order): string => {
      const at = field === 'updated_at' ? order.updatedAt : order.soldAt;
      return `${timeText(at)} ${order.id.padStart(16, '0')}`;
    };
    const found = shown()
      .map((order) => ({ order, key: keyOf(order) }))
      .filter(({ key }) => {
        const at = Date.parse(key.slice(0, 20));
        return at >= Date.parse(start) && at < Date.parse(end) && key > after;
      })
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const nodes = found.slice(0, pageSize);
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
    answer: (document, variables) => {
      const operation: string = /query (\w+)/.exec(document)?.[1] ?? '';
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
          return page(textOf(variables['query']), textOf(variables['after']));
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
          return { ordersCount: { count: shown().length, precision: 'EXACT' } };
        case 'OrdersByName':
          return { orders: { nodes: [] } };
        default:
          throw new Error(`the simulated shop knows no ${operation}`);
      }
    },
  };
};
