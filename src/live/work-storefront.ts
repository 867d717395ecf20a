import * as E from 'fp-ts/lib/Either.js';
import type { ResyncRequest } from '../domain/inbox.ts';
import type { StoreError, StoreResult } from '../domain/sync-store.ts';
import type { ResyncEnd } from './resync-record.ts';
import type { AccountContext } from './account-context.ts';
import { type LiveContext, trackRefusals } from './live-context.ts';
import { handleRequest } from './handle-request.ts';
import { isRetryable } from '../domain/errors.ts';
import { isInService } from '../pipeline/excluded-after-push.ts';
import { failureCauseOf } from '../pipeline/failures.ts';
import { claimLength, requestsPerStorefront } from './limits.ts';
import { openAccount, openStorefront, rest, restForStore } from './open-storefront.ts';
import { noteQuestions, notingClient, type StorefrontWorker } from './storefront-worker.ts';
import type { LiveProblem } from './live-ports.ts';

/** Those of the storefronts that have a due resync request, by one query. */
export const findRequested = async (
  { sync, inbox }: LiveContext,
  workers: ReadonlyMap<string, StorefrontWorker>,
): StoreResult<readonly StorefrontWorker[]> => {
  const now = sync.clock.now();
  const found = await inbox.storefrontsWithRequests({ now, until: now + claimLength })();
  return E.map((names: readonly string[]) => names.flatMap((name) => workers.get(name) ?? []))(found);
};

const mayBegin = ({ steadyNow, isClosing }: LiveContext, { isRemoved, restsUntil }: StorefrontWorker): boolean =>
  !isClosing() && !isRemoved && steadyNow() >= restsUntil;

const claimOne = async (
  { sync, inbox }: LiveContext,
  { storefront }: StorefrontWorker,
): StoreResult<ResyncRequest | undefined> => {
  const now = sync.clock.now();
  const requests = await inbox.claim(storefront, { now, until: now + claimLength, owner: sync.owner, limit: 1 })();
  return E.map((all: readonly ResyncRequest[]) => all[0])(requests);
};

const heedEnd = (
  context: LiveContext,
  worker: StorefrontWorker,
  account: AccountContext,
  { recordId }: ResyncRequest,
  end: ResyncEnd,
): void => {
  const { storefront } = worker;
  let problem: LiveProblem | null = null;
  if (end._tag === 'Settled' && end.entries.some(({ outcome }) => isInService(outcome))) account.client.works();
  if (end._tag === 'SourceFailed') {
    const { error } = end;
    if (error._tag === 'SourceCredentialsRefused') rest(context, worker, error);
    // One that is refused for good is parked, which the host is sent.
    else if (isRetryable(error)) {
      const message = `A record could not be read; retrying: ${error.message}`;
      problem = { storefront, task: null, cause: failureCauseOf(error), message };
    }
  }
  context.onRecordRead({ storefront, recordId }, problem);
  const stop = account.client.noteStop();
  if (stop !== null) context.onServiceStop(account.name, stop);
};

/** Takes one resync request and sees it through; false when there is nothing to take. */
const takeOne = async (context: LiveContext, worker: StorefrontWorker, onTaken: () => void): Promise<boolean> => {
  const account = await openAccount(context, worker);
  const current = account?.client.current();
  if (account === undefined || current === undefined) return false;
  const client = notingClient(current, noteQuestions(worker, context.steadyNow).onServiceQuestion);
  const at = await openStorefront(context, worker);
  // Opening takes time, and the storefront may have been removed since.
  if (at === undefined || !mayBegin(context, worker)) return false;
  const fail = (error: StoreError): false => {
    context.onStoreFailure(error);
    restForStore(context, worker);
    return false;
  };
  const request = await claimOne(context, worker);
  if (E.isLeft(request)) return fail(request.left);
  if (request.right === undefined) return false;
  context.sync.crashPoint('after_claim');
  const { recordId } = request.right;
  // Its claim ran out while we are still at it: it is ours again, and nothing else has to be done.
  if (worker.inHand.has(recordId)) return true;
  onTaken();
  worker.inHand.add(recordId);
  const end = await handleRequest(context, at, client)(request.right);
  worker.inHand.delete(recordId);
  if (E.isLeft(end)) return fail(end.left);
  heedEnd(context, worker, account, request.right, end.right);
  const heeded = await trackRefusals(context, account, end.right._tag === 'Settled' ? end.right.entries : []);
  if (E.isLeft(heeded)) return fail(heeded.left);
  return true;
};

/**
 * Works on the due resync requests of a storefront until none is left, a few at a time: each claim frees a slot for the
 * next. Ends at once when the storefront is paused. Returns the number of claimed requests; never rejects.
 */
export const workStorefront = async (context: LiveContext, worker: StorefrontWorker): Promise<number> => {
  const team: Promise<void>[] = [];
  let taken = 0;
  const join = (): void => {
    if (worker.hands < requestsPerStorefront) team.push(hand());
  };
  const hand = async (): Promise<void> => {
    worker.hands += 1;
    const onTaken = (): void => {
      taken += 1;
      join();
    };
    while (mayBegin(context, worker) && (await takeOne(context, worker, onTaken)));
    worker.hands -= 1;
  };
  join();
  for (const member of team) await member;
  return taken;
};
