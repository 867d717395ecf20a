import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { AuditAnswer } from '../domain/audit.ts';
import { digestOf } from '../domain/fields.ts';
import type { FieldDifference } from '../mapping/comparison.ts';
import type { FailureCause } from '../pipeline/failures.ts';
import type { CorrectionResult, CorrectionWay } from '../reconcile/correct.ts';
import type { Correctable, Correction } from '../reconcile/find-corrections.ts';
import type { OperationFailure } from './failure.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { knownStorefronts, type Operation, withAccount } from './state.ts';

export type { CorrectionWay } from '../reconcile/correct.ts';

/** A transaction as it would be sent now, beside what the service holds of it. */
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

/** What became of one transaction. */
export interface CorrectedTransaction {
  readonly id: string;
  readonly isCorrected: boolean;
  readonly way: CorrectionWay;
  /** The transaction that offset it; null where it was corrected in another way, or not at all. */
  readonly offset: string | null;
  /** The transaction that was sent in its place after an offset; null where none was. */
  readonly replacement: string | null;
  /** What the service answered; null when it was not asked, because an earlier one of the record was not corrected. */
  readonly answer: AuditAnswer | null;
  /** Why it was not corrected, or why its audit record is incomplete; null when all is well. */
  readonly message: string | null;
}

/** In the order in which they were sent. */
export interface Corrected {
  readonly storefront: string;
  readonly items: readonly CorrectedTransaction[];
}

const isCorrectable = (one: Correction): one is Correctable =>
  one._tag === 'Differs' || one._tag === 'Gone' || one._tag === 'NoLongerTrue';

/** Of what is sent and of what the service shows: of neither can one guess the other's values. Pure. */
const seenOf = (corrections: readonly Correction[]): string =>
  digestOf(JSON.stringify(corrections.filter(isCorrectable)));

const toCompared = (waysOf: (one: Correctable) => readonly CorrectionWay[], one: Correction): ComparedTransaction => ({
  id: one.id,
  state: one._tag,
  ways: isCorrectable(one) ? waysOf(one) : [],
  differences: one._tag === 'Differs' ? one.differences : [],
  message: 'message' in one ? one.message : null,
  cause: one._tag === 'Unknown' ? one.cause : null,
});

const find = (
  ports: OperationPorts,
  { corrections }: Pick<AccountState, 'corrections'>,
  storefront: string,
  record: string,
): Operation<readonly Correction[]> =>
  pipe(
    TE.fromEither(knownStorefronts(ports, [storefront])),
    TE.flatMap(() => corrections.find(storefront, record)),
  );

/**
 * Compares the transactions of one record, as they would be sent now, with what the service holds. Changes nothing. Left with
 * `UNKNOWN_STOREFRONT` and `UNKNOWN_RECORD`.
 *
 * @param record as for `explain`
 */
export const findCorrections = (
  ports: OperationPorts,
  storefront: string,
  record: string,
): Operation<FoundCorrections> =>
  withAccount(ports, (state) =>
    pipe(
      find(ports, state, storefront, record),
      TE.map((found) => ({
        ...{ storefront, seen: seenOf(found) },
        items: found.map((one) => toCompared(state.corrections.waysOf, one)),
      })),
    ),
  );

const toCorrected = (id: string, way: CorrectionWay, result: CorrectionResult): CorrectedTransaction => {
  const isCorrected = result._tag === 'Corrected';
  const messages = [
    ...(isCorrected ? [] : [result.message]),
    ...(result.notNoted === undefined ? [] : [`The correction was not noted: ${result.notNoted}`]),
  ];
  return {
    ...{ id, isCorrected, way, answer: isCorrected ? 'accepted' : result.answer },
    ...{ offset: null, replacement: null },
    ...(result._tag === 'Corrected' && { offset: result.offset ?? null, replacement: result.replacement ?? null }),
    message: messages.length === 0 ? null : messages.join(' '),
  };
};

export const notSent = (id: string, way: CorrectionWay, message: string): CorrectedTransaction => ({
  ...{ id, way, isCorrected: false, offset: null, replacement: null, answer: null, message },
});

/** One after the other: after one that was not corrected, the others are not sent. */
export const applyAll =
  (
    { corrections: { apply, waysOf } }: Pick<AccountState, 'corrections'>,
    correctable: readonly Correctable[],
    { by, way: wanted }: Pick<CorrectRequest, 'by' | 'way'>,
  ): Operation<readonly CorrectedTransaction[]> =>
  async () => {
    const items: CorrectedTransaction[] = [];
    for (const one of correctable) {
      const ways = waysOf(one);
      const way = ways.find((possible) => possible === wanted) ?? ways[0] ?? 'offset';
      if (items.some(({ isCorrected }) => !isCorrected)) {
        items.push(notSent(one.id, way, 'It was not sent, because the one before was not corrected.'));
        continue;
      }
      const result = await apply(one, way, by)();
      // Left only while nothing was changed: otherwise the result would not show what was.
      if (E.isLeft(result)) {
        if (items.length === 0) return result;
        items.push(notSent(one.id, way, result.left.message));
        continue;
      }
      items.push(toCorrected(one.id, way, result.right));
    }
    return E.right(items);
  };

/**
 * Corrects the transactions of one record at the service to what the platform states now. Call it after a person saw what
 * `findCorrections` gives, and agreed. Left like that, with `NOT_SUPPORTED` where no transaction can be corrected in the way asked for,
 * and with `RUN_STATE` when something else is found now; then nothing is sent.
 */
export const correct = (
  ports: OperationPorts,
  { storefront, record, by, seen, way }: CorrectRequest,
): Operation<Corrected> =>
  withAccount(ports, (state) =>
    pipe(
      find(ports, state, storefront, record),
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
  );
