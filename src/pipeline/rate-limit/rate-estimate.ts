/**
 * What the service's own answers taught about how fast it can be asked. Times in milliseconds.
 *
 * free: it never asked to slow down. climbing: it did, and the rate grows quickly to where it does again. holding: the
 * rate stays a little below that. probing: now and then a little more is tried, ever more rarely as long as that fails.
 * steering: it asked without saying for how long, as a service does that takes so many requests at a time and puts one off by
 * mere chance long before it is full; the rate is kept where hardly one in two hundred is.
 */
export interface RateEstimate {
  readonly phase: 'free' | 'climbing' | 'holding' | 'probing' | 'steering';
  /** Requests a second; without meaning while free. */
  readonly perSecond: number;
  /** What to fall back to when a probe fails. */
  readonly proven: number;
  /** When holding or probing ends; while climbing, when the rate grew last. */
  readonly at: number;
  /** How long the next hold is. */
  readonly hold: number;
  /** The next probe tries this much more, 0.04 for four percent. */
  readonly step: number;
  /** Requests that were not put off: in the slot that runs, and in the one before. */
  readonly slot: { readonly start: number; readonly accepted: number; readonly before: number };
  /** The same since it last asked to slow down. */
  readonly sinceSlowDown: number;
}

const slotLength = 1_000;
const minSlot = 250;
const minHold = 5_000;
const maxHold = 120_000;
const probeLength = 10_000;
const firstStep = 0.04;
const largestStep = 0.32;
const climbPerSecond = 1.5;
/** A long silence teaches nothing: growth is counted for a few seconds at most. */
const maxClimb = 3;
/** Below what was measured, because a burst that the service saved up is part of it. */
const margin = 0.95;
const stepBack = 0.97;
const fewEnough = 4;
/** The share of requests that may be put off while steering. */
const steeredShare = 0.006;
/** What one of them takes off the rate; each that is taken gives back so much that the two are even at that share. */
const steerDown = 0.01;
const steerUp = steerDown * steeredShare;
/** When several in a row are put off, the limit has moved. */
const steerAway = 0.9;
/** Below it the pauses that the service asks for are regulation enough. */
const slowest = 5;

export const noRateEstimate = (now: number): RateEstimate => ({
  phase: 'free',
  perSecond: slowest,
  proven: slowest,
  at: now,
  hold: minHold,
  step: firstStep,
  slot: { start: now, accepted: 0, before: 0 },
  sinceSlowDown: 0,
});

const counted = ({ start, accepted, before }: RateEstimate['slot'], now: number): RateEstimate['slot'] => {
  const age = now - start;
  if (age < slotLength) return { start, accepted: accepted + 1, before };
  return { start: now, accepted: 1, before: age < 2 * slotLength ? (accepted * slotLength) / age : 0 };
};

/** Requests a second that the service took of late. */
const measuredOf = ({ start, accepted, before }: RateEstimate['slot'], now: number): number =>
  Math.max(before, (accepted * 1_000) / Math.max(minSlot, now - start));

/** Whether it asked so seldom of late that it was mere chance. */
export const isChance = ({ sinceSlowDown }: RateEstimate): boolean => sinceSlowDown >= fewEnough;

/** Grows with each request that is taken, the faster the longer none was put off; a rate that nobody uses stays. */
const steeredUp = (rate: RateEstimate, now: number): RateEstimate =>
  measuredOf(rate.slot, now) < rate.perSecond / 2
    ? rate
    : { ...rate, perSecond: rate.perSecond * (1 + steerUp * Math.max(1, (rate.sinceSlowDown * steeredShare) / 4)) };

/** After an answer that did not ask to slow down. */
export const afterAnswer = (before: RateEstimate, now: number): RateEstimate => {
  const slot = counted(before.slot, now);
  const rate = { ...before, slot, sinceSlowDown: before.sinceSlowDown + 1 };
  const { phase, perSecond, at, step } = rate;
  if (phase === 'climbing') {
    if (now <= at) return rate;
    const seconds = Math.min(maxClimb, (now - at) / 1_000);
    return { ...rate, perSecond: perSecond * climbPerSecond ** seconds, at: now };
  }
  if (phase === 'steering') return steeredUp(rate, now);
  if (phase === 'free' || now < at) return rate;
  // A hold is over, or a probe held: the next one tries more, for the limit may have moved far.
  const nextStep = phase === 'probing' ? Math.min(largestStep, step * 2) : firstStep;
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
  perSecond: Math.max(slowest, perSecond),
  proven: Math.max(slowest, perSecond),
  at: now + hold,
  hold,
});

/** After the service asked to slow down, at the start of the pause that follows. `saysHowLong`: it said for how long. */
export const afterSlowDown = (before: RateEstimate, now: number, saysHowLong: boolean): RateEstimate => {
  const { phase, perSecond, proven, hold } = before;
  const measured = measuredOf(before.slot, now);
  const rate = { ...before, slot: { start: now, accepted: 0, before: 0 }, sinceSlowDown: 0 };
  if (!saysHowLong && phase !== 'free') {
    const by = isChance(before) ? 1 - steerDown : steerAway;
    return { ...before, sinceSlowDown: 0, phase: 'steering', perSecond: Math.max(slowest, perSecond * by) };
  }
  switch (phase) {
    case 'free':
      return { ...rate, phase: 'climbing', perSecond: Math.max(slowest, measured * margin), at: now };
    case 'climbing':
      return holding(rate, margin * Math.min(perSecond, Math.max(measured, perSecond / 2)), now, minHold);
    case 'probing':
      return holding(rate, Math.min(proven, perSecond * margin), now, Math.min(maxHold, hold * 2));
    case 'holding':
    case 'steering':
      return holding(rate, perSecond * stepBack, now, hold);
  }
};

/** Milliseconds between two requests; 0 as long as nothing was learned. */
export const requestInterval = ({ phase, perSecond }: RateEstimate): number =>
  phase === 'free' ? 0 : 1_000 / perSecond;
