/** Keeps the service complete while the host's process runs: answers webhooks, catches up, and reconciles on schedule. */
import * as E from 'fp-ts/lib/Either.js';
import type { InboxState } from '../domain/inbox.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import { monotonicTime, wait } from '../domain/async.ts';
import { housekeeping, type LiveContext, makeContext } from './live-context.ts';
import { idlePollInterval, pollInterval, storePause } from './limits.ts';
import type { LivePorts, TickResult } from './live-ports.ts';
import { slotsOf } from './slots.ts';
import {
  isBusy,
  isEnding,
  isWaiting,
  mayAnswer,
  mayJoin,
  newStorefrontWorker,
  remove,
  type StorefrontWorker,
  waitsForService,
  type WorkerState,
} from './states.ts';
import type { Clock } from '../domain/environment.ts';
import { findDue, mayBeDue } from './due-work.ts';
import { runTasks } from './run-tasks.ts';
import { workStorefront } from './work-storefront.ts';

/** The live worker of a host: resync requests, catch-up and reconciliation of every storefront. */
export interface LiveWorker {
  /**
   * Starts to answer resync requests and to run schedules. Left if the sync database cannot be used; then nothing was started.
   */
  readonly start: () => StoreResult<void>;
  /** Takes no new work, finishes the work in progress within the time (milliseconds), and leaves the rest for later. */
  readonly stop: (drainMs: number) => Promise<void>;
  /** For hosts with their own scheduler: does all due work, for about this many milliseconds. */
  readonly tick: (budgetMs: number) => Promise<E.Either<SyncFailure, TickResult>>;
  /** A resync request was enqueued: check the inbox now. */
  readonly wake: () => void;
  /** A person enqueued resync requests of a storefront: answers them, even if this worker was not started. */
  readonly answer: (storefront: string) => void;
  /** Resolves when the storefronts that are being worked on have no resync requests left, except for requests that only wait. */
  readonly answered: () => Promise<unknown>;
  readonly state: () => StoreResult<readonly InboxState[]>;
  /** A storefront was added, or its credentials have changed. */
  readonly add: (storefront: string) => void;
  /** Stops work on a storefront; the work in progress is finished. */
  readonly remove: (storefront: string) => void;
}

/**
 * Creates a live worker; nothing is read before it is started or ticked. Several, in one or many processes, may share a sync
 * database: each resync request and each scheduled task is done by one of them.
 *
 * @example
 * const worker = liveWorker({ sync: ports, inbox: store.inbox, log, schedule: defaultSchedule, onEvent });
 * await worker.start();
 */
export const liveWorker = (ports: LivePorts): LiveWorker => {
  const { clock } = ports.sync;
  const workers = new Map<string, StorefrontWorker>();
  const add = (storefront: string): void => {
    const before = workers.get(storefront);
    if (before !== undefined) remove(before);
    workers.set(storefront, newStorefrontWorker(storefront));
  };
  for (const storefront of Object.keys(ports.sync.storefronts)) add(storefront);

  let state: WorkerState = 'ready';
  let loop: Promise<void> | null = null;
  const steadyNow = monotonicTime(clock);
  const isClosing = (): boolean => isEnding(state);
  const context = makeContext(ports, workers, { steadyNow, isClosing, isCutOff: () => state === 'cut off' });
  const atWork = new Set<Promise<unknown>>();
  const begin = (work: Promise<unknown>): void => {
    const ended: Promise<unknown> = work.catch(context.onDefect).finally(() => atWork.delete(ended));
    atWork.add(ended);
  };
  const answering = new Map<Promise<unknown>, StorefrontWorker>();
  const answer = (worker: StorefrontWorker): void => {
    const work = workStorefront(context, worker);
    answering.set(work, worker);
    begin(work.finally(() => answering.delete(work)));
  };
  const keepHouse = housekeeping(context);
  const look = lookForWork(context, workers, { answer, begin });
  const sleeper = makeSleeper(clock);
  const poll = async (): Promise<void> => {
    while (!isClosing()) {
      look.begin();
      const isIdle = atWork.size === 0;
      begin(keepHouse());
      await (isIdle ? sleeper.sleep(ports.idlePollInterval ?? idlePollInterval) : clock.sleep(pollInterval)());
    }
  };

  return {
    start: async () => {
      const usable = await context.inbox.state();
      if (E.isLeft(usable)) return usable;
      // A loop that is closing ends first.
      if (state !== 'running') await loop;
      if (state === 'running') return E.right(undefined);
      state = 'running';
      loop = poll().catch(context.onDefect);
      return E.right(undefined);
    },
    stop: async (drainMs) => {
      const ending = loop;
      state = 'closing';
      sleeper.wake();
      await wait(clock, drainMs, () => atWork.size === 0 && !look.isAtWork());
      // It may have been started again since.
      if (isClosing()) state = 'cut off';
      await ending;
    },
    tick: (budgetMs) => {
      const ticking = (async () => {
        // Imported only when needed: hosts with a long process have no ticks.
        const { tickOnce } = await import('./tick-once.ts');
        const ticked = await tickOnce(ports, workers, budgetMs, { steadyNow, isClosing });
        if (E.isRight(ticked)) await keepHouse();
        return ticked;
      })();
      // A stop waits for the tick, because the sync database is closed after the stop.
      begin(ticking.catch(() => undefined));
      return ticking;
    },
    wake: () => {
      sleeper.wake();
    },
    answer: (storefront) => {
      const worker = workers.get(storefront);
      // Another process that runs live sales may claim them as well: each request is answered once.
      if (state === 'running' || worker === undefined) sleeper.wake();
      else if (state === 'ready' && mayJoin(worker)) answer(worker);
    },
    answered: () => {
      const now = steadyNow();
      const working = [...answering].filter(([, worker]) => !isWaiting(worker, now) && !waitsForService(worker, now));
      return Promise.all(working.map(([work]) => work));
    },
    state: () => context.inbox.state(),
    add: (storefront) => {
      const before = workers.get(storefront);
      if (before !== undefined) context.openWorkers.delete(before);
      add(storefront);
      sleeper.wake();
    },
    remove: (storefront) => {
      const worker = workers.get(storefront);
      if (worker === undefined) return;
      remove(worker);
      workers.delete(storefront);
      context.openWorkers.delete(worker);
    },
  };
};

