/** Lets a run survive the rotation of an API key: when the service refuses the key, the host is asked for a new one. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Run } from '../../domain/run.ts';
import type { SyncFailure } from '../../pipeline/failures.ts';
import { readStops } from '../../pipeline/run-marks.ts';
import type { OpenAccount } from './accounts.ts';

/** Limits how often a host is asked that always returns another key which is refused. */
const maxRenewals = 3;

/**
 * With the new key, the run continues from its position. It stops when the host has no other key, or that key is refused as well.
 *
 * @param reopen asks for the account again; returns the same object if its key is unchanged
 */
export const withRenewedKey =
  (reopen: (account: string) => Promise<OpenAccount>) =>
  (first: OpenAccount, work: (at: OpenAccount) => TE.TaskEither<SyncFailure, Run>): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    let at = first;
    for (let renewals = 0; ; renewals += 1) {
      const ended = await work(at)();
      if (renewals >= maxRenewals || !(await isKeyRefused(at, ended))) return ended;
      const renewed = await TE.tryCatch(
        () => reopen(at.name),
        () => undefined,
      )();
      if (E.isLeft(renewed) || renewed.right === at) return ended;
      at.sync.log.info('The service refused the API key of an account. The run continues with its new key.', {
        account: at.name,
      });
      at = renewed.right;
    }
  };

type RunEnded = E.Either<SyncFailure, Run>;

/** Whether the service refused the key in the middle of a run. */
const isKeyRefused = async ({ sync: { store } }: OpenAccount, ended: RunEnded): Promise<boolean> => {
  if (E.isLeft(ended) || ended.right.status !== 'stopped') return false;
  const stops = await readStops(store, ended.right);
  return E.isRight(stops) && stops.right.some(({ who, cause }) => who === 'service' && cause === 'credentials');
};
