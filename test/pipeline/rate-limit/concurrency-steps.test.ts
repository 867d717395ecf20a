import { describe, expect, it } from '@jest/globals';
import {
  afterFailure,
  afterFull,
  afterLag,
  afterWork,
  type ConcurrencyEstimate,
  initialConcurrency,
  concurrencyOf,
  concurrencySlots,
} from '../../../src/pipeline/rate-limit/concurrency.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const accepted = { _tag: 'Worked', sort: 'Accepted' } as const;

/** Twenty at a time, of which the service was known to take 100 ms each, with nothing seen yet. */
const settled = (differences: Partial<ConcurrencyEstimate> = {}): ConcurrencyEstimate => ({
  ...initialConcurrency(0, 256),
  concurrency: 20,
  latencies: { Accepted: { lowest: 100, count: 0, sum: 0 } },
  nextProbe: Number.POSITIVE_INFINITY,
  ...differences,
});

/** One full window: `count` answers that each took `latency`, from `at`. */
const windowOf = (state: ConcurrencyEstimate, latency: number, at = 0, count = 10): ConcurrencyEstimate => {
  let next = state;
  for (let n = 0; n < count; n += 1) next = afterWork(next, { at, isLast: true }, 'Accepted', at + latency);
  return next;
};

describe('one window of answers', () => {
  it('is as long as half of the slots, and eight at least', () => {
    expect(windowOf(settled(), 200, 0, 9)).toMatchObject({ concurrency: 20, window: { answers: 9 } });
    expect(windowOf(settled(), 200).window).toMatchObject({ answers: 0, taken: 0, unloaded: 0, failed: 0 });
    expect(windowOf(settled({ concurrency: 4 }), 200, 0, 7).window.answers).toBe(7);
    expect(windowOf(settled({ concurrency: 4 }), 200, 0, 8).window.answers).toBe(0);
  });

  it('asks for one and three quarters of what the service worked on, and two more', () => {
    // Half of the latency was waiting.
    expect(windowOf(settled(), 200)).toMatchObject({ concurrency: 19.5, seen: [{ at: 200, needed: 10 }], since: 200 });
    expect(windowOf(settled(), 100)).toMatchObject({ concurrency: 30, seen: [{ at: 100, needed: 20 }], since: 100 });
    expect(windowOf(settled({ concurrency: 20.9 }), 200, 0, 11).seen).toStrictEqual([{ at: 200, needed: 10 }]);
  });

  it('counts from its change: an answer to an earlier request shows nothing', () => {
    const changed = windowOf(settled(), 200);
    expect(windowOf(changed, 200, 199).window.answers).toBe(0);
    expect(windowOf(changed, 200, 200, 1).window.answers).toBe(1);
    // The same whole number of slots is no change.
    expect(windowOf(settled({ concurrency: 19.6, since: 0 }), 190).since).toBe(0);
    expect(afterFailure(changed, { at: 199, isLast: true }).window.failed).toBe(0);
    expect(afterFailure(changed, { at: 200, isLast: true }).window.failed).toBe(1);
  });

  it('takes the ninth of ten windows of the last ten seconds', () => {
    const seen = (needed: readonly number[], at = 0): ConcurrencyEstimate['seen'] =>
      needed.map((one) => ({ at, needed: one }));
    // Nine others and the 5 of this window: the second highest of ten.
    const nine = seen([9, 30, 1, 2, 3, 12, 4, 5, 6]);
    expect(windowOf(settled({ seen: nine }), 400).concurrency).toBe(1.75 * 12 + 2);
    expect(windowOf(settled({ seen: nine }), 400, 9_599).seen).toHaveLength(10);
    expect(windowOf(settled({ seen: nine }), 400, 9_600).seen).toHaveLength(1);
    expect(windowOf(settled({ seen: nine }), 400, 9_600).concurrency).toBe(1.75 * 5 + 2);
  });

  it('never asks for less than two, nor for more than the maximum', () => {
    expect(windowOf(settled({ concurrency: 2 }), 100_000).concurrency).toBe(2 + 1.75 * 0.002);
    expect(windowOf(settled({ concurrency: 1, max: 1, ceiling: 1 }), 100_000).concurrency).toBe(1);
    expect(windowOf(settled({ max: 25, ceiling: 25 }), 100).concurrency).toBe(25);
    expect(initialConcurrency(0, 3).concurrency).toBe(3);
  });

  it('lowers the ceiling by six percent when more than one in twenty failed, else raises it by one', () => {
    const failed = (count: number): ConcurrencyEstimate => {
      let state = settled({ concurrency: 38, ceiling: 100 });
      for (let n = 0; n < count; n += 1) state = afterFailure(state, { at: 0, isLast: false });
      return windowOf(state, 100, 0, 19);
    };
    expect(failed(0)).toMatchObject({ ceiling: 101, concurrency: 57 });
    // 1 of 20 is not more.
    expect(failed(1)).toMatchObject({ ceiling: 101, concurrency: 57 });
    expect(failed(2)).toMatchObject({ ceiling: 0.94 * 38, concurrency: 0.94 * 38 });
    const low = afterFailure(settled({ concurrency: 2, ceiling: 2 }), { at: 0, isLast: false });
    expect(windowOf(low, 100, 0, 8).ceiling).toBe(2);
    const lower = afterFailure(settled({ ceiling: 10 }), { at: 0, isLast: false });
    expect(windowOf(lower, 100).ceiling).toBeCloseTo(9.4, 9);
    expect(windowOf(settled({ ceiling: 255 }), 100).ceiling).toBe(256);
  });

  it('does not count when this process was late, unless it asks for more all the same', () => {
    const late = afterLag(settled(), 50);
    // What was asked at the moment of the lag or before it; 10 needed would be less than (20 - 2) / 1.75.
    expect(windowOf(late, 200, 50)).toMatchObject({ concurrency: 20, seen: [] });
    expect(windowOf(late, 200, 51).seen).toHaveLength(1);
    expect(windowOf(late, 180, 50).seen).toHaveLength(1);
    // A late window is not one that was late before.
    expect(windowOf(windowOf(late, 200, 50), 200, 300).seen).toHaveLength(1);
    const partly = windowOf(windowOf(late, 200, 50, 1), 200, 60, 9);
    expect(partly.seen).toHaveLength(0);
  });
});

