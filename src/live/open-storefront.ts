import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../domain/sync-store.ts';
import type { SourceError } from '../domain/errors.ts';
import { failureCauseOf } from '../pipeline/failures.ts';
import { type LiveStorefront, openLiveStorefront } from './live-storefront.ts';
import type { LiveContext } from './live-context.ts';
import { storePause, credentialsPause, sourcePause } from './limits.ts';
import { noteQuestions, type StorefrontWorker } from './storefront-worker.ts';

/**
 * Pauses the storefront; its resync requests wait without counting attempts. The host is informed when credentials are
 * the cause.
 */
export const rest = ({ steadyNow, emit }: LiveContext, worker: StorefrontWorker, error: SourceError): undefined => {
  const { storefront } = worker;
  const isRefused = error._tag === 'SourceCredentialsRefused';
  worker.opened = null;
  const message = isRefused ? error.message : `Could not be opened; retrying: ${error.message}`;
  worker.problem = { cause: failureCauseOf(error), message };
  worker.restsUntil = steadyNow() + (isRefused ? credentialsPause : sourcePause);
  if (!isRefused || worker.isStopped) return undefined;
  worker.isStopped = true;
  emit({ storefront, type: 'storefront.stopped', who: storefront, cause: 'credentials', message: error.message });
};

export const restForStore = ({ steadyNow }: LiveContext, worker: StorefrontWorker): void => {
  worker.restsUntil = steadyNow() + storePause;
};

/** The key is of another account than the sync database: nothing may be pushed, and the host is sent. */
const restForAccount = ({ steadyNow, emit }: LiveContext, worker: StorefrontWorker, message: string): undefined => {
  const { storefront } = worker;
  worker.restsUntil = steadyNow() + credentialsPause;
  worker.problem = { cause: 'credentials', message };
  if (!worker.isStopped)
    emit({ storefront, type: 'storefront.stopped', who: 'service', cause: 'credentials', message });
  worker.isStopped = true;
};

/** The storefront, ready to be worked on; undefined when it has to rest. */
export const openStorefront = async (
  context: LiveContext,
  worker: StorefrontWorker,
): Promise<LiveStorefront | undefined> => {
  if (worker.opened !== null) return worker.opened;
  const fail = (error: StoreError): undefined => {
    context.onStoreFailure(error);
    restForStore(context, worker);
  };
  const ports = { ...context.sync, onQuestion: noteQuestions(worker, context.steadyNow) };
  const opened = await openLiveStorefront(ports)(worker.storefront);
  if (E.isLeft(opened)) {
    if (opened.left._tag === 'StoreError') return fail(opened.left);
    const { message } = opened.left;
    context.sync.log.warn(`The storefront cannot be opened; retrying: ${message}`, {
      storefront: worker.storefront,
    });
    return rest(context, worker, opened.left);
  }
  const same = await context.isSameAccount();
  if (E.isLeft(same)) {
    return same.left._tag === 'StoreError' ? fail(same.left) : restForAccount(context, worker, same.left.message);
  }
  worker.opened = opened.right;
  worker.isKnown = true;
  worker.isStopped = false;
  worker.problem = null;
  return opened.right;
};
