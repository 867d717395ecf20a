/**
 * Learns from latencies how many requests the service can work on at the same time, so that pushes are fast without
 * overloading it.
 */
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
} from './rate-estimate.ts';
import type { Started } from '../../domain/async.ts';
import type { Clock } from '../../domain/environment.ts';

/** Latencies by kind of response: "already exists" may take a tenth of the time of "created". */
type Latencies = Readonly<Record<string, BaseLatency>>;

/** `needed`: how many requests a window would have had in progress if none waited for another. */
interface WindowSeen {
  readonly at: number;
  readonly needed: number;
}

/**
 * What is learned about the service's concurrency. Times in milliseconds.
 *
 * BBR's rule: about twice the product of bandwidth and delay. By Little's law that product is the number of requests in
 * progress times the share of the latency that is not waiting, so a slow source or a commit does not lower it. Only requests
 * that filled the last slot count: others show the demand, not the capacity.
 */
export interface ConcurrencyEstimate {
  /** Never exceeded. */
  readonly max: number;
  /** Requests in progress at the same time, with a fraction. */
  readonly concurrency: number;
  /** Where growth ends after requests failed; it grows back slowly. */
  readonly ceiling: number;
  /** When the concurrency last changed; requests that started before do not count. */
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
  /** Set while a probe lets the service's queue run empty; otherwise null. */
  readonly probe: LatencyProbe | null;
  readonly nextProbe: number;
  /** When this process was last late: latencies measured across that moment are too long. */
  readonly lateAt: number;
  /** Grows as long as probes confirm what is known. */
  readonly betweenProbes: number;
}

const initialSlots = 8;

const minSlots = 2;

const minAnswers = 8;

const headroom = 1.75;

const spare = 2;

const growth = 1.5;

const seenFor = 10_000;

const percentile = 0.9;

/** Above this share of failed requests, the concurrency falls. */
const maxFailedShare = 0.05;

const cutBack = 0.94;

const ceilingGrowth = 1.01;

/** From this multiple of the base latency on, a probe measures the base latency again. */
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

export const concurrencyOf = ({ concurrency, probe }: ConcurrencyEstimate, now: number): number =>
  probe !== null && now < probe.until ? probe.concurrency : Math.floor(concurrency);

/** The p90 of the last ten seconds: neither jitter nor one slow response lowers it. */
const neededOf = (seen: readonly WindowSeen[]): number => {
  const sorted = seen.map(({ needed }) => needed).sort((a, b) => a - b);
  return sorted[Math.ceil(percentile * sorted.length) - 1] ?? 0;
};

const ceilingAfter = ({ window, ceiling, concurrency, max }: ConcurrencyEstimate): number =>
  window.failed > maxFailedShare * (window.answers + window.failed)
    ? Math.max(minSlots, cutBack * Math.min(ceiling, concurrency))
    : Math.min(max, ceilingGrowth * ceiling);

const afterWindow = (state: ConcurrencyEstimate, now: number): ConcurrencyEstimate => {
  const { concurrency, window, max, nextProbe, betweenProbes } = state;
  const recent = state.seen.filter(({ at }) => now - at < seenFor);
  const needed = (Math.floor(concurrency) * window.unloaded) / Math.max(1, window.taken);
  // While this process was late, latencies look longer than they were.
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

const nextPauseBetweenProbes = ({ betweenProbes, latencies }: ConcurrencyEstimate, learnt: Latencies): number => {
  if (Object.keys(learnt).length === 0) return betweenProbes;
  return confirms(learnt, latencies) ? Math.min(maxBetweenProbes, 2 * betweenProbes) : minBetweenProbes;
};

const afterProbe = (state: ConcurrencyEstimate, probe: LatencyProbe, now: number): ConcurrencyEstimate => {
  const learnt = probe.from === null || state.lateAt >= probe.from ? {} : probedLatency(probe, state.latencies);
  return {
    ...state,
    latencies: { ...state.latencies, ...learnt },
    // The windows so far used the old base latencies.
    seen: [],
    window: emptyWindow,
    since: now,
    probe: null,
    betweenProbes: nextPauseBetweenProbes(state, learnt),
  };
};

/** After a request took the last slot. */
export const afterFull = (state: ConcurrencyEstimate, now: number): ConcurrencyEstimate =>
  state.probe === null ? state : { ...state, probe: withStart(state.probe, now) };

/** After a response at the service's own speed. Responses of one `sort` take about the same work. */
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
  return window.answers >= Math.max(minAnswers, state.concurrency / 2) ? afterWindow(after, now) : after;
};

/** After a request that failed for another reason than the rate. */
export const afterFailure = (state: ConcurrencyEstimate, started: Started): ConcurrencyEstimate =>
  started.at < state.since ? state : { ...state, window: { ...state.window, failed: state.window.failed + 1 } };

export const afterLag = (state: ConcurrencyEstimate, now: number): ConcurrencyEstimate => ({ ...state, lateAt: now });

/** How a request ended: with a response at the service's own speed, without one, or without effect on the concurrency. */
export type Ending = { readonly _tag: 'Worked'; readonly sort: string } | { readonly _tag: 'Failed' | 'NotCounted' };

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

/** @param max the maximum number of slots */
export const concurrencySlots = (clock: Clock, now: () => number, max: number): ConcurrencySlots => {
  let [underWay, isRechecking] = [0, false];
  let learnt: ConcurrencyEstimate = initialConcurrency(now(), max);

  const recheck = async (hasWaiting: () => boolean, call: () => void): Promise<void> => {
    isRechecking = true;
    try {
      while (hasWaiting()) {
        const due = now() + recheckEvery;
        await clock.sleep(recheckEvery)();
        if (now() - due > maxTimerLag) learnt = afterLag(learnt, now());
        call();
      }
    } finally {
      isRechecking = false;
    }
  };

  return {
    isFree: () => underWay < concurrencyOf(learnt, now()),
    take: (at) => {
      underWay += 1;
      const isLast = underWay >= concurrencyOf(learnt, at);
      if (isLast) learnt = afterFull(learnt, at);
      return { at, isLast };
    },
    release: (started, ending) => {
      underWay -= 1;
      if (ending._tag === 'Worked') learnt = afterWork(learnt, started, ending.sort, now());
      if (ending._tag === 'Failed') learnt = afterFailure(learnt, started);
    },
    count: () => concurrencyOf(learnt, now()),
    recheckWhile: (hasWaiting, call) => {
      // Only a defect throws here, and the request that it concerns has reported it.
      if (!isRechecking) recheck(hasWaiting, call).catch(() => undefined);
    },
  };
};
