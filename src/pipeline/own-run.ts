import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { lookingEachSecond } from './async.ts';
import type { SyncStore } from '../domain/sync-store.ts';
import type { SyncFailure } from './failures.ts';
import type { SyncPorts } from './ports.ts';
import { type Lease, leaseOf } from './run-context.ts';

/**
 * Whether a run was ended in the sync database (see `endRun`) by any process. Call it as often as `isInterrupted`. If the
 * store cannot be read, nothing changes.
 */
export const endedByOther = ({ store, clock }: Pick<SyncPorts, 'store' | 'clock'>, runId: string): (() => boolean) => {
  let isEnded = false;
  return lookingEachSecond(clock, false, async () => {
    const run = isEnded ? E.left(null) : await store.findRun(O.some(runId))();
    isEnded ||= E.isRight(run) && O.isSome(run.right) && run.right.value.status !== 'running';
    return isEnded;
  });
};

/** A run that this process works on as the only one. */
export interface OwnRun {
  /** Whether the run was ended in the sync database, or taken over. Call it as often as `isInterrupted`. */
  readonly isEnded: () => boolean;
  /** Left when another process has taken the run over: its status is no longer this one's to change. */
  readonly stillOwn: () => E.Either<SyncFailure, void>;
  readonly release: Lease['release'];
}

/**
 * Takes the lease of a run as a whole, and renews it while `isEnded` is called: requests and pauses call it, so that a long
 * reading of the service's list keeps it, too. Left when another process works on the run.
 */
export const takeRun = async (
  { ports, store }: { readonly ports: SyncPorts; readonly store: SyncStore },
  runId: string,
): Promise<E.Either<SyncFailure, OwnRun>> => {
  const lease = leaseOf({ ports, store }, `run ${runId}`);
  const taken = await lease.renew();
  if (E.isLeft(taken)) return taken;
  const isEnded = endedByOther(ports, runId);
  const lost = lookingEachSecond<E.Either<SyncFailure, void>>(ports.clock, E.right(undefined), async () => {
    const kept = await lease.renew();
    // A store that fails proves nothing; nothing is committed without it.
    return E.isLeft(kept) && kept.left._tag === 'StoreError' ? E.right(undefined) : kept;
  });
  return E.right({
    isEnded: () => isEnded() || E.isLeft(lost()),
    stillOwn: lost,
    release: lease.release,
  });
};
