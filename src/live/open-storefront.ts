/** Opens a storefront when it has work, and pauses it when its platform, its account or the sync database does not work. */
import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../domain/sync-store.ts';
import { errorName, type SourceError } from '../domain/errors.ts';
import { failureCauseOf } from '../pipeline/failures.ts';
import { type LiveStorefront, openLiveStorefront } from './live-storefront.ts';
import type { AccountContext } from './account-context.ts';
import type { LiveContext } from './live-context.ts';
import { storePause, credentialsPause, maxOpenStorefronts, sourcePause } from './limits.ts';
import type { Stop } from '../pipeline/progress.ts';
import { close, noteQuestions, open, rest, setAccount, stop, type StorefrontWorker } from './states.ts';

/**
 * Pauses the storefront; its resync requests wait without counting attempts. If credentials are the cause, the host is informed.
 */
export const restForSource = (context: LiveContext, worker: StorefrontWorker, error: SourceError): undefined => {
  const { message } = error;
  const cause = failureCauseOf(error);
  if (cause === 'credentials')
    return restStopped(context, worker, { who: worker.storefront, cause, message }, credentialsPause);
  rest(worker, context.steadyNow() + sourcePause, { cause, message: `Could not be opened; retrying: ${message}` });
};

/**
 * Pauses the storefront after a throw, which only a defect causes: repeating the work without a pause would block the host's
 * process. Logged once, and only by the kind of error.
 */
export const restForDefect = ({ steadyNow, sync }: LiveContext, worker: StorefrontWorker, thrown: unknown): void => {
  const { storefront, problem } = worker;
  const message = `An internal error (${errorName(thrown)}) interrupted the work on this storefront. Nothing is lost; it continues in 30 seconds. Please report it.`;
  rest(worker, steadyNow() + sourcePause, { cause: 'defect', message });
  if (problem?.message !== message) sync.log.error(message, { storefront });
};

/** Reports that the sync database failed, and pauses the storefront. */
export const restForStore = (context: LiveContext, worker: StorefrontWorker, error: StoreError): undefined => {
  context.onStoreFailure(error);
  rest(worker, context.steadyNow() + storePause, null);
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
  if (E.isLeft(opened)) return restStopped(context, worker, { who: 'service', ...opened.left }, sourcePause);
  setAccount(worker, opened.right);
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
    close(one);
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
  const ports = { ...account.sync, ...noteQuestions(worker, context.steadyNow) };
  const opened = await openLiveStorefront(ports)(worker.storefront);
  if (E.isLeft(opened)) {
    if (opened.left._tag === 'StoreError') {
      const { problem, message } = opened.left;
      return problem === 'other account'
        ? restForAccount(context, worker, message)
        : restForStore(context, worker, opened.left);
    }
    const { message } = opened.left;
    // While closing, the stop itself causes this failure.
    if (!context.isClosing())
      context.sync.log.warn(`The storefront cannot be opened; retrying: ${message}`, { storefront: worker.storefront });
    return restForSource(context, worker, opened.left);
  }
  const onAnswer = ports.onServiceQuestion();
  const same = await account.isSameAccount();
  onAnswer();
  if (E.isLeft(same)) {
    return same.left._tag === 'StoreError'
      ? restForStore(context, worker, same.left)
      : restForAccount(context, worker, same.left.message);
  }
  open(worker, opened.right);
  keepOpen(context, worker);
  return opened.right;
};

/** Pauses a storefront whose credentials or account cannot be used. The host is informed once. */
const restStopped = (
  { steadyNow, emit }: LiveContext,
  worker: StorefrontWorker,
  { who, cause, message }: Stop,
  pause: number,
): undefined => {
  rest(worker, steadyNow() + pause, { cause, message });
  if (stop(worker)) emit({ storefront: worker.storefront, type: 'storefront.stopped', who, cause, message });
};

/** The key belongs to another account than the sync database: nothing may be pushed. */
const restForAccount = (context: LiveContext, worker: StorefrontWorker, message: string): undefined =>
  restStopped(context, worker, { who: 'service', cause: 'credentials', message }, credentialsPause);
