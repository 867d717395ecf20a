import type { Random } from '../../src/domain/environment.ts';

/** What a service with a limit that it does not tell does with a request that reaches it. Times in milliseconds. */
export type Treatment =
  | { readonly _tag: 'Taken'; readonly doneAt: number }
  | { readonly _tag: 'PutOff'; readonly retryAfterMs: number | null };

export interface ServiceModel {
  /** Requests come in the order of their times. */
  readonly receive: (at: number) => Treatment;
  /** How many requests it could take between two times. */
  readonly capacity: (from: number, to: number) => number;
}

export type MakeModel = (random: Random) => ServiceModel;

/** How long a request is worked on, in milliseconds. */
export interface WorkTime {
  readonly mean: number;
  readonly next: (random: Random) => number;
}

/** About the same for each, give or take a third; one in a hundred takes three times as long. */
export const evenWork = (mean: number): WorkTime => ({
  mean,
  next: ({ next }) => mean * (0.7 + 0.6 * next()) * (next() < 0.01 ? 3 : 1),
});

/** At least `least`, and `more` on top of it on average: little for many, much for a few. */
export const unevenWork = (least: number, more: number): WorkTime => ({
  mean: least + more,
  next: ({ next }) => least - more * Math.log(1 - next()),
});

const ordinary = evenWork(20);

/** A token bucket that says how long to wait; a foreign client with the same key may take some of it. */
export const bucket =
  (perSecond: number, burst: number, foreignPerSecond = 0): MakeModel =>
  (random) => {
    let [tokens, filledAt, foreignAt] = [burst, 0, 0];
    const fillUntil = (at: number): void => {
      tokens = Math.min(burst, tokens + ((at - filledAt) * perSecond) / 1000);
      filledAt = at;
    };
    const letForeignersTake = (until: number): void => {
      while (foreignPerSecond > 0 && foreignAt < until) {
        fillUntil(foreignAt);
        if (tokens >= 1) tokens -= 1;
        foreignAt += (-Math.log(1 - random.next()) * 1000) / foreignPerSecond;
      }
    };
    return {
      receive: (at) => {
        letForeignersTake(at);
        fillUntil(at);
        if (tokens < 1) return { _tag: 'PutOff', retryAfterMs: 1000 };
        tokens -= 1;
        return { _tag: 'Taken', doneAt: at + ordinary.next(random) };
      },
      capacity: (from, to) => ((to - from) * (perSecond - foreignPerSecond)) / 1000,
    };
  };

/** So many workers with a queue in front: it never refuses, it only becomes slow. */
export const queue =
  (workersAt: (at: number) => number, work = ordinary): MakeModel =>
  (random) => {
    const freeAt: number[] = [];
    return {
      receive: (at) => {
        const workers = workersAt(at);
        freeAt.sort((a, b) => a - b);
        while (freeAt.length > workers) freeAt.shift();
        while (freeAt.length < workers) freeAt.unshift(at);
        const doneAt = Math.max(at, freeAt.shift() ?? at) + work.next(random);
        freeAt.push(doneAt);
        return { _tag: 'Taken', doneAt };
      },
      capacity: (from, to) => {
        let sum = 0;
        for (let at = from; at < to; at += 1000) sum += (workersAt(at) * 1000) / work.mean;
        return sum;
      },
    };
  };

/** At most so many requests at a time; one more is put off without a word about when to come back. */
export const cap =
  (most: number): MakeModel =>
  (random) => {
    let ends: readonly number[] = [];
    return {
      receive: (at) => {
        ends = ends.filter((end) => end > at);
        if (ends.length >= most) return { _tag: 'PutOff', retryAfterMs: null };
        const doneAt = at + ordinary.next(random);
        ends = [...ends, doneAt];
        return { _tag: 'Taken', doneAt };
      },
      capacity: (from, to) => ((to - from) * most) / ordinary.mean,
    };
  };
