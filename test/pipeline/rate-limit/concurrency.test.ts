import { describe, expect, it } from '@jest/globals';
import {
  afterEnding,
  type Concurrency,
  type Ending,
  initialConcurrency,
  slotsOf,
} from '../../../src/pipeline/rate-limit/concurrency.ts';

interface Round {
  readonly latency: number;
  readonly sort?: string;
  readonly isLate?: boolean;
  readonly failed?: number;
  /** Requests of the round; default: one per slot. */
  readonly count?: number;
  /** Latencies of the first responses, if they differ. */
  readonly first?: readonly number[];
}

interface Learning {
  readonly state: Concurrency;
  readonly now: number;
}

const start: Learning = { state: initialConcurrency(0, 256), now: 0 };

/** All slots are in use, and all responses of the round come at the same time. */
const round = (
  { state, now }: Learning,
  { latency, sort = 'Accepted', isLate, failed = 0, count, first = [] }: Round,
): Learning => {
  const slots = slotsOf(state);
  const then = now + latency;
  let next = isLate === true ? { ...state, lateAt: now } : state;
  const end = (index: number, ending: Ending): void => {
    const at = then - (first[index] ?? latency);
    next = afterEnding(next, { at, isLast: count === undefined || count >= slots }, ending, then);
  };
  for (let n = 0; n < failed; n += 1) end(n, { _tag: 'Failed' });
  for (let n = 0; n < (count ?? slots); n += 1) end(n, { _tag: 'Worked', sort });
  return { state: next, now: then };
};

const rounds = (from: Learning, count: number, each: Round): Learning => {
  let at = from;
  for (let n = 0; n < count; n += 1) at = round(at, each);
  return at;
};

const concurrency = ({ state }: Learning): number => slotsOf(state);

/** Forty at a time, with a known base latency of 100 ms. */
const grown = (): Learning => {
  let at = start;
  while (concurrency(at) < 40) at = round(at, { latency: 100 });
  return at;
};

describe('the learned concurrency', () => {
  it('grows by about half a round while the latency stays the same', () => {
    const slots: number[] = [];
    for (let at = start, n = 0; n < 6; n += 1, at = round(at, { latency: 100 })) slots.push(concurrency(at));
    for (const [n, before] of slots.slice(0, -1).entries()) {
      expect((slots[n + 1] ?? 0) / before).toBeGreaterThan(1.4);
      expect((slots[n + 1] ?? 0) / before).toBeLessThanOrEqual(1.5);
    }
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

  it('does not fall by much after one slow response', () => {
    const before = grown();
    const slow = round(before, { latency: 20_000, first: [20_000, ...Array.from({ length: 255 }, () => 100)] });
    expect(concurrency(slow)).toBeGreaterThan(0.9 * concurrency(before));
    expect(concurrency(rounds(slow, 10, { latency: 100 }))).toBeGreaterThan(concurrency(before));
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
    expect(concurrency(recovered)).toBeLessThanOrEqual(concurrency(afterFailures) + 10);
  });

  it('measures the base latency again, with few requests, when responses seem to take much longer', () => {
    let at = grown();
    let smallest = concurrency(at);
    for (let n = 0; n < 10; n += 1, at = round(at, { latency: 300 })) smallest = Math.min(smallest, concurrency(at));
    expect(smallest).toBeLessThan(20);
    // The base latency is that long: nothing queues, and the concurrency stays.
    expect(concurrency(rounds(at, 100, { latency: 300 }))).toBeGreaterThan(40);
  });
});