/** A sleep that can be ended early. */
interface Sleeper {
  readonly wake: () => void;
  /** Sleeps for a number of milliseconds, or until it is woken; does not sleep if it was woken since its last sleep. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export const makeSleeper = (clock: Pick<Clock, 'sleep'>): Sleeper => {
  let isWoken = false;
  let wakeUp: () => void = () => undefined;
  return {
    wake: () => {
      isWoken = true;
      wakeUp();
    },
    sleep: async (milliseconds) => {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      if (!isWoken) await Promise.race([clock.sleep(milliseconds)(), woken]);
      isWoken = false;
    },
  };
};

/** Looks for due work in all storefronts. */
interface Look {
  /**
   * One search runs at a time, and another one follows if it was requested in between, because the first may have missed new
   * work.
   */
  readonly begin: () => void;
  readonly isAtWork: () => boolean;
}

/** Finds all due work with one query for all storefronts, and starts it. */
const lookForWork = (
  context: LiveContext,
  workers: ReadonlyMap<string, StorefrontWorker>,
  on: { readonly answer: (worker: StorefrontWorker) => void; readonly begin: (work: Promise<unknown>) => void },
): Look => {
  let isAtWork = false;
  let isAskedAgain = false;
  let restsUntil = 0;
  const look = async (): Promise<void> => {
    const due = await findDue(context, workers);
    if (E.isLeft(due)) {
      context.onStoreFailure(due.left);
      restsUntil = context.steadyNow() + storePause;
      return;
    }
    if (context.isClosing()) return;
    const now = context.steadyNow();
    for (const worker of due.right.requested) if (mayAnswer(worker, now) && mayJoin(worker)) on.answer(worker);
    startTasks(context, workers, due.right.scheduled, on.begin);
  };
  const begin = (): void => {
    if (context.steadyNow() < restsUntil) return;
    isAskedAgain = isAtWork;
    if (isAtWork) return;
    isAtWork = true;
    look()
      .catch((error: unknown) => {
        context.onDefect(error);
        restsUntil = context.steadyNow() + storePause;
      })
      .finally(() => {
        isAtWork = false;
        if (isAskedAgain) begin();
      })
      .catch(context.onDefect);
  };
  return { begin, isAtWork: () => isAtWork };
};

/** Starts the due tasks, a few storefronts at a time: the next one as soon as one ends. */
const startTasks = (
  context: LiveContext,
  workers: ReadonlyMap<string, StorefrontWorker>,
  due: readonly StorefrontWorker[],
  begin: (work: Promise<unknown>) => void,
): void => {
  if (due.length === 0 || context.isClosing()) return;
  const now = context.steadyNow();
  const atWork = [...workers.values()].filter((worker) => isBusy(worker, now));
  const slots = slotsOf(context.accounts.nameOf, atWork, now);
  for (const worker of due) {
    if (!slots.hasOne(worker)) continue;
    slots.take(worker);
    begin(
      runTasks(context, worker).finally(() => {
        const left = due.filter((one) => mayBeDue(context, one));
        startTasks(context, workers, left, begin);
      }),
    );
  }
};
