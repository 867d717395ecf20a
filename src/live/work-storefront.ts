/** Answers the due resync requests of one storefront, a few at a time. */
import * as E from 'fp-ts/lib/Either.js';
import type { ResyncRequest } from '../domain/inbox.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { ResyncEnd } from './resync-record.ts';
import type { AccountContext } from './account-context.ts';
import { type LiveContext, trackRefusals } from './live-context.ts';
import { answerResyncRequest } from './answer-resync-request.ts';
import { isRetryable } from '../domain/errors.ts';
import { isInService } from '../domain/run.ts';
import { failureCauseOf } from '../pipeline/failures.ts';
import { claimLength } from './limits.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { openAccount, openStorefront, restForDefect, restForSource, restForStore } from './open-storefront.ts';
import {
  beginLoop,
  claiming,
  endLoop,
  holding,
  mayAnswer,
  noteQuestions,
  notingClient,
  type StorefrontWorker,
} from './states.ts';
import type { LiveProblem } from './live-ports.ts';

/**
 * Answers the due resync requests of a storefront to the end, a few at a time: from the second one on, each claim starts another
 * loop. Ends at once if the storefront is paused. Returns the number of claimed requests; never rejects.
 */
export const workStorefront = async (context: LiveContext, worker: StorefrontWorker): Promise<number> => {
  const loops: Promise<void>[] = [];
  let taken = 0;
  const join = (): void => {
    if (beginLoop(worker)) loops.push(loop());
  };
  const loop = async (): Promise<void> => {
    // With a single request, another loop would find nothing, and each search for nothing is a transaction.
    const onTaken = (): void => {
      taken += 1;
      if (taken > 1) join();
    };
    try {
      while (mayBegin(context, worker) && (await takeOne(context, worker, onTaken)));
    } catch (error) {
      restForDefect(context, worker, error);
    } finally {
      endLoop(worker);
    }
  };
  join();
  for (const each of loops) await each;
  return taken;
};

const mayBegin = ({ steadyNow, isClosing }: LiveContext, worker: StorefrontWorker): boolean =>
  !isClosing() && mayAnswer(worker, steadyNow());

/** Claims and answers one resync request; false if there is no request. */
const takeOne = async (context: LiveContext, worker: StorefrontWorker, onTaken: () => void): Promise<boolean> => {
  const claimed = await claiming(worker, () => claimNext(context, worker));
  if (claimed === undefined) return false;
  const { account, client, at, request } = claimed;
  context.sync.crashPoint('after_claim');
  const { recordId } = request;
  // The claim expired while this process still works on the record: it is ours again, and nothing else has to be done.
  if (worker.inHand.has(recordId)) return true;
  onTaken();
  const end = await holding(worker, recordId, () => answerResyncRequest(context, at, client)(request));
  if (E.isLeft(end)) {
    restForStore(context, worker, end.left);
    return false;
  }
  handleEnd(context, worker, account, request, end.right);
  const tracked = await trackRefusals(context, account, end.right._tag === 'Settled' ? end.right.lines : []);
  if (E.isRight(tracked)) return true;
  restForStore(context, worker, tracked.left);
  return false;
};

/** A resync request that this process has claimed, with everything that is needed to answer it. */
interface Claimed {
  readonly account: AccountContext;
  readonly client: ServiceClient;
  readonly at: LiveStorefront;
  readonly request: ResyncRequest;
}

/** Opens the storefront and claims its next request; undefined if there is no request, or the storefront is paused. */
const claimNext = async (context: LiveContext, worker: StorefrontWorker): Promise<Claimed | undefined> => {
  const account = await openAccount(context, worker);
  const current = account?.client.current();
  if (account === undefined || current === undefined) return undefined;
  const client = notingClient(current, noteQuestions(worker, context.steadyNow).onServiceQuestion);
  const at = await openStorefront(context, worker);
  // Opening takes time, and the storefront may have been removed since.
  if (at === undefined || !mayBegin(context, worker)) return undefined;
  const request = await claimOne(context, worker);
  if (E.isLeft(request)) return restForStore(context, worker, request.left);
  return request.right === undefined ? undefined : { account, client, at, request: request.right };
};

const claimOne = async (
  { sync, inbox }: LiveContext,
  { storefront }: StorefrontWorker,
): StoreResult<ResyncRequest | undefined> => {
  const now = sync.clock.now();
  const requests = await inbox.claim(storefront, { now, until: now + claimLength, owner: sync.owner, limit: 1 })();
  return E.map((all: readonly ResyncRequest[]) => all[0])(requests);
};

const handleEnd = (
  context: LiveContext,
  worker: StorefrontWorker,
  account: AccountContext,
  { recordId }: ResyncRequest,
  end: ResyncEnd,
): void => {
  const { storefront } = worker;
  let problem: LiveProblem | null = null;
  if (end._tag === 'Settled' && end.lines.some(({ outcome }) => isInService(outcome))) account.client.works();
  if (end._tag === 'SourceFailed') {
    const { error } = end;
    if (error._tag === 'SourceCredentialsRefused') restForSource(context, worker, error);
    // A record that is refused for good is parked, and the host is informed of that.
    else if (isRetryable(error)) {
      const message = `A record could not be read; retrying: ${error.message}`;
      problem = { storefront, task: null, cause: failureCauseOf(error), message };
    }
  }
  context.onRecordRead({ storefront, recordId }, problem);
  const stop = account.client.noteStop();
  if (stop !== null) context.onServiceStop(account.name, stop);
};
