import { unloadedOf, type UnloadedLatency } from './unloaded-latency.ts';

/**
 * A few rounds with so few requests that none waits for another, to see how long an answer takes alone. Without it, what a
 * queue of our own adds to every latency would count as the service's own time. Times in milliseconds.
 */
export interface Drain {
  readonly width: number;
  /** It ends then at the latest: one request without an answer must not hold up the others. */
  readonly until: number;
  /** When the first request started of those that count; null as long as there are more under way than it allows. */
  readonly from: number | null;
  readonly answers: number;
  readonly wanted: number;
  readonly sums: Readonly<Record<string, { readonly count: number; readonly sum: number }>>;
}

const rounds = 4;
const mostAnswers = 32;
const longestInRounds = 8;
const shortest = 250;
/** Fewer answers of a sort than this say nothing. */
const fewest = 4;
/** A latency that is found again within this share of itself is as it was. */
const same = 0.2;
/** One drain in a bad moment must not let the width grow without bounds. */
const mostGrowth = 2;

/** Half of what is thought to be needed: were that twice too much, it would show. `latency`: of an answer at present. */
export const drainOf = (needed: number, latency: number, now: number): Drain => {
  const width = Math.max(1, Math.floor(needed / 2));
  return {
    width,
    until: now + Math.max(shortest, longestInRounds * latency),
    from: null,
    answers: 0,
    wanted: Math.max(fewest, Math.min(mostAnswers, rounds * width)),
    sums: {},
  };
};

export const withStart = (drain: Drain, now: number): Drain => (drain.from === null ? { ...drain, from: now } : drain);

export const withAnswer = (drain: Drain, startedAt: number, sort: string, latency: number): Drain => {
  if (drain.from === null || startedAt < drain.from) return drain;
  const { count, sum } = drain.sums[sort] ?? { count: 0, sum: 0 };
  const sums = { ...drain.sums, [sort]: { count: count + 1, sum: sum + latency } };
  return { ...drain, answers: drain.answers + 1, sums };
};

export const isDrained = ({ answers, wanted, until }: Drain, now: number): boolean => answers >= wanted || now >= until;

/** What takes the place of the latencies that were known before. */
export const learntIn = (
  { sums }: Drain,
  before: Readonly<Record<string, UnloadedLatency>>,
): Readonly<Record<string, UnloadedLatency>> => {
  const learnt: Record<string, UnloadedLatency> = {};
  for (const [sort, { count, sum }] of Object.entries(sums)) {
    if (count < fewest) continue;
    const old = before[sort];
    const most = old === undefined ? Number.POSITIVE_INFINITY : mostGrowth * unloadedOf(old);
    learnt[sort] = { lowest: Math.min(most, sum / count), count: 0, sum: 0 };
  }
  return learnt;
};

/** Whether a drain found what was known before. */
export const confirms = (
  learnt: Readonly<Record<string, UnloadedLatency>>,
  before: Readonly<Record<string, UnloadedLatency>>,
): boolean =>
  Object.entries(learnt).every(([sort, latency]) => {
    const known = unloadedOf(before[sort] ?? latency);
    return Math.abs(unloadedOf(latency) - known) <= same * known;
  });
