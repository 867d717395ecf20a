/** `corrections.correct`: corrects the transactions of a sale at the service, after a person saw the differences and agreed. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { CorrectionWay } from '../../reconcile/correct.ts';
import type { OperationFailure } from '../failure.ts';
import { asIs, ofStorefront, operation } from '../operation.ts';
import { fields, named, recordName, storefrontName, text } from '../shapes.ts';
import { withAccount } from '../state.ts';
import { applyAll, type Corrected, correctedItems } from './apply-corrections.ts';
import { compareRecord, correctionWay, isCorrectable, seenOf } from './compare-record.ts';

/** What is replaced at the service, and who agreed to it. */
export interface CorrectRequest {
  readonly storefront: string;
  /** As for `explain`. */
  readonly record: string;
  /** The person, in your words. */
  readonly by: string;
  /** `seen` of what the person was shown. */
  readonly seen: string;
  /** Default: of each transaction its first way. */
  readonly way?: CorrectionWay;
}

export interface CorrectPromise {
  /**
   * Corrects transactions that differ, are gone or are no longer true, each by its first way or by `way`; the result has what became of
   * each. Rejects with `NOT_SUPPORTED` where none can be corrected by `way`, and with `RUN_STATE` when something else is found by then.
   */
  readonly correct: (request: CorrectRequest) => Promise<Corrected>;
}

export const correct = operation<CorrectPromise['correct']>()({
  name: 'correct',
  summary: 'Corrects the transactions of a sale at the service to what the platform states now',
  right: 'approve',
  about: ofStorefront,
  ask: asIs,
  run: (ports, { storefront, record, by, seen, way }) =>
    withAccount(ports, (state) =>
      pipe(
        compareRecord(ports, state, storefront, record),
        TE.filterOrElse(
          (found) => seenOf(found) === seen,
          (): OperationFailure => ({
            code: 'RUN_STATE',
            message: 'The sale or what the service holds of it has changed since. Look again, then correct it.',
          }),
        ),
        TE.map((found) => found.filter(isCorrectable)),
        TE.filterOrElse(
          (found) => way === undefined || found.some((one) => state.corrections.waysOf(one).includes(way)),
          (): OperationFailure => ({
            code: 'NOT_SUPPORTED',
            message: `Nothing of this sale can be corrected by "${way}": service.wire.corrections names the ways to change a transaction at the service. "offset" needs none.`,
          }),
        ),
        TE.flatMap((found) => applyAll(state, found, { by, ...(way !== undefined && { way }) })),
        TE.map((items) => ({ storefront, items })),
      ),
    ),
  http: {
    method: 'post',
    path: '/corrections',
    isStart: true,
    given: fields(
      {
        storefront: storefrontName,
        record: recordName,
        seen: text('The field "seen" of the corrections that you were shown', { minLength: 1 }),
      },
      { way: correctionWay },
    ),
    ask: (given, { by }) => ({ ...given, by }),
    show: asIs,
    answer: named('Corrected', fields({ storefront: text(), items: correctedItems })),
  },
});
