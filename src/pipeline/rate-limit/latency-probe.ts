/**
 * A few rounds with so few requests that none waits for another, to measure the latency without a queue. Otherwise the queue
 * that we cause would count as the service's own time. Times in milliseconds.
 */
export interface LatencyProbe {
  readonly concurrency: number;
  /** Latest end: one request without a response must not delay the others. */
  readonly until: number;
  /** When the first request that counts started; null while more are in progress than the probe allows. */
  readonly from: number | null;
  readonly answers: number;
  readonly wanted: number;
  readonly sums: Readonly<Record<string, { readonly count: number; readonly sum: number }>>;
}

const rounds = 4;

const maxAnswers = 32;

const maxInRounds = 8;

const minProbeTime = 250;

/** Responses of one sort that are needed for a latency. */
const minSamples = 4;

/** A latency within this share of the known one confirms it. */
const tolerance = 0.2;

/** One probe in a bad moment must not raise the concurrency without bounds. */
const maxGrowth = 2;

/** Starts with half of what seems needed: if that is twice too much, the probe shows it. `latency`: current mean. */
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

/** The base latencies that replace the known ones. */
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

/** Whether the probe confirms what is known. */
export const confirms = (
  learnt: Readonly<Record<string, BaseLatency>>,
  before: Readonly<Record<string, BaseLatency>>,
): boolean =>
  Object.entries(learnt).every(([sort, latency]) => {
    const known = baseLatencyOf(before[sort] ?? latency);
    return Math.abs(baseLatencyOf(latency) - known) <= tolerance * known;
  });

/** Latency of one sort of response when no request waits for another. Times in milliseconds. */
export interface BaseLatency {
  /** The lowest mean of a block so far; null during the first one. */
  readonly lowest: number | null;
  /** Responses of the current block, and the sum of their latencies. */
  readonly count: number;
  readonly sum: number;
}

/**
 * Responses of one block. The lowest mean of a block counts, not the lowest latency: where one request is ten times the work
 * of another, the fastest response does not represent the others.
 */
const blockLength = 32;

/** The first block is shorter: it ends before requests wait for one another. */
const firstBlock = 8;

export const notMeasured: BaseLatency = { lowest: null, count: 0, sum: 0 };

export const withLatency = ({ lowest, count, sum }: BaseLatency, latency: number): BaseLatency => {
  const block = { lowest, count: count + 1, sum: sum + latency };
  if (block.count < (lowest === null ? firstBlock : blockLength)) return block;
  const mean = block.sum / block.count;
  return { lowest: lowest === null ? mean : Math.min(lowest, mean), count: 0, sum: 0 };
};

/** Milliseconds. During the first block the mean so far; 0 before the first response. */
export const baseLatencyOf = ({ lowest, count, sum }: BaseLatency): number => lowest ?? (count === 0 ? 0 : sum / count);
