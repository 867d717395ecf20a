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
import type { Started } from '../async.ts';
import type { Clock } from '../../domain/environment.ts';

/** Latencies by the sort of the answer: an answer that something exists may take a tenth of the time of one that it was made. */
type Latencies = Readonly<Record<string, BaseLatency>>;

/** What a window showed: so many requests at a time would be under way if none waited for another. */
interface WindowSeen {
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
  readonly max: number;
  /** Requests under way at the same time, with a fraction. */
  readonly concurrency: number;
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
  readonly seen: readonly WindowSeen[];
  /** While the queue in front of the service is let run empty; null otherwise. */
  readonly probe: LatencyProbe | null;
  readonly nextProbe: number;
  /** When this process itself was late last: requests that were under way seem to have taken longer than they did. */
  readonly lateAt: number;
  /** Between two drains; it grows as long as they find what was known. */
  readonly betweenProbes: number;
}

const initialSlots = 8;

const minSlots = 2;

const minAnswers = 8;

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

const minBetweenProbes = 30_000;

const maxBetweenProbes = 240_000;

const roundsBetweenProbes = 40;

const emptyWindow: ConcurrencyEstimate['window'] = { answers: 0, taken: 0, unloaded: 0, failed: 0, isLate: false };

export const initialConcurrency = (now: number, max: number): ConcurrencyEstimate => ({
  max,
  concurrency: Math.min(initialSlots, max),
  ceiling: max,
  since: now,
  latencies: {},
  window: emptyWindow,
  seen: [],
  probe: null,
  nextProbe: now,
  lateAt: Number.NEGATIVE_INFINITY,
  betweenProbes: minBetweenProbes,
});

/** How many requests may be under way at the same time. */
export const concurrencyOf = ({ concurrency, probe }: ConcurrencyEstimate, now: number): number =>
  probe !== null && now < probe.until ? probe.concurrency : Math.floor(concurrency);

/** The p90 of what the windows of the last ten seconds showed: neither jitter nor one slow answer brings it down. */
const neededOf = (seen: readonly WindowSeen[]): number => {
  const sorted = seen.map(({ needed }) => needed).sort((a, b) => a - b);
  return sorted[Math.ceil(rank * sorted.length) - 1] ?? 0;
};

const ceilingAfter = ({ window, ceiling, concurrency, max }: ConcurrencyEstimate): number =>
  window.failed > manyFailed * (window.answers + window.failed)
    ? Math.max(minSlots, cutBack * Math.min(ceiling, concurrency))
    : Math.min(max, creep * ceiling);

const closed = (state: ConcurrencyEstimate, now: number): ConcurrencyEstimate => {
  const { concurrency, window, max, nextProbe, betweenProbes } = state;
  const recent = state.seen.filter(({ at }) => now - at < memory);
  const needed = (Math.floor(concurrency) * window.unloaded) / Math.max(1, window.taken);
  // While this process itself was late, answers look slower than they were.
  const counts = !window.isLate || needed > (concurrency - spare) / headroom;
  const seen = counts ? [...recent, { at: now, needed }] : recent;
  const ceiling = ceilingAfter(state);
  const wanted = seen.length === 0 ? concurrency : headroom * neededOf(seen) + spare;
  const next = Math.min(max, ceiling, Math.max(Math.min(minSlots, max), Math.min(wanted, growth * concurrency)));
  const since = Math.floor(next) === Math.floor(concurrency) ? state.since : now;
  const after = { ...state, concurrency: next, ceiling, since, seen, window: emptyWindow };
  const isSuspicious = counts && window.taken > suspicious * window.unloaded;
  if (!isSuspicious || now < nextProbe) return after;
  const latency = window.taken / window.answers;
  return {
    ...after,
    probe: startProbe(neededOf(seen), latency, now),
    nextProbe: now + Math.max(betweenProbes, roundsBetweenProbes * latency),
  };
};

/** What teaches nothing changes nothing. */
const pauseAfter = ({ betweenProbes, latencies }: ConcurrencyEstimate, learnt: Latencies): number => {
  if (Object.keys(learnt).length === 0) return betweenProbes;
  return confirms(learnt, latencies) ? Math.min(maxBetweenProbes, 2 * betweenProbes) : minBetweenProbes;
};

const afterProbe = (state: ConcurrencyEstimate, probe: LatencyProbe, now: number): ConcurrencyEstimate => {
  const learnt = probe.from === null || state.lateAt >= probe.from ? {} : probedLatency(probe, state.latencies);
  return {
    ...state,
    latencies: { ...state.latencies, ...learnt },
    // What windows showed rests on the latencies of before.
    seen: [],
    window: emptyWindow,
    since: now,
    probe: null,
    betweenProbes: pauseAfter(state, learnt),
  };
};

/** After a request took the last place. */
export const afterFull = (state: ConcurrencyEstimate, now: number): ConcurrencyEstimate =>
  state.probe === null ? state : { ...state, probe: withStart(state.probe, now) };

/** After an answer that the service gave in its own time. `sort`: answers of one sort take about the same work. */
export const afterWork = (
  state: ConcurrencyEstimate,
  started: Started,
  sort: string,
  now: number,
): ConcurrencyEstimate => {
  const latency = Math.max(1, now - started.at);
  if (state.probe !== null) {
    const probe = withAnswer(state.probe, started.at, sort, latency);
    return isProbeDone(probe, now) ? afterProbe(state, probe, now) : { ...state, probe: probe };
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
  return window.answers >= Math.max(minAnswers, state.concurrency / 2) ? closed(after, now) : after;
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
export const concurrencySlots = (clock: Clock, now: () => number, max: number): ConcurrencySlots => {
  let [underWay, isWatched] = [0, false];
  let learnt: ConcurrencyEstimate = initialConcurrency(now(), max);

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
