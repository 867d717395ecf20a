import type * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { Stop } from '../../pipeline/progress.ts';
import type { JobContext } from './job-context.ts';
import { endJob } from './new-jobs.ts';
import { storefrontEnded } from '../../pipeline/run-marks.ts';

/** Notes how a storefront of a run ended; whether the run is over, the next job finds out. */
export const endStorefront = async (
  { desk, engine }: JobContext,
  runId: string,
  storefront: string,
  end: 'read' | Stop,
): Promise<E.Either<StoreError, void>> => {
  const at = instantOfMilliseconds(engine.sync.clock.now());
  return desk.commitPage(storefrontEnded(runId, storefront, end), at, [endJob(runId)])();
};
