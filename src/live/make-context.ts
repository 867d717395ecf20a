import * as E from 'fp-ts/lib/Either.js';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { inboxWithRetry, storeWithRetry } from '../pipeline/store-with-retry.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { memoizeRecent } from '../pipeline/other-storefronts.ts';
import { checkAccount } from '../pipeline/service-facts.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import { type LiveContext, sharedClient } from './live-context.ts';
import type { LiveEvent } from './live-event.ts';
import type { LivePorts } from './live-ports.ts';
import { refusedRecords } from './refused-records.ts';
import type { StorefrontWorker } from './storefront-worker.ts';

/** How an engine is stopped, and its clock. */
export interface Running {
  /** One for all that work on the same storefronts. */
  readonly steadyNow: LiveContext['steadyNow'];
  /** Nothing new is begun. */
  readonly isClosing: () => boolean;
  /** What is in flight is left to the next start. */
  readonly isCutOff: () => boolean;
}

/** What a host's own function throws is its own affair. */
const guarded =
  ({ log, onEvent }: LivePorts) =>
  (event: LiveEvent): void => {
    try {
      onEvent(event);
    } catch {
      log.warn('the host’s own onEvent failed', { event: event.type, storefront: event.storefront });
    }
  };

/** Puts together what the parts of an engine share. */
export const makeContext = (
  ports: LivePorts,
  workers: ReadonlyMap<string, StorefrontWorker>,
  { steadyNow, isClosing, isCutOff }: Running,
  listeners: Partial<Pick<LiveContext, 'onStoreFailure' | 'onProblem' | 'onRecordRead'>> = {},
): LiveContext => {
  const { log, inbox, reviews, schedule, beforePush } = ports;
  const sync: SyncPorts = {
    ...ports.sync,
    log,
    isInterrupted: () => isCutOff() || ports.sync.isInterrupted(),
    ...(beforePush !== undefined && { beforePush }),
  };
  const emit = guarded(ports);
  const account = memoizeRecent<E.Either<SyncFailure, void>>(1, E.isRight);
  const store = storeWithRetry(sync.store, sync);
  return {
    sync,
    steadyNow,
    inbox: inboxWithRetry(inbox, sync),
    reviews,
    schedule,
    client: sharedClient(sync),
    refused: refusedRecords(sync),
    isSameAccount: () =>
      account('', () => checkAccount({ store, client: makeServiceClient(sync, 'live'), wire: sync.wire })),
    emit,
    onServiceStop: ({ who, cause, message }) => {
      for (const storefront of workers.keys()) {
        emit({ storefront, type: 'storefront.stopped', who, cause, message });
        listeners.onProblem?.({ storefront, task: null, cause, message });
      }
    },
    onStoreFailure: (error) => {
      log.error(error.message, { problem: error.problem });
      listeners.onStoreFailure?.(error);
    },
    onProblem: (problem) => listeners.onProblem?.(problem),
    onRecordRead: (about, problem) => listeners.onRecordRead?.(about, problem),
    isClosing,
  };
};
