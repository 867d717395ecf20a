/**
 * How many requests the service works on at the same time, learned from their latency. Times in milliseconds.
 *
 * A queue slows down without refusing anything. By Little's law the service works on the number in progress times the share of
 * the latency that is not waiting; a little less than twice that number keeps it busy. The number grows by half a round in a slow
 * start and falls slowly. Failed requests lower it by a share, and from there it grows by one a round. Only requests that filled
 * the last slot count: others show the demand, not the capacity.
 */
import type { Clock } from '../../domain/environment.ts';
import type { Started } from '../../domain/async.ts';

/** Latency of one kind of response without a queue: the lowest mean of a block, because one fast response does not represent the others. */
interface BaseLatency {
  /** Null during the first block. */
  readonly lowest: number | null;
  readonly count: number;
  readonly sum: number;
}

interface Round {
  readonly answers: number;
  readonly failed: number;
  /** Sums of the latencies, and of the base latencies of the same responses. */
  readonly taken: number;
  readonly unloaded: number;
  readonly isLate: boolean;
}

export interface Concurrency {
  /** Never exceeded. */
  readonly max: number;
  /** With a fraction. */
  readonly slots: number;
  /** Where the slow start ends. */
  readonly threshold: number;
  /** When the number last changed; requests that started before do not count. */
  readonly since: number;
  /** By kind of response: "already exists" may take a tenth of the time of "created". */
  readonly latencies: Readonly<Record<string, BaseLatency>>;
  readonly round: Round;
  /** When this process was last late: latencies measured across that moment are too long. */
  readonly lateAt: number;
  /** When the base latency may be measured again. */
  readonly nextMeasurement: number;
}

const initialSlots = 8;

const emptyRound: Round = { answers: 0, failed: 0, taken: 0, unloaded: 0, isLate: false };

export const initialConcurrency = (now: number, max: number): Concurrency => ({
  max,
  slots: Math.min(initialSlots, max),
  threshold: max,
  since: now,
  latencies: {},
  round: emptyRound,
  lateAt: Number.NEGATIVE_INFINITY,
  nextMeasurement: now,
});

export const slotsOf = ({ slots }: Concurrency): number => Math.floor(slots);

/** A latency counts as this many times the base latency at most, so that one slow response is not suspicious. */
const maxStretch = 4;

/** After a request ended in any way. Responses of one `sort` take about the same work. */
export const afterEnding = (state: Concurrency, started: Started, ending: Ending, now: number): Concurrency => {
  if (ending._tag === 'NotCounted' || started.at < state.since) return state;
  if (ending._tag === 'Failed')
    return afterRequest({ ...state, round: { ...state.round, failed: state.round.failed + 1 } }, now);
  const latency = Math.max(1, now - started.at);
  const known = withLatency(state.latencies[ending.sort] ?? { lowest: null, count: 0, sum: 0 }, latency);
  const learnt = { ...state, latencies: { ...state.latencies, [ending.sort]: known } };
  if (!started.isLast) return learnt;
  const { answers, failed, taken, unloaded, isLate } = state.round;
  const base = known.lowest ?? known.sum / known.count;
  const round = {
    answers: answers + 1,
    failed,
    taken: taken + Math.min(latency, maxStretch * base),
    unloaded: unloaded + base,
    isLate: isLate || started.at <= state.lateAt,
  };
  return afterRequest({ ...learnt, round }, now);
};

/** How a request ended: with a response at the service's own speed, without one, or without effect on the concurrency. */
export type Ending =
  | { readonly _tag: 'Worked'; readonly sort: string }
  | { readonly _tag: 'Failed' }
  | { readonly _tag: 'NotCounted' };

/** The slots of requests in progress; their number is learned from the responses. */
interface ConcurrencySlots {
  readonly isFree: () => boolean;
  readonly take: (at: number) => Started;
  readonly release: (started: Started, ending: Ending) => void;
  readonly count: () => number;
  /** Calls `call` repeatedly while `hasWaiting`, and notices when this process is late. */
  readonly recheckWhile: (hasWaiting: () => boolean, call: () => void) => void;
}

