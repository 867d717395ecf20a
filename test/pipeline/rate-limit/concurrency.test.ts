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
  /** Requests of the round; as many as there are places unless told. */
  readonly count?: number;
}

interface Learning {
  readonly state: ConcurrencyEstimate;
  readonly now: number;
}

const start: Learning = { state: initialConcurrency(0, 256), now: 0 };

/** All places are taken, and all answers of the round come at the same time. */
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

const width = ({ state, now }: Learning): number => concurrencyOf(state, now);

/** Forty at a time, and known to take 100 ms alone. */
const grown = (): Learning => {
  let at = start;
  while (width(at) < 40) at = round(at, { latency: 100 });
  return at;
};

describe('the width that is learned', () => {
  it('begins with eight and grows by half a round as long as answers take no longer', () => {
    const widths: number[] = [];
    for (let at = start, n = 0; n < 6; n += 1, at = round(at, { latency: 100 })) widths.push(width(at));
    expect(widths).toStrictEqual([8, 12, 18, 27, 40, 60]);
  });

  it('never exceeds what is allowed', () => {
    expect(width(rounds({ state: initialConcurrency(0, 5), now: 0 }, 30, { latency: 100 }))).toBe(5);
    expect(width(rounds(start, 60, { latency: 100 }))).toBe(256);
  });

  it('is not moved by what does not take all places', () => {
    const before = grown();
    expect(width(rounds(before, 100, { latency: 500, count: 10 }))).toBe(width(before));
  });

  it('comes to twice what the service works on, when the others only wait', () => {
    const queued = (from: Learning, count: number): Learning => {
      let at = from;
      for (let n = 0; n < count; n += 1) at = round(at, { latency: 100 * Math.max(1, width(at) / 10) });
      return at;
    };
    expect(width(queued(start, 100))).toBeGreaterThanOrEqual(15);
    expect(width(queued(start, 100))).toBeLessThanOrEqual(22);
    expect(width(queued(grown(), 100))).toBeLessThanOrEqual(28);
  });

  it('does not shrink while this process itself is late', () => {
    const before = grown();
    expect(width(rounds(before, 60, { latency: 400, isLate: true }))).toBeGreaterThanOrEqual(width(before));
  });

  it('compares answers with those of their own sort', () => {
    const known = rounds(grown(), 20, { latency: 10, sort: 'Exists' });
    const before = width(known);
    // A tenth of the time for one sort does not make the other one slow.
    expect(width(rounds(known, 100, { latency: 100, sort: 'Accepted' }))).toBeGreaterThanOrEqual(before);
  });

  it('shrinks while requests come to nothing, and grows back slowly', () => {
    const before = grown();
    const hurt = rounds(before, 10, { latency: 100, failed: 10 });
    expect(width(hurt)).toBeLessThan(0.6 * width(before));
    const healed = rounds(hurt, 10, { latency: 100 });
    expect(width(healed)).toBeGreaterThan(width(hurt));
    expect(width(healed)).toBeLessThan(1.2 * width(hurt));
  });

  it('makes room now and then to see how long an answer takes alone, when it seems to take much longer', () => {
    let at = grown();
    let smallest = width(at);
    for (let n = 0; n < 10; n += 1, at = round(at, { latency: 300 })) smallest = Math.min(smallest, width(at));
    expect(smallest).toBeLessThan(20);
    // It takes that long alone as well: nothing queues, and as many are made as before.
    expect(width(rounds(at, 100, { latency: 300 }))).toBeGreaterThan(40);
  });
});
