import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { AuditAnswer } from '../domain/audit.ts';
import { digestOf } from '../domain/fields.ts';
import type { FieldDifference } from '../mapping/comparison.ts';
import type { FailureCause } from '../pipeline/failures.ts';
import type { Correctable, Correction, CorrectionResult } from '../reconcile/correct.ts';
import type { OperationFailure } from './failure.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { knownStorefronts, type Operation, withAccount } from './state.ts';

/** A transaction as it would be sent now, beside what the service holds of it. */
export interface ComparedTransaction {
  readonly id: string;
  /**
   * `Differs` and `Gone` (sent before, and the service no longer holds it) can be replaced where `isSupported`; `NoLongerTrue` (the
   * platform took it back) is offset by its opposite.
   */
  readonly state: Correction['_tag'];
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
  /** Whether the wire profile names a way to change a transaction at the service. */
  readonly isSupported: boolean;
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
}

/** What became of one transaction. */
export interface CorrectedTransaction {
  readonly id: string;
  readonly isCorrected: boolean;
  /** The transaction that offset it; null where it was replaced, or not corrected. */
  readonly offset: string | null;
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

/** What is offset or sent again needs no way to change a transaction at the service. */
const needsNoChange = ({ _tag }: Correctable): boolean => _tag === 'NoLongerTrue' || _tag === 'Gone';

/** Of what is sent and of what the service shows: of neither can one guess the other's values. Pure. */
const seenOf = (corrections: readonly Correction[]): string =>
  digestOf(JSON.stringify(corrections.filter(isCorrectable)));

const toCompared = (one: Correction): ComparedTransaction => ({
  id: one.id,
  state: one._tag,
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
        ...{ storefront, items: found.map(toCompared), seen: seenOf(found) },
        // What is gone is sent again, in whatever way the service changes transactions.
        isSupported: state.corrections.isSupported || found.filter(isCorrectable).every(needsNoChange),
      })),
    ),
  );

const toCorrected = (id: string, result: CorrectionResult): CorrectedTransaction => {
  const isCorrected = result._tag === 'Corrected';
  const messages = [
    ...(isCorrected ? [] : [result.message]),
    ...(result.notNoted === undefined ? [] : [`The correction was not noted: ${result.notNoted}`]),
  ];
  return {
    ...{ id, isCorrected, answer: isCorrected ? 'accepted' : result.answer },
    offset: result._tag === 'Corrected' ? (result.offset ?? null) : null,
    message: messages.length === 0 ? null : messages.join(' '),
  };
};

export const notSent = (id: string, message: string): CorrectedTransaction => ({
  ...{ id, isCorrected: false, offset: null, answer: null, message },
});

/** One after the other: after one that was not corrected, the others are not sent. */
export const applyAll =
  (
    { corrections: { apply } }: Pick<AccountState, 'corrections'>,
    correctable: readonly Correctable[],
    by: string,
  ): Operation<readonly CorrectedTransaction[]> =>
  async () => {
    const items: CorrectedTransaction[] = [];
    for (const one of correctable) {
      if (items.some(({ isCorrected }) => !isCorrected)) {
        items.push(notSent(one.id, 'It was not sent, because the one before was not corrected.'));
        continue;
      }
      const result = await apply(one, by)();
      // Left only while nothing was changed: otherwise the result would not show what was.
      if (E.isLeft(result)) {
        if (items.length === 0) return result;
        items.push(notSent(one.id, result.left.message));
        continue;
      }
      items.push(toCorrected(one.id, result.right));
    }
    return E.right(items);
  };

/**
 * Replaces the transactions of one record at the service by what the platform states now. Call it after a person saw what
 * `findCorrections` gives, and agreed. Left like that, with `NOT_SUPPORTED` where the wire profile names no way, and with `RUN_STATE`
 * when something else is found now; then nothing is sent.
 */
export const correct = (
  ports: OperationPorts,
  { storefront, record, by, seen }: CorrectRequest,
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
        (found) => state.corrections.isSupported || found.length === 0 || found.some(needsNoChange),
        (): OperationFailure => ({
          code: 'NOT_SUPPORTED',
          message:
            'service.wire.corrections names no way to change a transaction at the service. Correct it in the service by hand, then note it.',
        }),
      ),
      TE.map((found) => (state.corrections.isSupported ? found : found.filter(needsNoChange))),
      TE.flatMap((found) => applyAll(state, found, by)),
      TE.map((items) => ({ storefront, items })),
    ),
  );
