import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { RateLimitStore } from '../../../src/domain/rate-limit-store.ts';
import type { PushReply, TaxService } from '../../../src/domain/tax-service.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { makeServiceClient } from '../../../src/pipeline/rate-limit/service-client.ts';
import { sharedService } from '../../../src/pipeline/rate-limit/shared-limit.ts';
import { silent } from '../../support/a-sync.ts';
import { accepted, aTimedService, sharingProcesses } from '../../support/sharing-processes.ts';
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
describe('a service that several processes share', () => {
  it('gets no request from any of them during a pause that one received, and from all of them afterwards', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock, (count) =>
      count === 1 ? { _tag: 'SlowDown', retryAfterMs: 30_000 } : accepted,
    );
    const [one, other] = sharingProcesses(2, service, clock);
    await clock.run(async () => {
      const start = clock.now();
      expect(await one?.push('')()).toStrictEqual({ _tag: 'SlowDown', retryAfterMs: 30_000 });
      await clock.sleep(10_000)();
      for (const answer of [await other?.push('')(), await one?.push('')()]) {
        expect(answer).toStrictEqual({ _tag: 'SlowDown', retryAfterMs: 20_000 });
      }
      expect(await other?.find('a')()).toStrictEqual(E.left({ _tag: 'SlowDown', retryAfterMs: 20_000 }));
      expect(await other?.list(O.none)()).toStrictEqual(E.left({ _tag: 'SlowDown', retryAfterMs: 20_000 }));
      await clock.sleep(20_000)();
      expect(await other?.push('')()).toStrictEqual(accepted);
      expect(at.map((time) => time - start)).toStrictEqual([0, 30_000]);
    });
  });

  it('gets requests again after the pause from a process that another one informed', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock, (count) =>
      count === 1 ? { _tag: 'SlowDown', retryAfterMs: 30_000 } : accepted,
    );
    const lanes = sharingProcesses(2, service, clock).map((shared) =>
      makeServiceClient({
        service: shared,
        clock,
        random: { next: () => 0.5 },
        log: silent,
        requestsPerMinute: O.none,
        concurrency: 32,
        isInterrupted: () => false,
      }),
    );
    await clock.run(async () => {
      const start = clock.now();
      const untilAccepted = async (index: number): Promise<void> => {
        while ((await lanes[index]?.push(''))?._tag !== 'Accepted');
      };
      await lanes[0]?.push('');
      await clock.sleep(2_000)();
      await Promise.all([untilAccepted(0), untilAccepted(1)]);
      expect(at.map((time) => time - start >= 30_000)).toStrictEqual([false, true, true]);
    });
  });

  it('gets no request during a pause that began while the request waited', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock, (count) =>
      count === 1 ? { _tag: 'SlowDown', retryAfterMs: 30_000 } : accepted,
    );
    const [one] = sharingProcesses(1, service, clock, O.some(6));
    await clock.run(async () => {
      const replies = await Promise.all([one?.push('')(), one?.push('')()]);
      expect(replies.map((reply) => reply?._tag)).toStrictEqual(['SlowDown', 'SlowDown']);
      expect(at).toHaveLength(1);
    });
  });

  it('keeps a pause that a response asked for while the sync database was read', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock, () => ({ _tag: 'SlowDown', retryAfterMs: 30_000 }));
    const slow: TaxService = {
      ...service,
      push: (body) => async () => {
        await clock.sleep(1_050)();
        return service.push(body)();
      },
    };
    const { rateLimit } = memoryStore();
    const busy: RateLimitStore = {
      ...rateLimit,
      pausedUntil: async () => {
        const found = await rateLimit.pausedUntil();
        await clock.sleep(100)();
        return found;
      },
    };
    const [one] = sharingProcesses(1, slow, clock, O.none, busy);
    await clock.run(async () => {
      const later = async (): Promise<PushReply | undefined> => {
        await clock.sleep(1_100)();
        return one?.push('')();
      };
      const replies = await Promise.all([one?.push('')(), later()]);
      expect(replies.map((reply) => reply?._tag)).toStrictEqual(['SlowDown', 'SlowDown']);
      expect(at).toHaveLength(1);
    });
  });

  it('gets requests at once when a wrong clock stored a pause hours ahead, and a pause when it asks for one', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock, (count) =>
      count === 1 ? { _tag: 'SlowDown', retryAfterMs: 30_000 } : accepted,
    );
    const { rateLimit } = memoryStore();
    await rateLimit.pauseUntil(clock.now() + 5 * hour, 0)();
    const [one, other] = sharingProcesses(2, service, clock, O.none, rateLimit);
    await clock.run(async () => {
      expect(await one?.push('')()).toMatchObject({ _tag: 'SlowDown', retryAfterMs: 30_000 });
      expect(await other?.push('')()).toMatchObject({ _tag: 'SlowDown', retryAfterMs: 30_000 });
      expect(at).toHaveLength(1);
    });
  });

  it('gets requests again after the maximum pause when a clock that is minutes ahead stored one', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock);
    const { rateLimit } = memoryStore();
    await rateLimit.pauseUntil(clock.now() + 19 * minute, 0)();
    const [one] = sharingProcesses(1, service, clock, O.none, rateLimit);
    await clock.run(async () => {
      const start = clock.now();
      expect(await one?.push('')()).toStrictEqual({ _tag: 'SlowDown', retryAfterMs: 15 * minute });
      while (at.length === 0 && clock.now() - start < hour) {
        const reply = await one?.push('')();
        if (reply?._tag === 'SlowDown') await clock.sleep(reply.retryAfterMs ?? 1_000)();
      }
      expect(at.map((time) => time - start)).toStrictEqual([15 * minute]);
    });
  });

  it.each([1, 3])('gets at most requestsPerMinute in any minute from %d processes together', async (count) => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock);
    const all = sharingProcesses(count, service, clock, O.some(120));
    await clock.run(async () => {
      const end = clock.now() + 150_000;
      const work = async (one: TaxService): Promise<void> => {
        while (clock.now() < end) await one.push('')();
      };
      await Promise.all(all.flatMap((one) => [work(one), work(one)]));
    });
    const busiest = Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + 60_000).length));
    expect(busiest).toBeLessThanOrEqual(120);
    expect(busiest).toBeGreaterThan(115);
  });

  /** Requests sent within a minute of the clock. */
  const inAMinute = (clock: VirtualClock, service: TaxService, at: readonly number[]): Promise<number> =>
    clock.run(async () => {
      const [from, start] = [at.length, clock.now()];
      while (clock.now() < start + minute) await service.push('')();
      return at.length - from;
    });

  it('gets requests at once, and within the limit, when another process has a clock that is hours ahead', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock);
    const limits = { rateLimits: memoryStore().rateLimit, requestsPerMinute: O.some(120) };
    const ahead: Clock = { ...clock, now: () => clock.now() + 5 * hour };
    await clock.run(() => sharedService(service, { ...limits, clock: ahead }).push('')());
    const count = await inAMinute(clock, sharedService(service, { ...limits, clock }), at);
    expect(count).toBeGreaterThan(115);
    expect(count).toBeLessThanOrEqual(121);
  });

  it('gets requests at once, and within the limit, when the clock is set back by hours', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock);
    const state = { ahead: 5 * hour };
    const own: Clock = { ...clock, now: () => clock.now() + state.ahead };
    const one = sharedService(service, {
      rateLimits: memoryStore().rateLimit,
      requestsPerMinute: O.some(120),
      clock: own,
    });
    await clock.run(() => one.push('')());
    state.ahead = 0;
    const count = await inAMinute(clock, one, at);
    expect(count).toBeGreaterThan(115);
    expect(count).toBeLessThanOrEqual(121);
  });

  it('gets no burst of reserved starts that were not used', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock);
    const [one] = sharingProcesses(1, service, clock, O.some(600));
    await clock.run(async () => {
      await one?.push('')();
      await clock.sleep(30_000)();
      const start = clock.now();
      const push = async (): Promise<unknown> => one?.push('')();
      await Promise.all(Array.from({ length: 10 }, push));
      expect(Math.max(...at) - start).toBeGreaterThan(850);
    });
  });

  it('gets requests although the sync database fails', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock, () => ({ _tag: 'SlowDown', retryAfterMs: null }));
    const broken = TE.left({ _tag: 'StoreError', problem: 'busy', message: '' } as const);
    const client: RateLimitStore = { pausedUntil: broken, pauseUntil: () => broken, reserveStarts: () => broken };
    const [one] = sharingProcesses(1, service, clock, O.some(600), client);
    await clock.run(async () => {
      expect(await one?.push('')()).toStrictEqual({ _tag: 'SlowDown', retryAfterMs: null });
    });
    expect(at).toHaveLength(1);
  });
});
