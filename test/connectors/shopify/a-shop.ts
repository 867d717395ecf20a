// A scripted server and no shop: each test states the replies, most of which the sandbox's shop, which answers by Shopify's schema,
// could never give (malformed, cut short, of old versions, throttled at a certain request).
import { createServer } from 'node:http';
import { apiVersion } from '../../../connectors/shopify/client/api-version.ts';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import type { ShopifySettings } from '../../../connectors/shopify/settings.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { isJson, type Json } from './an-order.ts';

/** One request to the stand-in. */
export interface Asked {
  /** Name of the operation; the path of a request without GraphQL. */
  readonly operation: string;
  readonly variables: Json;
  readonly path: string;
  readonly token: string | undefined;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; text is sent unchanged. */
  readonly body?: unknown;
  /** Breaks the connection instead of answering. */
  readonly breaks?: boolean;
}

export const everyScope = [
  'read_orders',
  'read_all_orders',
  'read_customers',
  'read_companies',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
];

export const shopAccess = (scopes: readonly string[] = everyScope): Reply => ({
  body: {
    data: {
      shop: {
        id: 'gid://shopify/Shop/548380009',
        myshopifyDomain: 'acme.myshopify.com',
        ianaTimezone: 'America/New_York',
      },
      currentAppInstallation: { accessScopes: scopes.map((handle) => ({ handle })) },
    },
  },
});

export const pageOf = (orders: readonly Json[], endCursor: string | null = null, extensions: Json = {}): Reply => ({
  body: { data: { orders: { nodes: orders, pageInfo: { hasNextPage: endCursor !== null, endCursor } } }, extensions },
});

export const errors = (...all: readonly Json[]): Reply => ({ body: { data: null, errors: all } });

export const throttledReply: Reply = {
  body: {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: {
      cost: {
        requestedQueryCost: 800,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 300, restoreRate: 100 },
      },
    },
  },
};

const askedOf = (path: string, token: string | undefined, body: string): Asked => {
  const parsed: unknown = body === '' ? {} : JSON.parse(body);
  const { query, variables } = isJson(parsed) ? parsed : {};
  const operation = /query (\w+)/.exec(typeof query === 'string' ? query : '')?.[1] ?? path;
  return { operation, variables: isJson(variables) ? variables : {}, path, token, body };
};

const settings: Omit<ShopifySettings, 'apiOrigin'> = {
  shop: 'acme.myshopify.com',
  credentials: { accessToken: secret('shpat_CANARY_TOKEN') },
  webhookSecrets: [secret('shpss_CANARY')],
  policy: defaultPolicy,
  clock: { now: () => 0, sleep: () => () => Promise.resolve() },
};

/** Replies by the name of the operation. */
export const answering =
  (replies: Readonly<Record<string, Reply>>) =>
  ({ operation }: Asked): Reply =>
    replies[operation] ?? {};

/** A connector whose shop is a local HTTP server: `answer` gets each request and its number among those of its operation. */
export const withShop = async (
  answer: (asked: Asked, nth: number) => Reply,
  use: (connector: SourceConnector, asked: readonly Asked[]) => Promise<void>,
  differences: Partial<ShopifySettings> | ((origin: string) => Partial<ShopifySettings>) = {},
): Promise<void> => {
  const all: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const token = request.headers['x-shopify-access-token'];
      const asked = askedOf(
        request.url ?? '',
        typeof token === 'string' ? token : undefined,
        Buffer.concat(chunks).toString(),
      );
      all.push(asked);
      const nth = all.filter(({ operation }) => operation === asked.operation).length;
      const isShopRequest = asked.operation === 'ShopAccess';
      const given = answer(asked, nth);
      const reply = isShopRequest && Object.keys(given).length === 0 ? shopAccess() : given;
      if (reply.breaks === true) {
        request.socket.destroy();
        return;
      }
      const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? { data: {} });
      response.writeHead(reply.status ?? 200, {
        'content-type': 'application/json; charset=utf-8',
        'x-shopify-api-version': apiVersion,
        ...reply.headers,
      });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  try {
    const apiOrigin = `http://127.0.0.1:${port}`;
    const given = typeof differences === 'function' ? differences(apiOrigin) : differences;
    await use(shopifyConnector({ ...settings, apiOrigin, ...given }), all);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};
