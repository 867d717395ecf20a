import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RateLimitStore } from '../../../src/domain/rate-limit-store.ts';
import type { PushReply, TaxService } from '../../../src/domain/tax-service.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { accepted, aTimedService, sharingProcesses } from '../../support/sharing-processes.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

describe('a service that several processes share', () => {
  it('takes no start of the shared rate for a request that a pause refuses', async () => {
    const clock = virtualClock();
    const { service } = aTimedService(clock, () => ({ _tag: 'SlowDown', retryAfterMs: 30_000 }));
    const { rateLimit } = memoryStore();
    const state = { reserved: 0 };
    const counting: RateLimitStore = {
      ...rateLimit,
      reserveStarts: (wanted) => {
        state.reserved += wanted.count;
        return rateLimit.reserveStarts(wanted);
      },
    };
    const [one] = sharingProcesses(1, service, clock, O.some(6), counting);
    await clock.run(async () => {
      await one?.push('')();
      const from = clock.now();
      for (let n = 0; n < 5; n += 1) expect(await one?.push('')()).toMatchObject({ retryAfterMs: 30_000 });
      expect([clock.now() - from, state.reserved]).toStrictEqual([0, 1]);
    });
  });

  it.each([
    [{ _tag: 'SlowDown', retryAfterMs: null }, 1_000],
    [{ _tag: 'SlowDown', retryAfterMs: 7_000 }, 7_000],
    [{ _tag: 'Unclear', message: 'answered 503', retryAfterMs: 7_000 }, 7_000],
    [{ _tag: 'Unclear', message: 'answered 503' }, null],
    [{ _tag: 'CredentialsRefused', message: '' }, null],
    [{ _tag: 'Misdirected', message: '' }, null],
  ] satisfies readonly (readonly [PushReply, number | null])[])(
    'makes of %j a pause of %j ms for all, whatever the request was',
    async (failure, pause) => {
      const lookups: readonly ((shared: TaxService) => Promise<unknown>)[] = [
        (shared) => shared.push('')(),
        (shared) => shared.find('a')(),
        (shared) => shared.list(O.none)(),
        (shared) => shared.correct?.('a', '')() ?? Promise.resolve(),
      ];
      for (const look of lookups) {
        const clock = virtualClock();
        const failing: TaxService = {
          list: () => TE.left(failure),
          find: () => TE.left(failure),
          push: () => () => Promise.resolve(failure),
          correct: () => () => Promise.resolve(failure),
        };
        const [one, other] = sharingProcesses(2, failing, clock);
        if (one === undefined || other === undefined) throw new Error('there are two');
        await clock.run(async () => {
          await look(one);
          await clock.sleep(1)();
          const expected = pause === null ? failure : { _tag: 'SlowDown', retryAfterMs: pause - 1 };
          expect(await other.push('')()).toStrictEqual(expected);
        });
      }
    },
  );

  it('is corrected only where it takes corrections, and asked for no pause by a definitive answer', async () => {
    const clock = virtualClock();
    const { service, at } = aTimedService(clock);
    expect(sharingProcesses(1, service, clock)[0]?.correct).toBeUndefined();
    for (const reply of [
      { _tag: 'Exists' },
      { _tag: 'Refused', message: '', fingerprint: '' },
      { _tag: 'NotStarted' },
    ] satisfies readonly PushReply[]) {
      const answering = { ...service, push: () => () => Promise.resolve(reply) };
      const [one] = sharingProcesses(1, answering, clock);
      await clock.run(async () => {
        expect([await one?.push('')(), await one?.push('')()]).toStrictEqual([reply, reply]);
      });
    }
    const [one] = sharingProcesses(
      1,
      { ...service, list: () => TE.left({ _tag: 'CursorRefused', message: '' }) },
      clock,
    );
    await clock.run(async () => {
      await one?.list(O.none)();
      expect(await one?.push('')()).toStrictEqual(accepted);
    });
    expect(at).toHaveLength(1);
  });
});
