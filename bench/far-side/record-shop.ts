import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as O from 'fp-ts/lib/Option.js';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Cursor } from '../../src/mapping/source-connector.ts';
import { shopifyConnector } from '../../connectors/shopify/index.ts';
import { secret } from '../../src/domain/secret.ts';
import { sampleRange, startSampleShop } from '../../sandbox/index.ts';
import { systemClock } from '../../src/app/system-environment.ts';
import { right } from '../right.ts';
import { type Exchange, exchangeOf } from './exchange.ts';

const forward = async (origin: string, request: IncomingMessage, body: string): Promise<string> => {
  const answer = await fetch(`${origin}${request.url ?? ''}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-access-token': String(request.headers['x-shopify-access-token']),
    },
    body,
  });
  return answer.text();
};

const reply = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
};

/**
 * Lets the real connector read a sample shop from its first order to its last, and keeps what the two printed to each
 * other: so the benchmark serves what the connector's own queries ask for.
 */
export const recordShop = async (orders: number): Promise<readonly Exchange[]> => {
  const shop = await startSampleShop({ orders });
  const exchanges: Exchange[] = [];
  const between = createServer((request, response) => {
    void text(request).then(async (body) => {
      const answer = await forward(shop.origin, request, body);
      exchanges.push(exchangeOf(body, answer));
      reply(response, answer);
    });
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const { port } = between.address() as AddressInfo;
  const connector = shopifyConnector({
    shop: shop.domain,
    credentials: { accessToken: secret(shop.accessToken) },
    webhookSecrets: [],
    apiOrigin: `http://127.0.0.1:${port}`,
    policy: defaultPolicy,
    reading: 'pages',
    clock: systemClock,
  });
  for (const window of right(await connector.windows(sampleRange)())) {
    let cursor: O.Option<Cursor> = O.none;
    do {
      const page = right(await connector.readPage(window, cursor)());
      cursor = page.next;
    } while (O.isSome(cursor));
  }
  between.closeAllConnections();
  between.close();
  await shop.stop();
  return exchanges;
};