/** Milliseconds. */
const recheckEvery = 50;

const maxTimerLag = 20;

/** @param max the number of slots at most */
export const concurrencySlots = (clock: Clock, now: () => number, max: number): ConcurrencySlots => {
  let [underWay, isRechecking] = [0, false];
  let learnt: Concurrency = initialConcurrency(now(), max);

  const recheck = async (hasWaiting: () => boolean, call: () => void): Promise<void> => {
    isRechecking = true;
    try {
      while (hasWaiting()) {
        const due = now() + recheckEvery;
        await clock.sleep(recheckEvery)();
        if (now() - due > maxTimerLag) learnt = { ...learnt, lateAt: now() };
        call();
      }
    } finally {
      isRechecking = false;
    }
  };

  return {
    isFree: () => underWay < slotsOf(learnt),
    take: (at) => {
      underWay += 1;
      return { at, isLast: underWay >= slotsOf(learnt) };
    },
    release: (started, ending) => {
      underWay -= 1;
      learnt = afterEnding(learnt, started, ending, now());
    },
    count: () => slotsOf(learnt),
    recheckWhile: (hasWaiting, call) => {
      // A throw, which only a defect causes, is that of the request that the recheck served.
      if (!isRechecking) recheck(hasWaiting, call).catch(() => undefined);
    },
  };
};

/** Responses of a round, and of a first block, at least. */
const minAnswers = 8;

const afterRequest = (state: Concurrency, now: number): Concurrency => {
  const { round, slots } = state;
  return round.answers + round.failed >= Math.max(minAnswers, slots / 2) ? afterRound(state, now) : state;
};

/** Above this share of failed requests, the number is cut back. */
const maxFailedShare = 0.05;

const cutBack = 0.9;

/**
 * From time to time the service's queue is left to run empty, because the queue that we cause would count as its own time: if
 * responses take this many times the base latency.
 */
const suspicious = 1.5;

const betweenMeasurements = 30_000;

const roundsBetweenMeasurements = 40;

const slowStart = 1.5;

/** Jitter lowers the number by no more than this in a round. */
const slowestFall = 0.95;

const headroom = 1.75;

const spare = 2;

const afterRound = (state: Concurrency, now: number): Concurrency => {
  const { slots, threshold, nextMeasurement } = state;
  const { answers, failed, taken, unloaded, isLate } = state.round;
  if (failed > maxFailedShare * (answers + failed))
    return withSlots({ ...state, threshold: cutBack * slots }, cutBack * slots, now);
  const workedOn = (slotsOf(state) * unloaded) / taken;
  if (!isLate && taken > suspicious * unloaded && now >= nextMeasurement) {
    const pause = Math.max(betweenMeasurements, (roundsBetweenMeasurements * taken) / answers);
    return { ...withSlots(state, workedOn / 2, now), since: now, latencies: {}, nextMeasurement: now + pause };
  }
  const most = slots < threshold ? slowStart * slots : slots + 1;
  // While this process was late, latencies look longer than they were.
  const least = isLate ? slots : slowestFall * slots;
  return withSlots(state, Math.max(least, Math.min(most, headroom * workedOn + spare)), now);
};

const minSlots = 2;

const withSlots = (state: Concurrency, wanted: number, now: number): Concurrency => {
  const slots = Math.min(state.max, Math.max(minSlots, wanted));
  const isSame = Math.floor(slots) === slotsOf(state);
  return { ...state, slots, since: isSame ? state.since : now, round: emptyRound };
};

const blockLength = 32;

const withLatency = ({ lowest, count, sum }: BaseLatency, latency: number): BaseLatency => {
  const block = { lowest, count: count + 1, sum: sum + latency };
  if (block.count < (lowest === null ? minAnswers : blockLength)) return block;
  const mean = block.sum / block.count;
  return { lowest: lowest === null ? mean : Math.min(lowest, mean), count: 0, sum: 0 };
};
