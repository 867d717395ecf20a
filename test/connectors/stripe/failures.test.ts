import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { left } from '../../support/right.ts';
import { listed } from '../../support/stripe-objects.ts';
import { lockTimeout, type StripeStandIn, tooMany } from '../../support/stripe-stand-in.ts';
import { charge, closeStandIns, connectorTo, firstWindow, readAll, start } from '../../support/stripe-storefront.ts';
import { itInAll } from '../../support/it-in-all.ts';

closeStandIns();

describe('failures', () => {
  const failing = async (fault: StripeStandIn['fault']): Promise<SourceError> => {
    const { connector, standIn } = await start({ charges: [charge(1)] });
    standIn.fault = (request) => (request.path === 'account' ? undefined : fault(request));
    const window = await firstWindow(connector);
    return left(await connector.readPage(window, O.none)());
  };

  it('by 429 without a header are throttling of unknown length', async () => {
    expect(await failing(() => tooMany({ 'stripe-rate-limited-reason': 'endpoint-rate' }))).toMatchObject({
      _tag: 'SourceThrottled',
      retryAfterMs: null,
    });
  });

  it('by 429 with a header wait as long as it states', async () => {
    expect(await failing(() => tooMany({ 'retry-after': '2' }))).toMatchObject({ retryAfterMs: 2000 });
  });

  it('by a lock time-out are throttling', async () => {
    expect(await failing(() => lockTimeout)).toMatchObject({ _tag: 'SourceThrottled' });
  });

  it('by 500 and by a broken connection are retried', async () => {
    expect(await failing(() => ({ status: 500 }))).toMatchObject({ _tag: 'SourceUnreachable', cause: 'HTTP 500' });
    expect(await failing(() => ({ status: 502, body: { oops: true } }))).toMatchObject({ cause: 'HTTP 502' });
    expect(await failing(() => ({ status: 200, body: { object: 'list' } }))).toMatchObject({ cause: 'no list' });
    expect(await failing(() => ({ status: 200, body: listed([], true) }))).toMatchObject({ cause: 'no list' });
    expect(await failing(() => 'drop')).toMatchObject({ _tag: 'SourceUnreachable', cause: 'ECONNRESET' });
  });

  it('by 401 stop the storefront, and no message holds the key', async () => {
    const error = await failing(() => ({ status: 401, body: { error: { message: 'Invalid API Key: rk_live_1' } } }));
    expect(error).toMatchObject({ _tag: 'SourceCredentialsRefused' });
    expect(JSON.stringify(error)).not.toContain('rk_live_1');
  });

  it.each([
    [401, 'api_key_expired', 'it has expired, because it was rolled'],
    [403, 'secret_key_required', 'it is a publishable key'],
    [401, 'secret_key_required', 'it is a publishable key'],
  ])('by %i with the code %s name what is wrong with the key', async (status, code, problem) => {
    const error = await failing(() => ({ status, body: { error: { code, message: 'key rk_live_1' } } }));
    expect(error).toMatchObject({
      _tag: 'SourceCredentialsRefused',
      message: expect.stringContaining(`Stripe refuses the key: ${problem}`),
    });
  });

  it('are never retried by the client itself', async () => {
    const { connector, standIn } = await start({});
    standIn.fault = () => ({ status: 500 });
    await connector.account();
    expect(standIn.requests).toHaveLength(1);
  });

  it('of the origin send nothing', async () => {
    const { standIn } = await start({});
    const connector = connectorTo('http://stripe.example');
    expect(left(await connector.account())).toMatchObject({ _tag: 'SourceRefused' });
    expect(standIn.requests).toHaveLength(0);
  });
});

describe('requests', () => {
  itInAll('are never faster than documented', async () => {
    const times: number[] = [];
    let now = 0;
    const { standIn } = await start({ charges: Array.from({ length: 3000 }, (_, n) => charge(n)) });
    standIn.fault = ({ path }) => {
      if (path === 'charges') times.push(now);
      return undefined;
    };
    const clock = {
      now: () => now,
      sleep: (milliseconds: number) => () => {
        now += milliseconds;
        return Promise.resolve();
      },
    };
    const connector = connectorTo(standIn.origin, 'rk_live_1', 'acct_1', clock);
    now = Date.UTC(2026, 3, 1);
    await readAll(connector);
    // One more for the days after the range, whose readers may have been offline.
    expect(times).toHaveLength(30 + 1);
    const fastest = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
    expect(fastest).toBeLessThanOrEqual(24);
  });

  it('are of a pinned version, for the connected account, and without telemetry', async () => {
    const { standIn } = await start({ charges: [charge(0)] });
    await readAll(connectorTo(standIn.origin, 'rk_live_1', 'acct_1'));
    expect(standIn.requests.length).toBeGreaterThan(1);
    for (const { headers } of standIn.requests) {
      expect(headers).toMatchObject({ 'stripe-version': '2026-10-28.endive', 'stripe-account': 'acct_1' });
      expect(headers['x-stripe-client-telemetry']).toBeUndefined();
    }
  });
});
