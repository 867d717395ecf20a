/** The fields that a query or mutation of the sample shop can begin with: orders, webhooks, bulk operations and more. */
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { type Answer, gid } from '../answers/answer.ts';
import { type Connection, connectionOf, type PageArguments } from '../answers/connection.ts';
import { type OrderAnswers, orderAnswers } from '../answers/order-answers.ts';
import { allLocations, listedLocations, type LocationFilter } from '../answers/location-answers.ts';
import { shopAnswer } from '../answers/shop-answers.ts';
import { salesReportAnswer } from '../answers/sales-report.ts';
import { type Access, seenSince } from './access.ts';
import type { OrderArguments, OrderPages } from './order-pages.ts';
import type { SampleOrders } from './sample-orders.ts';
import { type SearchReport, searchReport } from './order-search.ts';
import type { BulkOperations } from '../bulk/bulk-operations.ts';
import type { WebhookFilter, WebhookInput, Webhooks } from '../webhooks.ts';

interface RootOptions {
  readonly domain: string;
  readonly orders: SampleOrders;
  readonly pages: OrderPages;
  readonly access: Access;
  readonly webhooks: Webhooks;
  readonly bulk: Pick<BulkOperations, 'find' | 'cancel' | 'all'>;
  readonly runBulkQuery: (query: string) => Answer;
  readonly isBulkDenied: boolean;
  /** Receives the response's warnings about its filters. */
  readonly report: (search: readonly SearchReport[]) => void;
}

interface IdArgument {
  readonly id: string;
}

interface CountArguments {
  readonly query?: string | null;
  readonly limit?: number | null;
}

interface InputArguments {
  readonly webhookSubscription: WebhookInput;
}

/** Webhooks can be subscribed to, and bulk operations run over orders. */
export const queryRoot = (options: RootOptions): Answer => {
  const { domain, orders, pages, access, webhooks, bulk, runBulkQuery, report } = options;
  const since = seenSince(access, orders.size);

  const answersOf = (digits: string): OrderAnswers | undefined => {
    const recipe = /^\d+$/.test(digits) ? orders.find(BigInt(digits)) : undefined;
    return recipe === undefined || recipe.createdAt < since ? undefined : orderAnswers(recipe);
  };
  const node = ({ id }: IdArgument): Answer | null => {
    const { type, digits } = globalId(id);
    switch (type) {
      case 'Order':
        return answersOf(digits)?.order ?? null;
      case 'Refund':
        return answersOf(ownerOf(digits))?.refund(digits) ?? null;
      case 'Return':
        return answersOf(ownerOf(digits))?.return(digits) ?? null;
      case 'ShopifyPaymentsDispute':
        return answersOf(digits)?.dispute() ?? null;
      case 'Location':
        return allLocations.find((location) => location['id'] === id) ?? null;
      default:
        return null;
    }
  };
  const ofType =
    (type: string) =>
    (args: IdArgument): Answer | null =>
      globalId(args.id).type === type ? node(args) : null;

  const ordersPage = (args: OrderArguments, _: unknown, info: GraphQLResolveInfo): Connection<Answer> => {
    report(searchReport([info.path.key], args.query ?? '', pages.search(args.query ?? '')));
    return pages.page(args, since);
  };
  const ordersCount = ({ query, limit }: CountArguments, _: unknown, info: GraphQLResolveInfo): Answer => {
    report(searchReport([info.path.key], query ?? '', pages.search(query ?? '')));
    const count = pages.count(query ?? '', since);
    const most = limit ?? Infinity;
    return { count: Math.min(count, most), precision: count > most ? 'AT_LEAST' : 'EXACT' };
  };

  return {
    shop: () => shopAnswer(domain),
    currentAppInstallation: {
      id: gid('AppInstallation', 1),
      accessScopes: [...access.scopes].map((handle) => ({ handle, description: handle })),
      app: { id: gid('App', 1), apiKey: 'sandbox', handle: 'sandbox', title: 'Sandbox' },
    },
    order: ofType('Order'),
    refund: ofType('Refund'),
    return: ofType('Return'),
    location: ofType('Location'),
    locations: (args: LocationFilter & PageArguments) => connectionOf(() => listedLocations(args))(args),
    dispute: ofType('ShopifyPaymentsDispute'),
    node,
    nodes: ({ ids }: { readonly ids: readonly string[] }) => ids.map((id) => node({ id })),
    orders: ordersPage,
    ordersCount,
    shopifyqlQuery: ({ query }: { readonly query: string }) => salesReportAnswer(orders, query),
    bulkOperation: ({ id }: IdArgument) => bulk.find(id),
    bulkOperations: connectionOf(bulk.all),
    webhookSubscription: ({ id }: IdArgument) => webhooks.find(id),
    webhookSubscriptions: (args: WebhookFilter & PageArguments) => connectionOf(() => webhooks.all(args))(args),
    webhookSubscriptionsCount: () => ({ count: webhooks.all({}).length, precision: 'EXACT' }),
    bulkOperationRunQuery: ({ query }: { readonly query: string }) => {
      if (options.isBulkDenied) {
        throw new GraphQLError('Access denied for bulkOperationRunQuery field.', {
          extensions: { code: 'ACCESS_DENIED' },
        });
      }
      return runBulkQuery(query);
    },
    bulkOperationCancel: ({ id }: IdArgument) => bulk.cancel(id),
    webhookSubscriptionCreate: ({ topic, webhookSubscription }: InputArguments & { readonly topic: string }) =>
      webhooks.create(topic, webhookSubscription),
    webhookSubscriptionUpdate: ({ id, webhookSubscription }: InputArguments & IdArgument) =>
      webhooks.update(id, webhookSubscription),
    webhookSubscriptionDelete: ({ id }: IdArgument) => webhooks.remove(id),
  };
};

interface GlobalId {
  readonly type: string;
  readonly digits: string;
}

/** Reads `gid://shopify/Order/5400000000000`; refuses anything else as Shopify does. */
const globalId = (id: string): GlobalId => {
  const match = /^gid:\/\/shopify\/(\w+)\/(\d+)(?:\?.*)?$/.exec(id);
  if (match === null) {
    throw new GraphQLError(`Invalid global id '${id.slice(0, 60)}'`, {
      extensions: { code: 'argumentLiteralsIncompatible' },
    });
  }
  return { type: match[1] ?? '', digits: match[2] ?? '' };
};

/** An id of a refund or return is its order's id with three more digits. */
const ownerOf = (digits: string): string => digits.slice(0, -3);
