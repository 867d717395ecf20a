/** What the service's own answers taught about how fast it can be asked. Times in milliseconds. */
export interface LearntRate {
  /** Requests a second; null as long as the service never asked to slow down. */
  readonly perSecond: number | null;
  /** The rate grows with the time since then; it lies ahead while the rate is held. */
  readonly raisedAt: number;
  readonly windowStart: number;
  /** Requests that were not put off since the start of the window. */
  readonly accepted: number;
}

const windowLength = 10_000;
const hold = 5_000;
const growthPerSecond = 1.1;
const stepBack = 0.9;
/** Below it the pauses that the service asks for are regulation enough. */
const slowest = 5;
/** A long silence teaches nothing: growth is counted for half a minute at most. */
const longestGrowth = 30;

export const nothingLearnt = (now: number): LearntRate => ({
  perSecond: null,
  raisedAt: now,
  windowStart: now,
  accepted: 0,
});

/** After an answer that did not ask to slow down: the rate creeps back up. */
export const afterAnswer = (rate: LearntRate, now: number): LearntRate => {
  const isOver = now - rate.windowStart > windowLength;
  const window = isOver
    ? { windowStart: now, accepted: 1 }
    : { windowStart: rate.windowStart, accepted: rate.accepted + 1 };
  if (rate.perSecond === null || now - rate.raisedAt < 1_000) return { ...rate, ...window };
  const seconds = Math.min(longestGrowth, (now - rate.raisedAt) / 1_000);
  return { ...window, perSecond: rate.perSecond * growthPerSecond ** seconds, raisedAt: now };
};

/** After the service asked to slow down: a little less than what it took of late, and held there for a while. */
export const afterSlowDown = (rate: LearntRate, now: number): LearntRate => {
  const measured = rate.accepted / Math.max(1, (now - rate.windowStart) / 1_000);
  const before = rate.perSecond === null ? measured : Math.min(rate.perSecond, Math.max(measured, rate.perSecond / 2));
  return { perSecond: Math.max(slowest, before * stepBack), raisedAt: now + hold, windowStart: now, accepted: 0 };
};

/** Milliseconds between two requests; 0 as long as nothing was learnt. */
export const intervalOf = ({ perSecond }: LearntRate): number => (perSecond === null ? 0 : 1_000 / perSecond);
