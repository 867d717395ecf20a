/**
 * Learns the request rate that the service accepts, and its latency without a queue, from its responses alone: services do
 * not state them.
 */

/**
 * The learned request rate. Times in milliseconds.
 *
 * - free: the service has not asked to slow down.
 * - climbing: it has, and the rate grows quickly until it asks again.
 * - holding: the rate stays a little below that.
 * - probing: a slightly higher rate is tried, less often each time that fails.
 * - steering: it asked without giving a time, like a service with a limit on concurrent requests, which refuses some by
 *   chance long before it is full. The rate stays where about one request in two hundred is refused.
 */
interface RateEstimate {
  readonly phase: 'free' | 'climbing' | 'holding' | 'probing' | 'steering';
  /** Requests per second; not used while free. */
  readonly perSecond: number;
  /** The rate to return to when a probe fails. */
  readonly proven: number;
  /** When holding or probing ends. While climbing: when the rate last grew. */
  readonly at: number;
  /** How long the next hold is. */
  readonly hold: number;
  /** By which share the next probe raises the rate: 0.04 is four percent. */
  readonly step: number;
  /** Accepted requests of the current slot, and of the one before. */
  readonly slot: { readonly start: number; readonly accepted: number; readonly before: number };
  /** Accepted requests since the service last asked to slow down. */
  readonly sinceSlowDown: number;
}

const slotLength = 1_000;

const minSlot = 250;

const minHold = 5_000;

const maxHold = 120_000;

const probeLength = 10_000;

const firstStep = 0.04;

const maxStep = 0.32;

const climbPerSecond = 1.5;

/** Seconds of growth at most: a time without requests proves nothing. */
const maxClimb = 3;

/** Below the measured rate, because that includes a burst that the service allowed. */
const margin = 0.95;

const stepBack = 0.97;

const minAcceptedForChance = 4;

/** Target share of refused requests while steering. */
const steeredShare = 0.006;

/** A refused request lowers the rate by this share; an accepted one raises it so that both balance at the target share. */
const steerDown = 0.01;

const steerUp = steerDown * steeredShare;

/** Several refusals in a row: the limit has changed. */
const steerAway = 0.9;

/** Below this rate, the pauses that the service asks for are enough. */
const minPerSecond = 5;

export const noRateEstimate = (now: number): RateEstimate => ({
  phase: 'free',
  perSecond: minPerSecond,
  proven: minPerSecond,
  at: now,
  hold: minHold,
  step: firstStep,
  slot: { start: now, accepted: 0, before: 0 },
  sinceSlowDown: 0,
});

const withAccepted = ({ start, accepted, before }: RateEstimate['slot'], now: number): RateEstimate['slot'] => {
  const age = now - start;
  if (age < slotLength) return { start, accepted: accepted + 1, before };
  return { start: now, accepted: 1, before: age < 2 * slotLength ? (accepted * slotLength) / age : 0 };
};

/** Requests per second that the service accepted recently. */
const measuredRate = ({ start, accepted, before }: RateEstimate['slot'], now: number): number =>
  Math.max(before, (accepted * 1_000) / Math.max(minSlot, now - start));

/** Whether refusals are so rare that chance explains them. */
export const isRefusedByChance = ({ sinceSlowDown }: RateEstimate): boolean => sinceSlowDown >= minAcceptedForChance;

/** Grows with each accepted request, faster the longer none was refused. A rate that is not used stays. */
const steeredUp = (rate: RateEstimate, now: number): RateEstimate =>
  measuredRate(rate.slot, now) < rate.perSecond / 2
    ? rate
    : { ...rate, perSecond: rate.perSecond * (1 + steerUp * Math.max(1, (rate.sinceSlowDown * steeredShare) / 4)) };

export const afterAnswer = (before: RateEstimate, now: number): RateEstimate => {
  const slot = withAccepted(before.slot, now);
  const rate = { ...before, slot, sinceSlowDown: before.sinceSlowDown + 1 };
  const { phase, perSecond, at, step } = rate;
  if (phase === 'climbing') {
    if (now <= at) return rate;
    const seconds = Math.min(maxClimb, (now - at) / 1_000);
    return { ...rate, perSecond: perSecond * climbPerSecond ** seconds, at: now };
  }
  if (phase === 'steering') return steeredUp(rate, now);
  if (phase === 'free' || now < at) return rate;
  // After a successful probe the next one tries more: the limit may have changed a lot.
  const nextStep = phase === 'probing' ? Math.min(maxStep, step * 2) : firstStep;
  return {
    ...rate,
    phase: 'probing',
    proven: perSecond,
    perSecond: perSecond * (1 + nextStep),
    step: nextStep,
    at: now + probeLength,
  };
};

const holding = (rate: RateEstimate, perSecond: number, now: number, hold: number): RateEstimate => ({
  ...rate,
  phase: 'holding',
  perSecond: Math.max(minPerSecond, perSecond),
  proven: Math.max(minPerSecond, perSecond),
  at: now + hold,
  hold,
});

/** @param saysHowLong whether the service gave the length of the pause */
export const afterSlowDown = (before: RateEstimate, now: number, saysHowLong: boolean): RateEstimate => {
  const { phase, perSecond, proven, hold } = before;
  const measured = measuredRate(before.slot, now);
  const rate = { ...before, slot: { start: now, accepted: 0, before: 0 }, sinceSlowDown: 0 };
  if (!saysHowLong && phase !== 'free') {
    const by = isRefusedByChance(before) ? 1 - steerDown : steerAway;
    return { ...before, sinceSlowDown: 0, phase: 'steering', perSecond: Math.max(minPerSecond, perSecond * by) };
  }
  switch (phase) {
    case 'free':
      return { ...rate, phase: 'climbing', perSecond: Math.max(minPerSecond, measured * margin), at: now };
    case 'climbing':
      return holding(rate, margin * Math.min(perSecond, Math.max(measured, perSecond / 2)), now, minHold);
    case 'probing':
      return holding(rate, Math.min(proven, perSecond * margin), now, Math.min(maxHold, hold * 2));
    case 'holding':
    case 'steering':
      return holding(rate, perSecond * stepBack, now, hold);
  }
};

/** Milliseconds between two requests; 0 while free. */
export const requestInterval = ({ phase, perSecond }: RateEstimate): number =>
  phase === 'free' ? 0 : 1_000 / perSecond;

/**
 * A few rounds with so few requests that none waits for another. Otherwise the queue that we cause would count as the
 * service's own time. Times in milliseconds.
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
