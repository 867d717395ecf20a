/** `corrections.find`: how the transactions of a sale differ from what the service holds. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { FieldDifference } from '../../mapping/comparison.ts';
import type { FailureCause } from '../../pipeline/failures.ts';
import type { CorrectionWay } from '../../reconcile/correct.ts';
import type { Correctable, Correction } from '../../reconcile/find-corrections.ts';
import { asIs, ofStorefront, operation } from '../operation.ts';
import { eachOf, fields, list, money, named, orNull, recordName, storefrontName, text } from '../shapes.ts';
import { withAccount } from '../state.ts';
import type { StorefrontName } from '../storefront-name.ts';
import { compareRecord, correctionWay, isCorrectable, seenOf } from './compare-record.ts';

/** A transaction as it would be sent now, next to what the service holds of it. */
export interface ComparedTransaction {
  readonly id: string;
  /**
   * `Differs`: the service holds other values. `NoLongerTrue`: the platform took it back. `Gone`: sent before, and the service no
   * longer holds it. Others need no correction, or cannot be compared.
   */
  readonly state: Correction['_tag'];
  /** How it can be corrected, the default first; empty where there is nothing to correct. */
  readonly ways: readonly CorrectionWay[];
  /** Fields that differ, `theirs` at the service, `ours` as it would be sent; addresses are only named. */
  readonly differences: readonly FieldDifference[];
  /** Why it cannot be compared, and what to do; null for others. */
  readonly message: string | null;
  /** Why the service gave no clear response, as one word or two; null where it did. */
  readonly cause: FailureCause | null;
}

/** The transactions of one record, compared. */
export interface FoundCorrections {
  readonly storefront: string;
  /** Empty for a record that is skipped or held. */
  readonly items: readonly ComparedTransaction[];
  /** Stands for what was found. Pass it to `correct`, which refuses when something else is found by then. */
  readonly seen: string;
}

export interface FindCorrectionsPromise<Name extends string> {
  /**
   * Compares the transactions of a sale, as they would be sent now, with what the service holds. Changes nothing.
   *
   * @param record as for `explain`
   */
  readonly find: (storefront: StorefrontName<Name>, record: string) => Promise<FoundCorrections>;
}

const toCompared = (waysOf: (one: Correctable) => readonly CorrectionWay[], one: Correction): ComparedTransaction => ({
  id: one.id,
  state: one._tag,
  ways: isCorrectable(one) ? waysOf(one) : [],
  differences: one._tag === 'Differs' ? one.differences : [],
  message: 'message' in one ? one.message : null,
  cause: one._tag === 'Unknown' ? one.cause : null,
});

export const findCorrections = operation<
  FindCorrectionsPromise<string>['find'],
  { readonly storefront: string; readonly record: string }
>()({
  name: 'findCorrections',
  summary: 'The transactions of a sale as they would be sent now, next to what the service holds. Changes nothing',
  right: 'operate',
  about: ofStorefront,
  ask: (storefront, record) => ({ storefront, record }),
  run: (ports, { storefront, record }) =>
    withAccount(ports, (state) =>
      pipe(
        compareRecord(ports, state, storefront, record),
        TE.map((found) => ({
          ...{ storefront, seen: seenOf(found) },
          items: found.map((one) => toCompared(state.corrections.waysOf, one)),
        })),
      ),
    ),
  http: {
    method: 'get',
    path: '/corrections',
    given: fields({ storefront: storefrontName, record: recordName }),
    ask: asIs,
    show: asIs,
    answer: named(
      'FoundCorrections',
      fields({
        storefront: text(),
        items: list(
          fields({
            id: text(),
            state: eachOf<Correction['_tag']>({
              ...{ Same: true, Differs: true, Gone: true, NoLongerTrue: true, NotConfirmed: true, Unknown: true },
            }),
            ways: list(
              correctionWay,
              'How it can be corrected, the default first; none where there is nothing to correct',
            ),
            differences: list(fields({ field: text() }, { ours: money, theirs: text('At the service') })),
            message: orNull(text('Why it cannot be compared, and what to do')),
            cause: orNull(text('Why the service gave no clear response')),
          }),
          'None for a record that is skipped or held',
        ),
        seen: text('Stands for what was found; to be sent back to correct it'),
      }),
    ),
  },
});
