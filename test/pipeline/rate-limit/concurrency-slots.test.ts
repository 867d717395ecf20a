import { describe, expect, it } from '@jest/globals';
import { concurrencySlots } from '../../../src/pipeline/rate-limit/concurrency.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const accepted = { _tag: 'Worked', sort: 'Accepted' } as const;

describe('the slots of requests in progress', () => {
  it('are eight at first, and free again when a request ends, however it ends', () => {
    const slots = concurrencySlots(virtualClock(), () => 0, 64);
    const taken = Array.from({ length: 8 }, () => slots.take(0));
    expect(taken.map(({ isLast }) => isLast)).toStrictEqual([...Array.from({ length: 7 }, () => false), true]);
    expect(slots.isFree()).toBe(false);
    for (const _tag of ['Failed', 'NotCounted'] as const) {
      slots.release({ at: 0, isLast: false }, { _tag });
      expect(slots.isFree()).toBe(true);
      slots.take(0);
      expect(slots.isFree()).toBe(false);
    }
    slots.release({ at: 0, isLast: false }, accepted);
    expect([slots.isFree(), slots.count()]).toStrictEqual([true, 8]);
  });

  it('are looked at again and again while requests wait, and no more after that', async () => {
    const clock = virtualClock();
    const slots = concurrencySlots(clock, clock.now, 64);
    let looks = 0;
    const state = { waits: true };
    await clock.run(async () => {
      for (let n = 0; n < 2; n += 1)
        slots.recheckWhile(
          () => state.waits,
          () => (looks += 1),
        );
      await clock.sleep(1_000)();
      state.waits = false;
      const whileWaiting = looks;
      expect(whileWaiting).toBeGreaterThan(10);
      await clock.sleep(1_000)();
      // One look may have been on its way.
      expect(looks - whileWaiting).toBeLessThanOrEqual(1);
    });
  });

  it.each([
    [0, true],
    [200, false],
  ])('fall after slow responses, except when this process was late itself: %d ms', async (lag, falls) => {
    const clock = virtualClock();
    // A process that is late reads a later time than it slept for.
    const late = { now: clock.now, sleep: (milliseconds: number) => clock.sleep(milliseconds + lag) };
    const slots = concurrencySlots(late, clock.now, 64);
    const state = { waits: true };
    let before = 0;
    const eight = async (latency: number): Promise<void> => {
      const at = clock.now();
      for (let n = 0; n < 8; n += 1) slots.take(at);
      await clock.sleep(latency)();
      for (let n = 0; n < 8; n += 1) slots.release({ at, isLast: true }, accepted);
    };
    await clock.run(async () => {
      await eight(100);
      before = slots.count();
      slots.recheckWhile(
        () => state.waits,
        () => undefined,
      );
      await eight(300);
      state.waits = false;
    });
    expect(slots.count() < before).toBe(falls);
  });
});
