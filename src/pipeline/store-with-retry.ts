/**
 * Repeats calls to the sync database while it is busy or restarting, so that a short outage of the database does not end a
 * run.
 */
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { Inbox } from '../domain/inbox.ts';
import * as E from 'fp-ts/lib/Either.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock, Logger, Random } from '../domain/environment.ts';
import { type Backoff, fullJitter, wait } from '../domain/async.ts';
import type { SyncFailure } from './failures.ts';

/** What a retried call needs. */
interface WithRetry {
  readonly clock: Clock;
  readonly random: Random;
  /** Takes a warning when the database does not answer. */
  readonly log?: Logger;
  /** Whether the caller is asked to end: then it does not wait for a restart. */
  readonly isInterrupted?: () => boolean;
}

type StoreTask = TE.TaskEither<StoreError, unknown>;

/** The sync database with retries (see `withRetryOn`). A retry of a store call never repeats the push that it belongs to. */
export const storeWithRetry = (store: SyncStore, environment: WithRetry): SyncStore => {
  const withRetry = withRetryOn(environment);
  return mapTasks(store, { tasks: ['remoteIndexState'], kept: ['close'] }, (_, task) => withRetry(task as StoreTask));
};

/** The inbox with retries (see `withRetryOn`). */
export const inboxWithRetry = (inbox: Inbox, environment: WithRetry): Inbox => {
  const withRetry = withRetryOn(environment);
  return mapTasks(inbox, { tasks: ['state', 'knownStorefronts', 'unfinishedRuns'], kept: ['purge'] }, (_, task) =>
    withRetry(task as StoreTask),
  );
};

interface RetrySchedule {
  readonly shape: Backoff;
  readonly attempts: number;
}

/** For a database server that is being restarted: about a minute. */
const whileAway: RetrySchedule = { shape: { base: 250, cap: 4_000 }, attempts: 35 };

/** For another process that holds the storage: about a second. */
const whileBusy: RetrySchedule = { shape: { base: 50, cap: 2_000 }, attempts: 6 };

/**
 * A call to the sync database, repeated for a while when another process holds it or when the database is restarting. Every
 * method is atomic, so a second attempt doubles nothing.
 */
export const withRetryOn =
  ({ clock, random, log, isInterrupted = never }: WithRetry) =>
  <A>(task: TE.TaskEither<StoreError, A>): TE.TaskEither<StoreError, A> =>
  async () => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await task();
      if (E.isRight(result)) return result;
      const { problem } = result.left;
      if (problem !== 'busy' && problem !== 'unreachable') return result;
      const isAway = problem === 'unreachable';
      const { shape, attempts } = isAway && !isInterrupted() ? whileAway : whileBusy;
      if (attempt >= attempts) return result;
      if (isAway && attempt === 2)
        log?.warn('The database does not respond. Retrying for about a minute.', { problem });
      const pause = fullJitter(shape)(attempt, random.next());
      await (isAway ? wait(clock, pause, isInterrupted) : clock.sleep(pause)());
    }
  };

interface WaitingFor {
  readonly clock: Clock;
  /** Takes one line when the waiting begins, and one when it is over. */
  readonly note: (line: string) => void;
  readonly isInterrupted: () => boolean;
}

const unreachableMessage =
  'The database cannot be reached. This process waits for it. Check that it runs, and the host and port in the setting state.';

/** Milliseconds between two attempts. */
const reachabilityPause = 2_000;

/**
 * Repeats a task while the database does not answer, for processes whose only work is in the database. Left with
 * `unreachable` only when it is interrupted.
 */
export const waitUntilReachable =
  ({ clock, note, isInterrupted }: WaitingFor) =>
  <F extends SyncFailure, A>(task: TE.TaskEither<F, A>): TE.TaskEither<F, A> =>
  async () => {
    for (let isNoted = false; ; isNoted = true) {
      const result = await task();
      const isAway = E.isLeft(result) && result.left._tag === 'StoreError' && result.left.problem === 'unreachable';
      if (!isAway || isInterrupted()) {
        if (isNoted && !isAway) note('The database can be reached again.');
        return result;
      }
      if (!isNoted) note(unreachableMessage);
      await wait(clock, reachabilityPause, isInterrupted);
    }
  };

/** What `mapTasks` cannot find out, because a task and a method that returns one are both functions. */
interface Shape<Port> {
  /** The members that are tasks themselves. */
  readonly tasks: readonly (keyof Port & string)[];
  /** The members that stay as they are. */
  readonly kept: readonly (keyof Port & string)[];
}

type AnyTask = T.Task<unknown>;
type Method = (...all: readonly unknown[]) => AnyTask;

/**
 * A port with each task passed through `wrap`, including tasks that its methods return: for retries, and for simulated
 * crashes in tests. `wrap` must keep the type of a task's result.
 *
 * @example
 * const store = mapTasks(sqlite, { tasks: ['remoteIndexState'], kept: ['close'] }, (_, task) => retried(task));
 */
export const mapTasks = <Port extends object>(
  port: Port,
  { tasks, kept }: Shape<Port>,
  wrap: (name: string, task: AnyTask) => AnyTask,
): Port => {
  const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);
  const members = Object.entries(port).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function' || isOneOf(kept, name)) return [name, member];
    if (isOneOf(tasks, name)) return [name, wrap(name, member as AnyTask)];
    return [name, (...all: readonly unknown[]) => wrap(name, (member as Method)(...all))];
  });
  return Object.fromEntries(members) as Port;
};

const never = (): boolean => false;
