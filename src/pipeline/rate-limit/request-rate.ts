/**
 * The request rate that the service accepts, learned from its responses as CUBIC (RFC 9438) learns a network's. There is no limit
 * until the service asks to slow down. Then the rate is cut, grows back to what was refused, stays near it for a while, and grows
 * faster the longer the service accepts it. Times in milliseconds.
 */
export interface RequestRate {
  /** Requests per second that the service refused last; infinite before it asked to slow down. */
  readonly refused: number;
  /** By which share the rate was lowered then. */
  readonly cut: number;
  /** Time in which the rate grows back to `refused`. */
  readonly recovery: number;
  /** Time since the refusal in which the rate was used. A rate that is not used stays. */
  readonly used: number;
  /** Accepted requests since the refusal. */
  readonly accepted: number;
  /** When a request was accepted last. */
  readonly at: number;
  /** Accepted requests of the current second, and of the one before. */
  readonly second: { readonly start: number; readonly accepted: number; readonly before: number };
}

const minRecovery = 2_000;

const maxRecovery = 60_000;

const cut = 0.06;

/** A refusal that comes early shows that the limit is a little lower. */
const cutEarly = 0.02;

/** Without a time in its response, the service limits concurrent requests, and refuses some by chance before it is full. */
const cutByChance = 0.01;

const shareRefusedByChance = 0.004;

/** Several refusals in a row: the limit has changed. */
const cutInARow = 0.1;

/** Fewer accepted requests between two refusals are not chance. */
const minAccepted = 4;

/** After so many recoveries the limit has risen by much, and the rate grew so fast that it is above the limit. */
const manyRecoveries = 2.5;

const overshoot = 0.15;

/** Below this rate, the pauses that the service asks for are enough. */
const minPerSecond = 5;

/** A longer time without an accepted request counts as this. */
const maxGap = 2_000;

const minMeasured = 250;

export const initialRate = (now: number): RequestRate => ({
  refused: Number.POSITIVE_INFINITY,
  cut: 0,
  recovery: minRecovery,
  used: 0,
  accepted: 0,
  at: now,
  second: { start: now, accepted: 0, before: 0 },
});

/** Whether refusals are so rare that chance explains them. */
export const isRefusedByChance = ({ accepted }: RequestRate): boolean => accepted >= minAccepted;

/** Milliseconds between two requests; 0 without a limit. */
export const requestInterval = (rate: RequestRate): number => 1_000 / perSecond(rate);

export const afterAccepted = (rate: RequestRate, now: number): RequestRate => {
  const next = { ...rate, accepted: rate.accepted + 1, at: now, second: withAccepted(rate.second, now) };
  const isUsed = measured(next, now) >= perSecond(rate) / 2;
  return isUsed ? { ...next, used: rate.used + Math.min(maxGap, now - rate.at) } : next;
};

/** @param saysHowLong whether the service gave the length of the pause */
export const afterSlowDown = (rate: RequestRate, now: number, saysHowLong: boolean): RequestRate => {
  const limit = perSecond(rate);
  const next = { ...rate, used: 0, accepted: 0, at: now };
  const isFirst = limit === Number.POSITIVE_INFINITY;
  if (!saysHowLong && !isFirst) {
    const recovery = 1_000 / (shareRefusedByChance * limit);
    return { ...next, refused: limit, cut: isRefusedByChance(rate) ? cutByChance : cutInARow, recovery };
  }
  const seen = measured(rate, now);
  const refused = isFirst ? seen : Math.min(limit, Math.max(seen, limit / 2));
  const paused = { ...next, cut, second: { start: now, accepted: 0, before: 0 } };
  const recoveries = rate.used / rate.recovery;
  if (isFirst || recoveries > manyRecoveries)
    return { ...paused, refused: (1 - overshoot) * refused, recovery: minRecovery };
  if (recoveries < 1)
    return { ...paused, refused: (1 - cutEarly) * refused, recovery: Math.max(minRecovery, rate.recovery) };
  // As expected: the limit is known better, and a higher one is tried less often.
  return { ...paused, refused, recovery: Math.min(maxRecovery, 2 * rate.recovery) };
};

const perSecond = (rate: RequestRate): number =>
  Math.max(minPerSecond, rate.refused * (1 + rate.cut * (rate.used / rate.recovery - 1) ** 3));

const withAccepted = ({ start, accepted, before }: RequestRate['second'], now: number): RequestRate['second'] => {
  const age = now - start;
  if (age < 1_000) return { start, accepted: accepted + 1, before };
  return { start: now, accepted: 1, before: age < 2_000 ? (accepted * 1_000) / age : 0 };
};

/** Requests per second that the service accepted recently. */
const measured = ({ second: { start, accepted, before } }: RequestRate, now: number): number =>
  Math.max(before, (accepted * 1_000) / Math.max(minMeasured, now - start));
