import { describe, expect, it } from '@jest/globals';
import {
  afterAnswer,
  afterSlowDown,
  confirms,
  isProbeDone,
  isRefusedByChance,
  noRateEstimate,
  notMeasured,
  probedLatency,
  requestInterval,
  startProbe,
  withAnswer,
  withStart,
} from '../../../src/pipeline/rate-limit/rate-estimate.ts';

type Estimate = ReturnType<typeof noRateEstimate>;

const estimate = (differences: Partial<Estimate>): Estimate => ({ ...noRateEstimate(0), ...differences });

/** Requests per second. */
const rateOf = (rate: Estimate): number => Math.round(1e6 / requestInterval(rate)) / 1e3;

/** `count` accepted requests, one every `every` milliseconds, the first of them after that time. */
const accepted = (rate: Estimate, count: number, every: number, from = 0): Estimate => {
  let at = rate;
  for (let n = 1; n <= count; n += 1) at = afterAnswer(at, from + n * every);
  return at;
};

describe('the rate of a service that has not asked to slow down', () => {
  it('has no limit, however many requests it accepts', () => {
    expect(requestInterval(noRateEstimate(0))).toBe(0);
    expect(requestInterval(accepted(noRateEstimate(0), 500, 5))).toBe(0);
  });

  it('begins a little below what it accepted in the second before it asked', () => {
    const asked = afterSlowDown(accepted(noRateEstimate(0), 99, 10), 1_000, true);
    expect([asked.phase, rateOf(asked)]).toStrictEqual(['climbing', 94.05]);
    // Without a time to wait as well: it is the first sign of a limit.
    expect(afterSlowDown(accepted(noRateEstimate(0), 99, 10), 1_000, false)).toStrictEqual(asked);
  });

  it('is measured over a quarter of a second at least', () => {
    expect(rateOf(afterSlowDown(accepted(noRateEstimate(0), 50, 1), 50, true))).toBe(0.95 * 200);
    expect(rateOf(afterSlowDown(accepted(noRateEstimate(0), 50, 10), 500, true))).toBe(0.95 * 100);
  });

  it('counts the second before while it is not two seconds old', () => {
    const busy = accepted(noRateEstimate(0), 99, 10);
    expect(rateOf(afterSlowDown(afterAnswer(busy, 1_000), 1_100, true))).toBe(0.95 * 99);
    expect(rateOf(afterSlowDown(afterAnswer(busy, 1_500), 1_600, true))).toBe(62.7);
    expect(rateOf(afterSlowDown(afterAnswer(busy, 2_000), 2_100, true))).toBe(5);
    // Not the one before that.
    expect(rateOf(afterSlowDown(accepted(busy, 20, 100, 1_000), 3_100, true))).toBe(0.95 * 10);
    expect(rateOf(afterSlowDown(accepted(afterAnswer(busy, 2_000), 9, 1, 2_000), 2_250, true))).toBe(0.95 * 40);
  });

  it('is never below five a second', () => {
    expect(rateOf(afterSlowDown(noRateEstimate(0), 1_000, true))).toBe(5);
    expect(rateOf(estimate({ phase: 'holding' }))).toBe(5);
    for (const phase of ['climbing', 'holding', 'probing', 'steering'] as const) {
      for (const saysHowLong of [true, false]) {
        const slow = afterSlowDown(estimate({ phase, perSecond: 5.01, proven: 5.01 }), 1_000, saysHowLong);
        expect([slow.perSecond, slow.proven >= 5]).toStrictEqual([5, true]);
      }
    }
  });
});

describe('the rate after the first time that the service asked to slow down', () => {
  const climbing = estimate({ phase: 'climbing', perSecond: 100, at: 1_000 });

  it('grows by half each second, and by three seconds at most after a time without requests', () => {
    expect(rateOf(afterAnswer(climbing, 2_000))).toBe(150);
    expect(rateOf(afterAnswer(afterAnswer(climbing, 2_000), 3_000))).toBe(225);
    expect(rateOf(afterAnswer(climbing, 1_500))).toBe(122.474);
    expect(rateOf(afterAnswer(climbing, 4_000))).toBe(337.5);
    expect(rateOf(afterAnswer(climbing, 60_000))).toBe(337.5);
  });

  it('does not grow by answers to requests from before', () => {
    expect(afterAnswer(climbing, 900)).toMatchObject({ perSecond: 100, at: 1_000 });
    expect(afterAnswer(climbing, 1_000)).toMatchObject({ perSecond: 100, at: 1_000 });
  });

  it('stays a little below what was accepted when it asks again, for five seconds', () => {
    const slot = { start: 1_000, accepted: 80, before: 0 };
    const held = afterSlowDown({ ...climbing, slot }, 2_000, true);
    expect(held).toMatchObject({ phase: 'holding', at: 7_000, hold: 5_000, sinceSlowDown: 0 });
    expect([held.perSecond, held.proven]).toStrictEqual([76, 76]);
    expect(held.slot).toStrictEqual({ start: 2_000, accepted: 0, before: 0 });
    // Neither above the rate itself nor below its half, where a burst or a silence was measured.
    expect(rateOf(afterSlowDown({ ...climbing, slot: { ...slot, accepted: 300 } }, 2_000, true))).toBe(95);
    expect(rateOf(afterSlowDown({ ...climbing, slot: { ...slot, accepted: 10 } }, 2_000, true))).toBe(47.5);
  });
});

