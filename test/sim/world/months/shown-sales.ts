import { answerRequest } from '../../../../sandbox/stripe/api/answer-request.ts';
import { endpointOf } from '../../../../sandbox/stripe/api/endpoints.ts';
import type { ChildName, ListName, ListQuery, ObjectName } from '../../../../connectors/stripe/client/stripe-api.ts';
import { type HistorySale, timesOf } from '../../../reconcile/months/history.ts';
import { answerShopify } from '../../../reconcile/months/shopify-at.ts';
import { showStripe } from '../../../reconcile/months/stripe-at.ts';
import { givenObjects, stripeData } from '../../../support/stripe-stand-in-data.ts';
import { isJson, parseJson } from '../../../support/dialects/json.ts';
import type { ReadShop } from '../shopify/shop.ts';
import type { ReadAccount } from '../stripe/account.ts';
import { zones } from '../zone.ts';

const folders: Readonly<Record<ListName | ObjectName, string>> = {
  charges: 'charges',
  'checkout sessions': 'checkout/sessions',
  invoices: 'invoices',
  'invoice payments': 'invoice_payments',
  'credit notes': 'credit_notes',
  refunds: 'refunds',
  disputes: 'disputes',
  'balance transactions': 'balance_transactions',
  events: 'events',
  charge: 'charges',
  'payment intent': 'payment_intents',
  'checkout session': 'checkout/sessions',
  invoice: 'invoices',
  'invoice payment': 'invoice_payments',
  'credit note': 'credit_notes',
  refund: 'refunds',
  dispute: 'disputes',
  'tax calculation': 'tax/calculations',
  'tax transaction': 'tax/transactions',
  'tax association': 'tax/associations',
  'terminal location': 'terminal/locations',
  product: 'products',
  'tax rate': 'tax_rates',
};

const children: Readonly<Record<ChildName, (id: string) => string>> = {
  'session lines': (id) => `checkout/sessions/${id}/line_items`,
  'invoice lines': (id) => `invoices/${id}/lines`,
  'credit note lines': (id) => `credit_notes/${id}/lines`,
  'amount details': (id) => `payment_intents/${id}/amount_details_line_items`,
  'tax calculation lines': (id) => `tax/calculations/${id}/line_items`,
  'tax transaction lines': (id) => `tax/transactions/${id}/line_items`,
};

/** A query as it stands behind a path. */
const asParameters = (query: ListQuery): URLSearchParams => {
  const flat = Object.entries(query).flatMap(([name, value]: readonly [string, unknown]): [string, string][] => {
    if (Array.isArray(value)) return value.map((one, index) => [`${name}[${index}]`, String(one)]);
    if (isJson(value)) return Object.entries(value).map(([inner, one]) => [`${name}[${inner}]`, String(one)]);
    return [[name, String(value)]];
  });
  return new URLSearchParams(flat);
};

/** Milliseconds after which Stripe may have let an event go. */
const hour = 3_600_000;

/** An account whose sales are those of a history, answered by the sandbox's rules of lists and expansion. */
export const accountOfMonths = (
  history: readonly HistorySale[],
  { now, pageSize }: { readonly now: () => number; readonly pageSize: number },
): ReadAccount => {
  const data = stripeData();
  const times = [...new Set(history.flatMap((sale) => [...timesOf(sale)]))].sort((a, b) => a - b);
  let shownAt = -Infinity;
  let answerTo: ReturnType<typeof answerRequest> | undefined;
  const answer = (path: string, query: ListQuery): unknown => {
    const at = now();
    if (answerTo === undefined || at - shownAt > hour || times.some((time) => time > shownAt && time <= at)) {
      showStripe(data, history, at);
      shownAt = at;
      answerTo = answerRequest({ account: 'acct_1', objects: givenObjects(data), now });
    }
    const endpoint = endpointOf(path);
    if (endpoint === undefined) return undefined;
    const limit = Math.min(query.limit, pageSize);
    const { status, text } = answerTo(endpoint, asParameters({ ...query, limit }), query.expand ?? []);
    return status === 200 ? parseJson(text) : undefined;
  };
  const listIn = (found: unknown) =>
    isJson(found) && Array.isArray(found['data'])
      ? { data: found['data'], has_more: found['has_more'] === true }
      : { data: [], has_more: false };
  return {
    storefront: 'billing',
    id: 'acct_1',
    zone: zones[0],
    list: (name, query) => listIn(answer(folders[name], query)),
    children: (name, id, query) => listIn(answer(children[name](id), query)),
    retrieve: (name, id, expand) => answer(`${folders[name]}/${id}`, { limit: 1, expand: [...expand] }),
  };
};

const scopes = ['read_orders', 'read_all_orders', 'read_customers', 'read_locations', 'read_reports'];

/** A shop whose orders are those of a history. */
export const shopOfMonths = (
  history: readonly HistorySale[],
  { now, pageSize }: { readonly now: () => number; readonly pageSize: number },
): ReadShop => ({
  storefront: 'east',
  domain: 'east.myshopify.com',
  isAway: () => false,
  bulk: { fileAt: () => undefined },
  answer: (document, variables) => {
    const operation: string = /(?:query|mutation) (\w+)/.exec(document)?.[1] ?? '';
    if (operation !== 'ShopAccess') return answerShopify(history, now(), { operation, variables }, pageSize);
    return {
      shop: {
        id: 'gid://shopify/Shop/548380009',
        myshopifyDomain: 'east.myshopify.com',
        ianaTimezone: zones[0].name,
        currencyCode: 'USD',
      },
      currentAppInstallation: { accessScopes: scopes.map((handle) => ({ handle })) },
    };
  },
});
