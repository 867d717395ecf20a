/** `historicalSync.retry`: reads and settles again what failed or is held. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Run } from '../../domain/run.ts';
import type { LineFilter } from '../../domain/sync-store.ts';
import { fail, failureOf, type OperationFailure } from '../failure.ts';
import { ofRun, operation } from '../operation.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import { resync } from '../resync.ts';
import { fields, intoClosedPeriods, text } from '../shapes.ts';
import { knownStorefronts, type Operation, withRun } from '../state.ts';
import type { RunHandle } from '../storefront-name.ts';
import { asStarted, startedShape, toHandle } from './started.ts';

export interface RetryRunPromise {
  /**
   * Reads the records that failed or were held again and settles them, in the background; watch it like a run. Live sales
   * are retried by the process that receives the webhooks, unless closed months are to be changed. Rejects with
   * `UNKNOWN_RUN`, with `RUN_ACTIVE` while this process is at work on that run, and with `RUN_STATE` for a preview.
   *
   * @param options `lineId`: only this line. Default: all lines. `intoClosedPeriods`: send sales of closed months as well,
   * also those of a live run (`live:` and its storefront). Default false, whatever the run was started with
   */
  readonly retry: (
    runId: string,
    options?: { readonly lineId?: string; readonly intoClosedPeriods?: boolean },
  ) => Promise<RunHandle>;
}

/** Left with `RUN_STATE` for a preview. */
export const allowsRetry = (
  ports: Pick<OperationPorts, 'storefronts'>,
  { dryRun, storefronts }: Run,
): E.Either<OperationFailure, void> =>
  dryRun
    ? pipe(
        knownStorefronts(ports, storefronts),
        E.flatMap(() => fail('RUN_STATE', 'A preview sent nothing, so there is nothing to retry. Preview again.')),
      )
    : E.right(undefined);

/** Requests a resync of the live sales that failed or are held, all or one. */
const requestResync =
  (
    ports: Pick<OperationPorts, 'clock' | 'wake' | 'storefronts'>,
    state: Pick<AccountState, 'store' | 'inbox'>,
    run: Run,
    lineId: string | undefined,
  ): Operation<string> =>
  async () => {
    const filter: LineFilter = { outcomes: ['failed', 'held'], ...(lineId !== undefined && { id: lineId }) };
    const { findLines } = state.store;
    let after: O.Option<string> = O.none;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof findLines>>> = await findLines(run.id, filter, {
        after,
        limit: 500,
      })();
      if (E.isLeft(page)) return E.left(failureOf(page.left));
      const requested = await resync(ports, state, page.right.lines)();
      if (E.isLeft(requested)) return requested;
      after = page.right.next;
    } while (O.isSome(after));
    return E.right(run.id);
  };

export const retryRun = operation<
  RetryRunPromise['retry'],
  { readonly runId: string; readonly lineId?: string; readonly intoClosedPeriods?: boolean }
>()({
  name: 'retryRun',
  summary: 'Reads and settles again what failed or is held, all or one line',
  right: 'operate',
  about: ofRun,
  ask: (runId, options = {}) => ({ ...options, runId }),
  run: (ports, { runId, lineId, intoClosedPeriods: agreed = false }) =>
    withRun(ports, runId, (state, run) =>
      pipe(
        TE.fromEither(allowsRetry(ports, run)),
        TE.flatMap(() => {
          if (run.kind !== 'live' || agreed) return ports.runs.retry(run, lineId ?? null, agreed);
          // A storefront that is no longer configured is never read again.
          return pipe(
            TE.fromEither(knownStorefronts(ports, run.storefronts)),
            TE.flatMap(() => requestResync(ports, state, run, lineId)),
          );
        }),
        TE.map(toHandle),
      ),
    ),
  http: {
    method: 'post',
    path: '/runs/{runId}/retry',
    isStart: true,
    given: fields({}, { lineId: text('Of one line. Default: all', { minLength: 1 }), intoClosedPeriods }),
    ask: (given, { path }) => ({ ...given, ...path }),
    show: asStarted,
    answer: startedShape,
  },
});