describe('the probe of the latency', () => {
  const due = (differences: Partial<ConcurrencyEstimate> = {}): ConcurrencyEstimate =>
    settled({ nextProbe: 160, ...differences });

  it('begins when answers took half as long again as is known, and the last one is long enough ago', () => {
    expect(windowOf(due(), 160).probe).toMatchObject({ concurrency: 6, until: 160 + 8 * 160, from: null });
    expect(windowOf(due({ nextProbe: 161 }), 160).probe).toBeNull();
    expect(windowOf(due({ nextProbe: 0 }), 150).probe).toBeNull();
    expect(windowOf(afterLag(due(), 50), 400, 50).probe).toBeNull();
    expect(initialConcurrency(7, 9).nextProbe).toBe(7);
  });

  it('is not repeated within half a minute, nor within forty rounds of a slow service', () => {
    expect(windowOf(due(), 160).nextProbe).toBe(160 + 30_000);
    expect(windowOf(due(), 2_000).nextProbe).toBe(2_000 + 80_000);
    expect(windowOf(due({ betweenProbes: 120_000 }), 160).nextProbe).toBe(160 + 120_000);
  });

  it('lets only its own number of requests go until its end', () => {
    const probing = windowOf(due(), 160);
    expect(concurrencyOf(probing, 160)).toBe(6);
    expect(concurrencyOf(probing, 160 + 8 * 160 - 1)).toBe(6);
    expect(concurrencyOf(probing, 160 + 8 * 160)).toBe(Math.floor(probing.concurrency));
    expect(afterFull(probing, 300).probe?.from).toBe(300);
    expect(afterFull(settled(), 300).probe).toBeNull();
  });

  /** A whole probe with the given latency, and how long until the next one. */
  const probed = (latency: number, differences: Partial<ConcurrencyEstimate> = {}): ConcurrencyEstimate => {
    const probing = afterFull(windowOf(due(differences), 160), 200);
    return windowOf(probing, latency, 200, 24);
  };

  it('teaches the latency without a queue, and forgets the windows that were compared with another one', () => {
    const { latencies, ...after } = probed(50);
    expect(latencies['Accepted']?.lowest).toBe(50);
    expect(after).toMatchObject({ seen: [], probe: null, since: 250, betweenProbes: 30_000 });
    expect(after.window).toMatchObject({ answers: 0, taken: 0 });
    expect(probed(190).latencies['Accepted']?.lowest).toBe(190);
    // One bad moment.
    expect(probed(900).latencies['Accepted']?.lowest).toBe(200);
  });

  it('comes half as often each time that it confirms what is known, and every four minutes at least', () => {
    expect(probed(110).betweenProbes).toBe(60_000);
    expect(probed(110, { betweenProbes: 100_000 }).betweenProbes).toBe(200_000);
    expect(probed(110, { betweenProbes: 200_000 }).betweenProbes).toBe(240_000);
    expect(probed(150, { betweenProbes: 200_000 }).betweenProbes).toBe(30_000);
  });

  it('teaches nothing when this process was late, or no request was its own', () => {
    const probing = windowOf(due({ betweenProbes: 50_000 }), 160);
    const lateAt = (at: number): ConcurrencyEstimate => windowOf(afterLag(afterFull(probing, 200), at), 50, 200, 24);
    expect(lateAt(200)).toMatchObject({ probe: null, betweenProbes: 50_000, latencies: { Accepted: { lowest: 100 } } });
    expect(lateAt(199).latencies['Accepted']?.lowest).toBe(50);
    // Answers to requests from before it, until its time is over.
    const over = windowOf(probing, 5_000, 100, 1);
    expect(over).toMatchObject({ probe: null, betweenProbes: 50_000, latencies: { Accepted: { lowest: 100 } } });
  });
});

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

  it('are checked every fifty milliseconds while requests wait, by one loop', async () => {
    const clock = virtualClock();
    const slots = concurrencySlots(clock, clock.now, 64);
    const from = clock.now();
    const calls: number[] = [];
    const state = { waits: true };
    await clock.run(async () => {
      for (let n = 0; n < 2; n += 1)
        slots.recheckWhile(
          () => state.waits,
          () => calls.push(clock.now() - from),
        );
      await clock.sleep(160)();
      state.waits = false;
      await clock.sleep(200)();
      state.waits = true;
      slots.recheckWhile(
        () => state.waits,
        () => calls.push(clock.now() - from),
      );
      await clock.sleep(60)();
      state.waits = false;
    });
    expect(calls).toStrictEqual([50, 100, 150, 200, 410]);
  });

  it.each([
    [20, 'a reason for a probe: they took longer than is known', 4],
    [21, 'nothing', 16],
  ])('see in answers across %d ms in which this process was late %s', async (lag, _, then) => {
    const clock = virtualClock();
    // A process that is late reads a later time than it slept for.
    const late = { now: clock.now, sleep: (milliseconds: number) => clock.sleep(milliseconds + lag) };
    const slots = concurrencySlots(late, clock.now, 64);
    const state = { waits: true };
    const eight = async (latency: number): Promise<void> => {
      const at = clock.now();
      for (let n = 0; n < 8; n += 1) slots.take(at);
      await clock.sleep(latency)();
      for (let n = 0; n < 8; n += 1) slots.release({ at, isLast: true }, accepted);
    };
    await clock.run(async () => {
      await eight(100);
      expect(slots.count()).toBe(12);
      slots.recheckWhile(
        () => state.waits,
        () => undefined,
      );
      await eight(300);
      state.waits = false;
    });
    expect(slots.count()).toBe(then);
  });
});
