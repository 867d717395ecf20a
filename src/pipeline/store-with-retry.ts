import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { Inbox } from '../domain/inbox.ts';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock, Logger, Random } from '../domain/environment.ts';
import { type Backoff, fullJitter, wait } from './backoff.ts';

/**
 * The record book, asked again for a while (see `withRetryOn`). Every method is atomic, so that a second
 * attempt doubles nothing; the push that it belongs to is not repeated.
 */
export const storeWithRetry = (store: SyncStore, environment: WithRetry): SyncStore => {
  const patiently = withRetryOn(environment);
  return {
    openRun: (request, fresh) => patiently(store.openRun(request, fresh)),
    findRun: (id) => patiently(store.findRun(id)),
    setTimeZone: (runId, storefront, timeZone) => patiently(store.setTimeZone(runId, storefront, timeZone)),
    closeRun: (runId, status, at) => patiently(store.closeRun(runId, status, at)),
    acquireLease: (storefront, owner, times, isGone) => patiently(store.acquireLease(storefront, owner, times, isGone)),
    releaseLease: (storefront, owner) => patiently(store.releaseLease(storefront, owner)),
    readCheckpoint: (runId, storefront, window) => patiently(store.readCheckpoint(runId, storefront, window)),
    lookUpTransactions: (runId, wanted) => patiently(store.lookUpTransactions(runId, wanted)),
    saveIntents: (intents, at, hold) => patiently(store.saveIntents(intents, at, hold)),
    recordAttempt: (id, since, at) => patiently(store.recordAttempt(id, since, at)),
    commitPage: (page, at, hold) => patiently(store.commitPage(page, at, hold)),
    remoteIndexState: patiently(store.remoteIndexState),
    saveRemoteIndexPage: (page) => patiently(store.saveRemoteIndexPage(page)),
    hasSalesWithoutReferences: (platform) => patiently(store.hasSalesWithoutReferences(platform)),
    findNewestConfirmed: (limit) => patiently(store.findNewestConfirmed(limit)),
    serviceFacts: (service) => patiently(store.serviceFacts(service)),
    saveServiceFacts: (service, facts, at) => patiently(store.saveServiceFacts(service, facts, at)),
    summarizeRun: (runId) => patiently(store.summarizeRun(runId)),
    findLines: (runId, filter, page) => patiently(store.findLines(runId, filter, page)),
    close: store.close,
  };
};

/** The inbox, asked again for a while (see `withRetryOn`). */
export const inboxWithRetry = (inbox: Inbox, environment: WithRetry): Inbox => {
  const patiently = withRetryOn(environment);
  return {
    receiveDelivery: (delivery) => patiently(inbox.receiveDelivery(delivery)),
    enqueue: (storefront, recordIds, at) => patiently(inbox.enqueue(storefront, recordIds, at)),
    claim: (storefront, claim) => patiently(inbox.claim(storefront, claim)),
    recordOutcome: (request, owner, answer) => patiently(inbox.recordOutcome(request, owner, answer)),
    state: patiently(inbox.state),
    catchUpCursor: (storefront) => patiently(inbox.catchUpCursor(storefront)),
    setCatchUpCursor: (storefront, at) => patiently(inbox.setCatchUpCursor(storefront, at)),
    lastTaskStart: (task, storefront) => patiently(inbox.lastTaskStart(task, storefront)),
    startTask: (task, storefront, dueAt, at) => patiently(inbox.startTask(task, storefront, dueAt, at)),
    saveResolution: (resolution) => patiently(inbox.saveResolution(resolution)),
    resolutions: (storefront) => patiently(inbox.resolutions(storefront)),
    eraseRecords: (storefront, recordIds) => patiently(inbox.eraseRecords(storefront, recordIds)),
    eraseStorefront: (storefront) => patiently(inbox.eraseStorefront(storefront)),
    purge: inbox.purge,
    forgetDeliveries: (before) => patiently(inbox.forgetDeliveries(before)),
  };
};

interface Patience {
  readonly shape: Backoff;
  readonly attempts: number;
}

/** For another process that holds the storage: about a second. */
const whileBusy: Patience = { shape: { base: 50, cap: 2_000 }, attempts: 6 };

/** For a database server that is being restarted: about a minute. */
const whileAway: Patience = { shape: { base: 250, cap: 4_000 }, attempts: 35 };

/** What a question to the storage is asked with. */
interface WithRetry {
  readonly clock: Clock;
  readonly random: Random;
  /** Takes a warning when the database does not answer. */
  readonly log?: Logger;
  /** Whether the caller is asked to end: then it does not wait for a restart. */
  readonly isInterrupted?: () => boolean;
}

const never = (): boolean => false;

/**
 * A question to the record book's storage, asked again for a while when another process holds it, or when the database is
 * being restarted. Every method is atomic, so that a second attempt doubles nothing.
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
        log?.warn('The database does not answer. It is tried again for about a minute.', { problem });
      const pause = fullJitter(shape)(attempt, random.next());
      await (isAway ? wait(clock, pause, isInterrupted) : clock.sleep(pause)());
    }
  };