describe('the rate that holds', () => {
  const holding = estimate({ phase: 'holding', perSecond: 100, proven: 100, at: 5_000, hold: 5_000, step: 0.16 });

  it('stays until its time is over, and is then tried four percent higher for ten seconds', () => {
    expect(afterAnswer(holding, 4_999)).toMatchObject({ phase: 'holding', perSecond: 100, at: 5_000 });
    expect(afterAnswer(holding, 5_000)).toMatchObject({
      ...{ phase: 'probing', perSecond: 104, proven: 100, step: 0.04, at: 15_000 },
    });
  });

  it('is tried in steps that double to a third while the service accepts them', () => {
    const rates: number[] = [];
    for (let rate = holding, now = 5_000, n = 0; n < 6; n += 1, now += 10_000) {
      rate = afterAnswer(rate, now);
      rates.push(Math.round(1_000 * (rate.perSecond / rate.proven - 1)));
      expect(afterAnswer(rate, now + 9_999).perSecond).toBe(rate.perSecond);
    }
    expect(rates).toStrictEqual([40, 80, 160, 320, 320, 320]);
  });

  it('goes back when a higher one was refused, and holds twice as long, up to two minutes', () => {
    const probing = estimate({ phase: 'probing', perSecond: 104, proven: 100, hold: 5_000 });
    expect(afterSlowDown(probing, 6_000, true)).toMatchObject({
      ...{ phase: 'holding', perSecond: 98.8, proven: 98.8, at: 16_000, hold: 10_000 },
    });
    expect(afterSlowDown({ ...probing, perSecond: 132 }, 6_000, true)).toMatchObject({ perSecond: 100, proven: 100 });
    expect(afterSlowDown({ ...probing, hold: 59_000 }, 6_000, true)).toMatchObject({ hold: 118_000, at: 124_000 });
    expect(afterSlowDown({ ...probing, hold: 80_000 }, 6_000, true)).toMatchObject({ hold: 120_000, at: 126_000 });
  });

  it('falls by three percent when it is refused itself, and holds as long again', () => {
    expect(afterSlowDown({ ...holding, hold: 20_000 }, 6_000, true)).toMatchObject({
      ...{ phase: 'holding', perSecond: 97, proven: 97, at: 26_000, hold: 20_000 },
    });
  });
});

describe('the rate of a service that refuses by chance, and gives no time', () => {
  const steering = estimate({ phase: 'steering', perSecond: 100, proven: 100 });

  it('is refused by chance if four were accepted since the last time', () => {
    const after = (count: number): boolean => isRefusedByChance(accepted(steering, count, 10));
    expect([after(0), after(3), after(4), after(5)]).toStrictEqual([false, false, true, true]);
    expect(isRefusedByChance(afterSlowDown(accepted(steering, 9, 10), 100, false))).toBe(false);
    expect(isRefusedByChance(afterSlowDown(accepted(steering, 9, 10), 100, true))).toBe(false);
    expect(isRefusedByChance(accepted(afterSlowDown(accepted(steering, 9, 10), 100, false), 3, 10, 100))).toBe(false);
  });

  it('falls by one percent for one refusal, and by a tenth for several in a row', () => {
    const after = (sinceSlowDown: number): Estimate => afterSlowDown({ ...steering, sinceSlowDown }, 1_000, false);
    expect([rateOf(after(4)), rateOf(after(3))]).toStrictEqual([99, 90]);
    expect(rateOf(afterSlowDown(after(4), 1_001, false))).toBe(89.1);
  });

  it.each(['climbing', 'holding', 'probing'] as const)('begins where it was %s', (phase) => {
    expect(afterSlowDown(estimate({ phase, perSecond: 100, sinceSlowDown: 50 }), 1_000, false)).toMatchObject({
      phase: 'steering',
      perSecond: 99,
    });
  });

  it('keeps what it measured when one is refused: the rate goes on', () => {
    const slot = { start: 500, accepted: 40, before: 90 };
    expect(afterSlowDown({ ...steering, slot }, 1_000, false).slot).toStrictEqual(slot);
  });

  it('is where one in two hundred is refused: what one takes, about as many accepted ones give back', () => {
    const used = { ...steering, slot: { start: 0, accepted: 0, before: 90 } };
    // Each of the first ones gives back 0.006 percent.
    expect(afterAnswer(used, 10).perSecond).toBeCloseTo(100.006, 6);
    expect(afterAnswer({ ...used, sinceSlowDown: 600 }, 10).perSecond).toBeCloseTo(100.006, 6);
    // Faster the longer none was refused.
    expect(afterAnswer({ ...used, sinceSlowDown: 1_999 }, 10).perSecond).toBeCloseTo(100.018, 6);
  });

  it('does not grow while less than half of it is used', () => {
    const slot = (before: number): Estimate['slot'] => ({ start: 0, accepted: 0, before });
    expect(afterAnswer({ ...steering, slot: slot(49.9) }, 500).perSecond).toBe(100);
    expect(afterAnswer({ ...steering, slot: slot(50) }, 500).perSecond).toBeGreaterThan(100);
  });

  it('holds a little below it when the service gives a time again', () => {
    expect(afterSlowDown({ ...steering, hold: 7_000 }, 1_000, true)).toMatchObject({
      ...{ phase: 'holding', perSecond: 97, at: 8_000, hold: 7_000 },
    });
  });
});

