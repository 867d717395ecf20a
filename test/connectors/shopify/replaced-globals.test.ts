import { afterEach, describe, expect, it } from '@jest/globals';
import { getRequestListener } from '@hono/node-server';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { Headers as UndiciHeaders, Request as UndiciRequest, Response as UndiciResponse } from 'undici';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import type { Send } from '../../../connectors/shopify/client/send.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { startSampleShop } from '../../../sandbox/shopify/start-sample-shop.ts';
import { left, right } from '../../support/right.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const { Response: ownResponse, Request: ownRequest, Headers: ownHeaders } = globalThis;
afterEach(() => {
  Object.assign(globalThis, { Response: ownResponse, Request: ownRequest, Headers: ownHeaders });
});

/** An arrow function cannot be constructed. */
const Sealed = (): never => {
  throw new TypeError('the host replaced this class');
};

const connectorTo = (origin: string, accessToken: string, send?: Send) =>
  shopifyConnector(
    {
      shop: 'sample-store.myshopify.com',
      credentials: { accessToken: secret(accessToken) },
      webhookSecrets: [],
      apiOrigin: origin,
      policy: defaultPolicy,
      clock: virtualClock(Date.UTC(2026, 3, 2)),
    },
    send,
  );

describe('the Shopify connector in a host that replaces globals', () => {
  it.each([
    ['Hono on Node', () => void getRequestListener(() => new Response('ok'))],
    [
      'undici',
      () =>
        void Object.assign(globalThis, { Response: UndiciResponse, Request: UndiciRequest, Headers: UndiciHeaders }),
    ],
    [
      'classes that throw',
      () => void Object.assign(globalThis, { Response: Sealed, Request: Sealed, Headers: Sealed }),
    ],
  ])('reads a shop under %s', async (_, replace) => {
    const shop = await startSampleShop({ orders: 10 });
    replace();
    const connector = connectorTo(shop.origin, shop.accessToken);
    const [window] = right(await connector.windows(sampleRange)());
    if (window === undefined) throw new Error('a window is needed');
    expect(right(await connector.readPage(window, O.none)()).results.length).toBeGreaterThan(0);
    await shop.stop();
  });

  it('names an error of this process as such, and tries again', async () => {
    const broken: Send = () => Promise.reject(new TypeError('Illegal invocation'));
    const answer = await connectorTo('http://127.0.0.1:9', 'shpat_CANARY', broken).account();
    expect(E.isLeft(answer) ? left(answer) : undefined).toMatchObject({
      _tag: 'SourceUnreachable',
      message: expect.stringContaining('report it as a connector bug'),
    });
  });
});
