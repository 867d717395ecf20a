import {
  type BaseLatency,
  baseLatencyOf,
  confirms,
  isProbeDone,
  type LatencyProbe,
  notMeasured,
  probedLatency,
  startProbe,
  withAnswer,
  withLatency,
  withStart,
} from './latency-probe.ts';
import type { Started } from './request-start.ts';
import type { Clock } from '../../domain/environment.ts';

/** Latencies by the sort of the answer: an answer that something exists may take a tenth of the time of one that it was made. */
type Latencies = Readonly<Record<string, BaseLatency>>;

/** What a window showed: so many requests at a time would be under way if none waited for another. */
interface Seen {
  readonly at: number;
  readonly needed: number;
}

/**
 * What the service's answers taught about how many requests it works on at the same time. Times in milliseconds.
 *
 * The rule is that of BBR: about twice the product of bandwidth and delay. By Little's law that product is the number under way
 * times the share of the latency that is not waiting, which a source that is slow, or a page that is committed in between,
 * cannot make smaller. Only requests count that took the last place: others show what was wanted, not what is possible.
 */
export interface ConcurrencyEstimate {
  /** Never exceeded. */
  readonly most: number;
  /** Requests under way at the same time, with a fraction. */
  readonly width: number;
  /** Where growth ends since requests came to nothing; it creeps back up. */
  readonly ceiling: number;
  /** When the width changed last; requests that started before say nothing about it. */
  readonly since: number;
  readonly latencies: Latencies;
  readonly window: {
    readonly answers: number;
    readonly taken: number;
    readonly unloaded: number;
    readonly failed: number;
    readonly isLate: boolean;
  };
  readonly seen: readonly Seen[];
  /** While the queue in front of the service is let run empty; null otherwise. */
  readonly drain: LatencyProbe | null;
  readonly nextProbe: number;
  /** When this process itself was late last: requests that were under way seem to have taken longer than they did. */
  readonly lateAt: number;
  /** Between two drains; it grows as long as they find what was known. */
  readonly betweenDrains: number;
}

const first = 8;

const least = 2;

const fewestAnswers = 8;

const headroom = 1.75;

const spare = 2;

const growth = 1.5;

const memory = 10_000;

const rank = 0.9;

/** Where this share of requests comes to nothing, fewer are made. */
const manyFailed = 0.05;

const cutBack = 0.94;

const creep = 1.01;

/** When answers take so much longer than they would alone, it is looked whether that is still so. */
const suspicious = 1.5;

const minBetweenDrains = 30_000;

const maxBetweenDrains = 240_000;

const roundsBetweenDrains = 40;

const emptyWindow: ConcurrencyEstimate['window'] = { answers: 0, taken: 0, unloaded: 0, failed: 0, isLate: false };

export const initialConcurrency = (now: number, most: number): ConcurrencyEstimate => ({
  most,
  width: Math.min(first, most),
  ceiling: most,
  since: now,
  latencies: {},
  window: emptyWindow,
  seen: [],
  drain: null,
  nextProbe: now,
  lateAt: Number.NEGATIVE_INFINITY,
  betweenDrains: minBetweenDrains,
});

/** How many requests may be under way at the same time. */
export const concurrencyOf = ({ width: concurrency, drain: probe }: ConcurrencyEstimate, now: number): number =>
  probe !== null && now < probe.until ? probe.width : Math.floor(concurrency);

/** The p90 of what the windows of the last ten seconds showed: neither jitter nor one slow answer brings it down. */
const neededOf = (seen: readonly Seen[]): number => {
  const sorted = seen.map(({ needed }) => needed).sort((a, b) => a - b);
  return sorted[Math.ceil(rank * sorted.length) - 1] ?? 0;
};

const ceilingAfter = ({ window, ceiling, width: concurrency, most }: ConcurrencyEstimate): number =>
  window.failed > manyFailed * (window.answers + window.failed)
    ? Math.max(least, cutBack * Math.min(ceiling, concurrency))
    : Math.min(most, creep * ceiling);

const closed = (state: ConcurrencyEstimate, now: number): ConcurrencyEstimate => {
  const { width: concurrency, window, most, nextProbe, betweenDrains } = state;
  const recent = state.seen.filter(({ at }) => now - at < memory);
  const needed = (Math.floor(concurrency) * window.unloaded) / Math.max(1, window.taken);
  // While this process itself was late, answers look slower than they were.
  const counts = !window.isLate || needed > (concurrency - spare) / headroom;
  const seen = counts ? [...recent, { at: now, needed }] : recent;
  const ceiling = ceilingAfter(state);
  const wanted = seen.length === 0 ? concurrency : headroom * neededOf(seen) + spare;
  const next = Math.min(most, ceiling, Math.max(Math.min(least, most), Math.min(wanted, growth * concurrency)));
  const since = Math.floor(next) === Math.floor(concurrency) ? state.since : now;
  const after = { ...state, width: next, ceiling, since, seen, window: emptyWindow };
  const isSuspicious = counts && window.taken > suspicious * window.unloaded;
  if (!isSuspicious || now < nextProbe) return after;
  const latency = window.taken / window.answers;
  return {
    ...after,
    drain: startProbe(neededOf(seen), latency, now),
    nextProbe: now + Math.max(betweenDrains, roundsBetweenDrains * latency),
  };
};

