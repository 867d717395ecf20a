/** Does all due live work within a limited time, for hosts whose scheduler calls `tick`. */
import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../domain/sync-store.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import type { LivePorts, LiveProblem, TickResult } from './live-ports.ts';
import { type LiveContext, makeContext, type Running } from './live-context.ts';
import { isWaiting, type StorefrontWorker } from './states.ts';
import { findDue } from './due-work.ts';
import { workStorefront } from './work-storefront.ts';
import { runTasks } from './run-tasks.ts';
import { minCallTime } from '../pipeline/limits.ts';
import { pollInterval } from './limits.ts';
import { slotsOf } from './slots.ts';
import { advanceHistory } from './advance-history.ts';

/** The time was up before the platform answered; the next tick asks again. */
const noAnswer = { cause: 'no answer', message: 'Its platform did not respond in the available time' } as const;

/** Within about `budgetMs` milliseconds: first resync requests, then tasks, then the next pages of historical runs. */
export const tickOnce = async (
  ports: LivePorts,
  workers: ReadonlyMap<string, StorefrontWorker>,
  budgetMs: number,
  { steadyNow, isClosing }: Pick<Running, 'steadyNow' | 'isClosing'>,
): Promise<E.Either<SyncFailure, TickResult>> => {
  const endsAt = steadyNow() + budgetMs;
  // An interrupted client returns each resync request at once: claimed again, it would be read over and over.
  const isLate = (): boolean => isClosing() || ports.sync.isInterrupted() || steadyNow() >= endsAt;
  const failures: StoreError[] = [];
  const problems: LiveProblem[] = [];
  const unread = new Map<string, LiveProblem>();
  // A problem of many records is reported once.
  const note = (problem: LiveProblem): void => {
    const isKnown = problems.some(
      ({ storefront, message }) => storefront === problem.storefront && message.endsWith(problem.message),
    );
    if (!isKnown) problems.push(problem);
  };
  const context = makeContext(
    ports,
    workers,
    { steadyNow, isClosing: isLate, isCutOff: isLate },
    {
      onStoreFailure: (error) => void failures.push(error),
      onProblem: note,
      onRecordRead: ({ storefront, recordId }, problem) => {
        const key = JSON.stringify([storefront, recordId]);
        if (problem === null) unread.delete(key);
        else unread.set(key, problem);
      },
    },
  );
  let requests = 0;
  const tasks: TickResult['tasks'][number][] = [];
  const answer = async (worker: StorefrontWorker): Promise<void> => {
    requests += await workStorefront(context, worker);
  };
  const all = [...workers.values()];
  const due = await findDue(context, workers);
  if (E.isLeft(due)) return due;
  const requested = inTurns(context, due.right.requested, answer);
  await requested.begun;
  const worked = inTurns(context, due.right.scheduled, async (worker) => {
    if (isLate()) return;
    const done = await runTasks(context, worker);
    tasks.push(...done.map((task) => ({ task, storefront: worker.storefront })));
    // Records that could not be settled at once are now resync requests.
    await answer(worker);
  });
  await worked.begun;
  const history = await advanceHistory(context, workers, endsAt);
  for (const { storefront } of [...(await worked.ended), ...(await requested.ended)])
    note({ storefront, task: null, ...noAnswer });
  for (const problem of unread.values()) note(problem);
  // A storefront that is paused since the tick before was not opened in this one.
  for (const { storefront, problem } of all) if (problem !== null) note({ storefront, task: null, ...problem });
  if (E.isLeft(history)) return history;
  const [failure] = failures;
  return failure === undefined
    ? E.right({ resyncRequests: requests, tasks, historicalSyncs: history.right, problems, isDone: !isLate() })
    : E.left(failure);
};

/** Milliseconds within which a request that is no longer needed ends by itself. */
const endsWithin = minCallTime + 2_000;

/** Work on storefronts, a few at a time. */
interface Turns {
  /** Every storefront has had its turn, or waits for a platform or the service of its account. */
  readonly begun: Promise<void>;
  /** All work has ended. Returns the storefronts whose work did not end long after the close: they are left alone. */
  readonly ended: Promise<readonly StorefrontWorker[]>;
}

/** Works on all storefronts, a few at a time: see `slotsOf`. */
const inTurns = (
  { sync, accounts, steadyNow, isClosing }: Pick<LiveContext, 'sync' | 'accounts' | 'steadyNow' | 'isClosing'>,
  workers: readonly StorefrontWorker[],
  work: (worker: StorefrontWorker) => Promise<void>,
): Turns => {
  const rest = [...workers];
  const atWork = new Map<StorefrontWorker, Promise<void>>();
  const waiting = (): readonly StorefrontWorker[] =>
    [...atWork.keys()].filter((worker) => isWaiting(worker, steadyNow()));
  const step = (): Promise<void> => Promise.race([...atWork.values(), sync.clock.sleep(pollInterval)()]);

  let resolveBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    resolveBegun = resolve;
  });
  const begin = async (): Promise<void> => {
    for (;;) {
      const slots = slotsOf(accounts.nameOf, [...atWork.keys()], steadyNow());
      const next = (): StorefrontWorker | undefined => {
        const index = rest.findIndex(slots.hasOne);
        return index < 0 ? undefined : rest.splice(index, 1)[0];
      };
      for (let worker = next(); worker !== undefined; worker = next()) {
        const begunWorker = worker;
        slots.take(worker);
        atWork.set(
          worker,
          work(worker).finally(() => atWork.delete(begunWorker)),
        );
      }
      if (slots.busy() === 0) {
        // The remaining storefronts wait for the service of their account, and block no other work.
        resolveBegun();
        if (rest.length === 0 || isClosing()) return;
      }
      await step();
    }
  };
  const all = begin().finally(resolveBegun);
  const end = async (): Promise<readonly StorefrontWorker[]> => {
    await all;
    for (let closingSince: number | null = null; atWork.size > 0;) {
      if (isClosing()) closingSince ??= steadyNow();
      if (closingSince !== null && steadyNow() - closingSince > endsWithin && atWork.size === waiting().length) break;
      await step();
    }
    return waiting();
  };
  const ended = end();
  // The caller awaits it later: until then a rejection would count as unhandled, and end the host's process.
  ended.catch(() => undefined);
  return { begun, ended };
};
