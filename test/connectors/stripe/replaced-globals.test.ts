import { afterEach, describe, expect, it } from '@jest/globals';
import { getRequestListener } from '@hono/node-server';
import * as O from 'fp-ts/lib/Option.js';
import { Headers as UndiciHeaders, Request as UndiciRequest, Response as UndiciResponse } from 'undici';
import { stripe } from '../../../connectors/stripe/index.ts';
import { sampleRange, startSampleStripeAccount } from '../../../sandbox/index.ts';
import { right } from '../../support/right.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const { Response: ownResponse, Request: ownRequest, Headers: ownHeaders } = globalThis;
afterEach(() => {
  Object.assign(globalThis, { Response: ownResponse, Request: ownRequest, Headers: ownHeaders });
});

/** An arrow function cannot be constructed. */
const Sealed = (): never => {
  throw new TypeError('the host replaced this class');
};

describe('the Stripe connector in a host that replaces globals', () => {
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
  ])('reads an account under %s', async (_, replace) => {
    const account = await startSampleStripeAccount({ sales: 10 });
    replace();
    const { secretKey, origin: apiOrigin } = account;
    const connector = stripe({ secretKey, apiOrigin }).open({ clock: virtualClock(Date.UTC(2026, 3, 2)) });
    const [window] = right(await connector.windows(sampleRange)());
    if (window === undefined) throw new Error('a window is needed');
    expect(right(await connector.readPage(window, O.none)()).results.length).toBeGreaterThan(0);
    await account.stop();
  });
});