/** What teaches nothing changes nothing. */
const pauseAfter = ({ betweenDrains, latencies }: ConcurrencyEstimate, learnt: Latencies): number => {
  if (Object.keys(learnt).length === 0) return betweenDrains;
  return confirms(learnt, latencies) ? Math.min(maxBetweenDrains, 2 * betweenDrains) : minBetweenDrains;
};

const drained = (state: ConcurrencyEstimate, probe: LatencyProbe, now: number): ConcurrencyEstimate => {
  const learnt = probe.from === null || state.lateAt >= probe.from ? {} : probedLatency(probe, state.latencies);
  return {
    ...state,
    latencies: { ...state.latencies, ...learnt },
    // What windows showed rests on the latencies of before.
    seen: [],
    window: emptyWindow,
    since: now,
    drain: null,
    betweenDrains: pauseAfter(state, learnt),
  };
};

/** After a request took the last place. */
export const afterFull = (state: ConcurrencyEstimate, now: number): ConcurrencyEstimate =>
  state.drain === null ? state : { ...state, drain: withStart(state.drain, now) };

/** After an answer that the service gave in its own time. `sort`: answers of one sort take about the same work. */
export const afterWork = (
  state: ConcurrencyEstimate,
  started: Started,
  sort: string,
  now: number,
): ConcurrencyEstimate => {
  const latency = Math.max(1, now - started.at);
  if (state.drain !== null) {
    const probe = withAnswer(state.drain, started.at, sort, latency);
    return isProbeDone(probe, now) ? drained(state, probe, now) : { ...state, drain: probe };
  }
  const known = withLatency(state.latencies[sort] ?? notMeasured, latency);
  const learnt = { ...state, latencies: { ...state.latencies, [sort]: known } };
  if (started.at < state.since || !started.isLast) return learnt;
  const { answers, taken, unloaded } = state.window;
  const window = {
    ...state.window,
    answers: answers + 1,
    taken: taken + latency,
    unloaded: unloaded + baseLatencyOf(known),
    isLate: state.window.isLate || started.at <= state.lateAt,
  };
  const after = { ...learnt, window };
  return window.answers >= Math.max(fewestAnswers, state.width / 2) ? closed(after, now) : after;
};

/** After a request that came to nothing, and not because it came too soon. */
export const afterFailure = (state: ConcurrencyEstimate, started: Started): ConcurrencyEstimate =>
  started.at < state.since ? state : { ...state, window: { ...state.window, failed: state.window.failed + 1 } };

/** After this process itself was late. */
export const afterLag = (state: ConcurrencyEstimate, now: number): ConcurrencyEstimate => ({ ...state, lateAt: now });

/** What came of a request: an answer of some sort in the service's own time, nothing, or neither. */
export type Ending = { readonly _tag: 'Worked'; readonly sort: string } | { readonly _tag: 'Failed' | 'PutOff' };

/** The places of requests that are under way at the same time; how many there are is learned from the answers. */
interface ConcurrencySlots {
  readonly isFree: () => boolean;
  /** A request started. */
  readonly take: (at: number) => Started;
  /** It ended. */
  readonly giveBack: (started: Started, ending: Ending) => void;
  readonly count: () => number;
  /** While somebody waits for a place: calls again and again, until nobody does any more, and notices when this process is late. */
  readonly watch: (isWaitedFor: () => boolean, call: () => void) => void;
}

/** Milliseconds. */
const watchEvery = 50;

const late = 20;

/** At most so many places, whatever the answers say. */
export const concurrencySlots = (clock: Clock, now: () => number, most: number): ConcurrencySlots => {
  let [underWay, isWatched] = [0, false];
  let learnt: ConcurrencyEstimate = initialConcurrency(now(), most);

  const keepWatch = async (isWaitedFor: () => boolean, call: () => void): Promise<void> => {
    isWatched = true;
    while (isWaitedFor()) {
      const due = now() + watchEvery;
      await clock.sleep(watchEvery)();
      if (now() - due > late) learnt = afterLag(learnt, now());
      call();
    }
    isWatched = false;
  };

  return {
    isFree: () => underWay < concurrencyOf(learnt, now()),
    take: (at) => {
      underWay += 1;
      const isLast = underWay >= concurrencyOf(learnt, at);
      if (isLast) learnt = afterFull(learnt, at);
      return { at, isLast };
    },
    giveBack: (started, ending) => {
      underWay -= 1;
      if (ending._tag === 'Worked') learnt = afterWork(learnt, started, ending.sort, now());
      if (ending._tag === 'Failed') learnt = afterFailure(learnt, started);
    },
    count: () => concurrencyOf(learnt, now()),
    watch: (isWaitedFor, call) => {
      if (!isWatched) void keepWatch(isWaitedFor, call);
    },
  };
};
