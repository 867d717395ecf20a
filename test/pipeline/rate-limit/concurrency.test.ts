import { describe, expect, it } from '@jest/globals';
import {
  afterFailure,
  afterFull,
  afterLag,
  afterWork,
  type ConcurrencyEstimate,
  initialConcurrency,
  concurrencyOf,
} from '../../../src/pipeline/rate-limit/concurrency.ts';

interface Round {
  readonly latency: number;
  readonly sort?: string;
  readonly isLate?: boolean;
  readonly failed?: number;
  /** Requests of the round; default: one per slot. */
  readonly count?: number;
}

interface Learning {
  readonly state: ConcurrencyEstimate;
  readonly now: number;
}

const start: Learning = { state: initialConcurrency(0, 256), now: 0 };

/** All slots are in use, and all responses of the round come at the same time. */
const round = (
  { state, now }: Learning,
  { latency, sort = 'Accepted', isLate, failed = 0, count }: Round,
): Learning => {
  const concurrency = concurrencyOf(state, now);
  const started = { at: now, isLast: count === undefined || count >= concurrency };
  let next = started.isLast ? afterFull(state, now) : state;
  if (isLate === true) next = afterLag(next, now);
  for (let n = 0; n < failed; n += 1) next = afterFailure(next, started);
  const then = now + latency;
  for (let n = 0; n < (count ?? concurrency); n += 1) next = afterWork(next, started, sort, then);
  return { state: next, now: then };
};

const rounds = (from: Learning, count: number, each: Round): Learning => {
  let at = from;
  for (let n = 0; n < count; n += 1) at = round(at, each);
  return at;
};

const concurrency = ({ state, now }: Learning): number => concurrencyOf(state, now);

/** Forty at a time, with a known base latency of 100 ms. */
const grown = (): Learning => {
  let at = start;
  while (concurrency(at) < 40) at = round(at, { latency: 100 });
  return at;
};

describe('the learned concurrency', () => {
  it('starts at eight and grows by half a round while the latency stays the same', () => {
    const widths: number[] = [];
    for (let at = start, n = 0; n < 6; n += 1, at = round(at, { latency: 100 })) widths.push(concurrency(at));
    expect(widths).toStrictEqual([8, 12, 18, 27, 40, 60]);
  });

  it('never exceeds the maximum', () => {
    expect(concurrency(rounds({ state: initialConcurrency(0, 5), now: 0 }, 30, { latency: 100 }))).toBe(5);
    expect(concurrency(rounds(start, 60, { latency: 100 }))).toBe(256);
  });

  it('does not change when slots are free', () => {
    const before = grown();
    expect(concurrency(rounds(before, 100, { latency: 500, count: 10 }))).toBe(concurrency(before));
  });

  it('becomes twice what the service works on when the other requests only wait', () => {
    const queued = (from: Learning, count: number): Learning => {
      let at = from;
      for (let n = 0; n < count; n += 1) at = round(at, { latency: 100 * Math.max(1, concurrency(at) / 10) });
      return at;
    };
    expect(concurrency(queued(start, 100))).toBeGreaterThanOrEqual(15);
    expect(concurrency(queued(start, 100))).toBeLessThanOrEqual(22);
    expect(concurrency(queued(grown(), 100))).toBeLessThanOrEqual(28);
  });

  it('does not fall while this process is late', () => {
    const before = grown();
    expect(concurrency(rounds(before, 60, { latency: 400, isLate: true }))).toBeGreaterThanOrEqual(concurrency(before));
  });

  it('compares responses with those of the same sort', () => {
    const known = rounds(grown(), 20, { latency: 10, sort: 'Exists' });
    const before = concurrency(known);
    // One sort at a tenth of the time does not make the other one slow.
    expect(concurrency(rounds(known, 100, { latency: 100, sort: 'Accepted' }))).toBeGreaterThanOrEqual(before);
  });

  it('falls while requests fail, and grows back slowly', () => {
    const before = grown();
    const afterFailures = rounds(before, 10, { latency: 100, failed: 10 });
    expect(concurrency(afterFailures)).toBeLessThan(0.6 * concurrency(before));
    const recovered = rounds(afterFailures, 10, { latency: 100 });
    expect(concurrency(recovered)).toBeGreaterThan(concurrency(afterFailures));
    expect(concurrency(recovered)).toBeLessThan(1.2 * concurrency(afterFailures));
  });

  it('starts a probe of the base latency when responses seem to take much longer', () => {
    let at = grown();
    let smallest = concurrency(at);
    for (let n = 0; n < 10; n += 1, at = round(at, { latency: 300 })) smallest = Math.min(smallest, concurrency(at));
    expect(smallest).toBeLessThan(20);
    // The base latency is that long: nothing queues, and the concurrency stays.
    expect(concurrency(rounds(at, 100, { latency: 300 }))).toBeGreaterThan(40);
  });
});
