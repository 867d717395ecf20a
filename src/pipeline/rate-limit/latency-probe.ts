/**
 * A few rounds with so few requests that none waits for another, to see how long an answer takes alone. Without it, what a
 * queue of our own adds to every latency would count as the service's own time. Times in milliseconds.
 */
export interface LatencyProbe {
  readonly concurrency: number;
  /** It ends then at the latest: one request without an answer must not hold up the others. */
  readonly until: number;
  /** When the first request started of those that count; null as long as there are more under way than it allows. */
  readonly from: number | null;
  readonly answers: number;
  readonly wanted: number;
  readonly sums: Readonly<Record<string, { readonly count: number; readonly sum: number }>>;
}

const rounds = 4;

const maxAnswers = 32;

const maxInRounds = 8;

const minProbeTime = 250;

/** Fewer answers of a sort than this say nothing. */
const minSamples = 4;

/** A latency that is found again within this share of itself is as it was. */
const tolerance = 0.2;

/** One drain in a bad moment must not let the width grow without bounds. */
const maxGrowth = 2;

/** Half of what is thought to be needed: were that twice too much, it would show. `latency`: of an answer at present. */
export const startProbe = (needed: number, latency: number, now: number): LatencyProbe => {
  const concurrency = Math.max(1, Math.floor(needed / 2));
  return {
    concurrency: concurrency,
    until: now + Math.max(minProbeTime, maxInRounds * latency),
    from: null,
    answers: 0,
    wanted: Math.max(minSamples, Math.min(maxAnswers, rounds * concurrency)),
    sums: {},
  };
};

export const withStart = (probe: LatencyProbe, now: number): LatencyProbe =>
  probe.from === null ? { ...probe, from: now } : probe;

export const withAnswer = (probe: LatencyProbe, startedAt: number, sort: string, latency: number): LatencyProbe => {
  if (probe.from === null || startedAt < probe.from) return probe;
  const { count, sum } = probe.sums[sort] ?? { count: 0, sum: 0 };
  const sums = { ...probe.sums, [sort]: { count: count + 1, sum: sum + latency } };
  return { ...probe, answers: probe.answers + 1, sums };
};

export const isProbeDone = ({ answers, wanted, until }: LatencyProbe, now: number): boolean =>
  answers >= wanted || now >= until;

/** What takes the place of the latencies that were known before. */
export const probedLatency = (
  { sums }: LatencyProbe,
  before: Readonly<Record<string, BaseLatency>>,
): Readonly<Record<string, BaseLatency>> => {
  const learnt: Record<string, BaseLatency> = {};
  for (const [sort, { count, sum }] of Object.entries(sums)) {
    if (count < minSamples) continue;
    const old = before[sort];
    const max = old === undefined ? Number.POSITIVE_INFINITY : maxGrowth * baseLatencyOf(old);
    learnt[sort] = { lowest: Math.min(max, sum / count), count: 0, sum: 0 };
  }
  return learnt;
};

/** Whether a drain found what was known before. */
export const confirms = (
  learnt: Readonly<Record<string, BaseLatency>>,
  before: Readonly<Record<string, BaseLatency>>,
): boolean =>
  Object.entries(learnt).every(([sort, latency]) => {
    const known = baseLatencyOf(before[sort] ?? latency);
    return Math.abs(baseLatencyOf(latency) - known) <= tolerance * known;
  });

/** What is known of how long one sort of answer takes when no request waits for another. Times in milliseconds. */
export interface BaseLatency {
  /** The lowest mean of any block so far; null within the first one. */
  readonly lowest: number | null;
  /** The block that is being measured. */
  readonly count: number;
  readonly sum: number;
}

/**
 * Answers of one block. The lowest mean of so many is taken and not the lowest latency: where one request is ten times as
 * much work as another, the quickest answer says nothing about the others.
 */
const blockLength = 32;

/** The first one is shorter, before requests have begun to wait for one another. */
const firstBlock = 8;

export const notMeasured: BaseLatency = { lowest: null, count: 0, sum: 0 };

export const withLatency = ({ lowest, count, sum }: BaseLatency, latency: number): BaseLatency => {
  const block = { lowest, count: count + 1, sum: sum + latency };
  if (block.count < (lowest === null ? firstBlock : blockLength)) return block;
  const mean = block.sum / block.count;
  return { lowest: lowest === null ? mean : Math.min(lowest, mean), count: 0, sum: 0 };
};

/** Milliseconds; what was seen so far within the first block, 0 before the first answer. */
export const baseLatencyOf = ({ lowest, count, sum }: BaseLatency): number => lowest ?? (count === 0 ? 0 : sum / count);
