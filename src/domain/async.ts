/**
 * Waiting, limits, turns and locks for `async` work. The clock is passed in, so that a test under a virtual clock waits for
 * nothing.
 */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from './environment.ts';

/** Milliseconds. */
export interface Backoff {
  readonly base: number;
  readonly cap: number;
}

/**
 * Milliseconds before the next attempt: random, below a bound that doubles with each attempt, so that clients that
 * failed together do not retry together.
 *
 * @param attempt how many attempts failed so far, from 1
 * @param random in [0, 1)
 * @example
 * fullJitter({ base: 500, cap: 60_000 })(3, 0.5) // 1000
 */
export const fullJitter =
  ({ base, cap }: Backoff) =>
  (attempt: number, random: number): number =>
    Math.floor(random * Math.min(cap, base * 2 ** (Math.max(1, attempt) - 1)));

/** Milliseconds after which an interruption is noticed at the latest. */
const slice = 250;

/** Waits, or stops waiting when `isOver`. A clock that is set back or stands still does not make it longer. */
export const wait = async (clock: Clock, milliseconds: number, isOver: () => boolean): Promise<void> => {
  for (let left = milliseconds; left > 0 && !isOver();) {
    const part = Math.min(left, slice);
    const before = clock.now();
    await clock.sleep(part)();
    left -= Math.max(part, clock.now() - before);
  }
};

/** Works on all items in order, at most `limit` at a time. The next one starts as soon as one ends. */
export const inParallel =
  (limit: number) =>
  async <A>(items: readonly A[], work: (item: A) => Promise<void>): Promise<void> => {
    const rest = items[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const item of rest) await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, worker));
  };

/** `inParallel` for work that may fail: after a failure no more of it begins, what is in progress ends, and the failure is returned. */
export const inParallelUntilFailure =
  (limit: number) =>
  async <A, L>(items: readonly A[], work: (item: A) => Promise<E.Either<L, unknown>>): Promise<E.Either<L, void>> => {
    const failures: E.Left<L>[] = [];
    await inParallel(limit)(items, async (item) => {
      if (failures.length > 0) return;
      const done = await work(item);
      if (E.isLeft(done)) failures.push(done);
    });
    return failures[0] ?? E.right(undefined);
  };

/**
 * `inParallelUntilFailure`, but it goes on after a failure that may pass, so that few items are left for the next attempt. It
 * stops after `limit` failures in a row.
 *
 * @param mayPass whether a failure says nothing about the other items
 */
export const inParallelDespiteFailures =
  <L>(limit: number, mayPass: (failure: L) => boolean) =>
  async <A>(items: readonly A[], work: (item: A) => Promise<E.Either<L, unknown>>): Promise<E.Either<L, void>> => {
    const failures: E.Left<L>[] = [];
    let inARow = 0;
    const done = await inParallelUntilFailure(limit)(items, async (item) => {
      const answer = await work(item);
      if (E.isRight(answer)) {
        inARow = 0;
        return answer;
      }
      failures.push(answer);
      inARow += 1;
      return mayPass(answer.left) && inARow < limit ? E.right(undefined) : answer;
    });
    return E.isLeft(done) ? done : (failures[0] ?? done);
  };

export interface Started {
  /** Milliseconds on the pacer's clock. */
  readonly at: number;
  /** Whether it took the last free slot. */
  readonly isLast: boolean;
}

/** The clock's milliseconds, but never running backwards: a clock that is set back must not stretch a pause. */
export const monotonicTime = (clock: Pick<Clock, 'now'>): (() => number) => {
  let [last, lost] = [clock.now(), 0];
  return () => {
    const now = clock.now();
    if (now < last) lost += last - now;
    last = now;
    return now + lost;
  };
};

/** Begins a piece of work when the one before it has ended. */
export type OneAtATime = <A>(work: () => Promise<A>) => Promise<A>;

/** Runs pieces of work on the same thing one at a time, in the order of the calls. */
export const oneAtATime = (): OneAtATime => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work, work);
    last = own;
    return own;
  };
};

/** Milliseconds between two queries of the sync database. */
const betweenLooks = 1_000;

/** Returns what `look` found last. A call starts `look` again in the background, at most once a second. */
export const lookingEachSecond = <A>(clock: Pick<Clock, 'now'>, first: A, look: () => Promise<A>): (() => A) => {
  let found = first;
  let isLooking = false;
  let lookedAt = clock.now();
  return () => {
    const now = clock.now();
    if (!isLooking && (now - lookedAt >= betweenLooks || now < lookedAt)) {
      isLooking = true;
      lookedAt = now;
      look()
        .then((next) => {
          found = next;
        })
        .catch(() => undefined) // The next look finds the same, or better.
        .finally(() => {
          isLooking = false;
        });
    }
    return found;
  };
};

/**
 * Runs at most `limit` pieces of work at a time, in the order of the calls. Work that takes longer than `maxTurn`
 * milliseconds goes on, but the next piece may start: a slow response must not block the others.
 *
 * @param sleep resolves after so many milliseconds, or when it is aborted
 * @example
 * const inTurn = fewAtATime(4, 2_000, sleep);
 * await inTurn(() => settlePage(page));
 */
export const fewAtATime = (
  limit: number,
  maxTurn: number,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): OneAtATime => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const give = (): void => {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
  return async (work) => {
    if (taken < limit) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isGiven = false;
    const giveOnce = (): void => {
      if (!isGiven) give();
      isGiven = true;
    };
    const ended = new AbortController();
    sleep(maxTurn, ended.signal).then(giveOnce, giveOnce);
    return work().finally(() => {
      ended.abort();
      giveOnce();
    });
  };
};

/**
 * The same turns, but each waits until `others` is done, for `maxWait` milliseconds at most.
 *
 * @param sleep see `fewAtATime`
 */
export const letOthersGoFirst =
  (
    inTurn: OneAtATime,
    others: () => Promise<unknown>,
    maxWait: number,
    sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  ): OneAtATime =>
  (work) =>
    inTurn(async () => {
      const begun = new AbortController();
      await Promise.race([others(), sleep(maxWait, begun.signal)]);
      begun.abort();
      return work();
    });

/** Runs the work of one key one at a time, in the order of the calls; rejects when the work does. */
export type Lock = <A>(key: string, work: () => Promise<A>) => Promise<A>;

const lastOf = new Map<string, Promise<unknown>>();

/** A lock within this process. */
export const processLock: Lock = async (key, work) => {
  const before = lastOf.get(key) ?? Promise.resolve();
  const turn = before.then(work);
  const over = turn.then(
    () => undefined,
    () => undefined,
  );
  lastOf.set(key, over);
  try {
    return await turn;
  } finally {
    if (lastOf.get(key) === over) lastOf.delete(key);
  }
};

/** Runs the task at its first call and remembers its success; a failure or a throw is forgotten, and the next call tries again. */
export const memoizeSuccess = <L, A>(task: TE.TaskEither<L, A>): TE.TaskEither<L, A> => {
  let running: Promise<E.Either<L, A>> | undefined;
  return async () => {
    try {
      running ??= task();
      const result = await running;
      if (E.isLeft(result)) running = undefined;
      return result;
    } catch (error) {
      running = undefined;
      throw error;
    }
  };
};

/** The same for a function that returns a promise: after a rejection, the next call makes a new one. */
export const keepSuccess = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined;
  return async () => {
    made ??= make();
    try {
      return await made;
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
};