describe('the probe of the latency without a queue', () => {
  it('lets half as many as needed go at a time, for four rounds, from 4 to 32 answers', () => {
    const of = (needed: number): readonly number[] => {
      const { concurrency, wanted } = startProbe(needed, 100, 0);
      return [concurrency, wanted];
    };
    expect([of(0), of(2), of(3.9), of(7), of(16), of(19), of(100)]).toStrictEqual([
      ...[
        [1, 4],
        [1, 4],
        [1, 4],
        [3, 12],
        [8, 32],
        [9, 32],
        [50, 32],
      ],
    ]);
  });

  it('ends with its answers, or after eight times the latency, but a quarter of a second at least', () => {
    const probe = startProbe(2, 100, 1_000);
    expect(probe.until).toBe(1_800);
    expect(startProbe(2, 10, 1_000).until).toBe(1_250);
    expect([isProbeDone(probe, 1_799), isProbeDone(probe, 1_800)]).toStrictEqual([false, true]);
    expect(isProbeDone({ ...probe, answers: 3 }, 1_000)).toBe(false);
    expect(isProbeDone({ ...probe, answers: 4 }, 1_000)).toBe(true);
  });

  it('counts only answers to requests that started since all slots were its own', () => {
    const probe = startProbe(4, 100, 1_000);
    expect(withAnswer(probe, 1_000, 'Accepted', 80)).toBe(probe);
    const begun = withStart(probe, 1_050);
    expect(withStart(begun, 1_200).from).toBe(1_050);
    expect(withAnswer(begun, 1_049, 'Accepted', 80)).toBe(begun);
    const answered = withAnswer(withAnswer(begun, 1_050, 'Accepted', 80), 1_060, 'Accepted', 100);
    expect(withAnswer(answered, 1_070, 'Exists', 9)).toMatchObject({
      answers: 3,
      sums: { Accepted: { count: 2, sum: 180 }, Exists: { count: 1, sum: 9 } },
    });
  });

  it('teaches the mean of four answers of a sort, up to twice what was known', () => {
    const probe = (count: number, sum: number): ReturnType<typeof startProbe> => ({
      ...startProbe(4, 100, 0),
      sums: { Accepted: { count, sum } },
    });
    const known = (lowest: number): Parameters<typeof probedLatency>[1] => ({ Accepted: { ...notMeasured, lowest } });
    expect(probedLatency(probe(3, 300), {})).toStrictEqual({});
    expect(probedLatency(probe(4, 400), {})).toStrictEqual(known(100));
    expect(probedLatency(probe(4, 400), known(60))).toStrictEqual(known(100));
    expect(probedLatency(probe(4, 400), known(30))).toStrictEqual(known(60));
    expect(probedLatency(probe(4, 400), { Exists: { ...notMeasured, lowest: 1 } })).toStrictEqual(known(100));
  });

  it('confirms what is known within a fifth of it', () => {
    const latency = (lowest: number): Parameters<typeof confirms>[0] => ({ Accepted: { ...notMeasured, lowest } });
    const isConfirmed = (learnt: number, known: number): boolean => confirms(latency(learnt), latency(known));
    expect([79, 80, 100, 120, 121].map((learnt) => isConfirmed(learnt, 100))).toStrictEqual([
      ...[false, true, true, true, false],
    ]);
    expect(confirms(latency(100), {})).toBe(true);
    expect(confirms({ ...latency(100), Exists: { ...notMeasured, lowest: 50 } }, { ...latency(100) })).toBe(true);
    expect(confirms({ ...latency(100), ...{ Exists: { ...notMeasured, lowest: 50 } } }, latency(10))).toBe(false);
  });
});
