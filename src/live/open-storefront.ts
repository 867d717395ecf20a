/** Opens a storefront when it has work, and pauses it when its platform, its account or the sync database does not work. */
import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../domain/sync-store.ts';
import { errorName, type SourceError } from '../domain/errors.ts';
import { failureCauseOf } from '../pipeline/failures.ts';
import { type LiveStorefront, openLiveStorefront } from './live-storefront.ts';
import type { AccountContext } from './account-context.ts';
import type { LiveContext } from './live-context.ts';
import { storePause, credentialsPause, maxOpenStorefronts, sourcePause } from './limits.ts';
import { noteQuestions, type StorefrontWorker } from './storefront-worker.ts';

/**
 * Pauses the storefront; its resync requests wait without counting attempts. If credentials are the cause, the host is informed.
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

/**
 * Pauses the storefront after a throw, which only a defect causes: repeating the work without a pause would block the host's
 * process. Logged once, and only by the kind of error.
 */
export const restForDefect = ({ steadyNow, sync }: LiveContext, worker: StorefrontWorker, thrown: unknown): void => {
  const { storefront, problem } = worker;
  const message = `An internal error (${errorName(thrown)}) interrupted the work on this storefront. Nothing is lost; it continues in 30 seconds. Please report it.`;
  worker.opened = null;
  worker.restsUntil = steadyNow() + sourcePause;
  worker.problem = { cause: 'defect', message };
  if (problem?.message !== message) sync.log.error(message, { storefront });
};

export const restForStore = ({ steadyNow }: LiveContext, worker: StorefrontWorker): void => {
  worker.restsUntil = steadyNow() + storePause;
};

/** The key belongs to another account than the sync database: nothing may be pushed, and the host is informed. */
const restForAccount = ({ steadyNow, emit }: LiveContext, worker: StorefrontWorker, message: string): undefined => {
  const { storefront } = worker;
  worker.restsUntil = steadyNow() + credentialsPause;
  worker.problem = { cause: 'credentials', message };
  if (!worker.isStopped)
    emit({ storefront, type: 'storefront.stopped', who: 'service', cause: 'credentials', message });
  worker.isStopped = true;
};

/**
 * The account of a storefront; undefined if the host gives no account, so that the storefront is paused. A changed key opens it
 * again.
 */
export const openAccount = async (
  context: LiveContext,
  worker: StorefrontWorker,
): Promise<AccountContext | undefined> => {
  const opened = await context.accounts.open(context.accounts.nameOf(worker.storefront));
  if (E.isLeft(opened)) {
    const { cause, message } = opened.left;
    worker.opened = null;
    worker.problem = { cause, message };
    worker.restsUntil = context.steadyNow() + sourcePause;
    if (!worker.isStopped)
      context.emit({ storefront: worker.storefront, type: 'storefront.stopped', who: 'service', cause, message });
    worker.isStopped = true;
    return undefined;
  }
  if (worker.account !== opened.right) {
    worker.account = opened.right;
    worker.opened = null;
  }
  return opened.right;
};

/** Closes idle storefronts when too many are open; their next work reads again what they held in memory. */
export const keepOpen = ({ openWorkers }: Pick<LiveContext, 'openWorkers'>, worker: StorefrontWorker): void => {
  openWorkers.delete(worker);
  openWorkers.add(worker);
  for (const one of openWorkers) {
    if (openWorkers.size <= maxOpenStorefronts) return;
    // A busy storefront stays open; it is checked again when the next one is opened.
    if (one === worker || one.loops > 0 || one.busySince !== null) continue;
    one.opened = null;
    one.account = null;
    openWorkers.delete(one);
  }
};

/** The storefront, ready for work; undefined if it is paused. */
export const openStorefront = async (
  context: LiveContext,
  worker: StorefrontWorker,
): Promise<LiveStorefront | undefined> => {
  const account = await openAccount(context, worker);
  if (account === undefined) return undefined;
  if (worker.opened !== null) return worker.opened;
  const fail = (error: StoreError): undefined => {
    context.onStoreFailure(error);
    restForStore(context, worker);
  };
  const ports = { ...account.sync, ...noteQuestions(worker, context.steadyNow) };
  const opened = await openLiveStorefront(ports)(worker.storefront);
  if (E.isLeft(opened)) {
    if (opened.left._tag === 'StoreError') {
      const { problem, message } = opened.left;
      return problem === 'other account' ? restForAccount(context, worker, message) : fail(opened.left);
    }
    const { message } = opened.left;
    // While closing, the stop itself causes this failure.
    if (!context.isClosing())
      context.sync.log.warn(`The storefront cannot be opened; retrying: ${message}`, { storefront: worker.storefront });
    return rest(context, worker, opened.left);
  }
  const onAnswer = ports.onServiceQuestion();
  const same = await account.isSameAccount();
  onAnswer();
  if (E.isLeft(same)) {
    return same.left._tag === 'StoreError' ? fail(same.left) : restForAccount(context, worker, same.left.message);
  }
  worker.opened = opened.right;
  keepOpen(context, worker);
  worker.isKnown = true;
  worker.isStopped = false;
  worker.problem = null;
  return opened.right;
};
