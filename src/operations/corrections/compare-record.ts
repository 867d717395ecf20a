/** The transactions of one record as they would be sent now, next to what the service holds. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { digestOf } from '../../domain/fields.ts';
import type { Correctable, Correction } from '../../reconcile/find-corrections.ts';
import type { CorrectionWay } from '../../reconcile/correct.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import { eachOf } from '../shapes.ts';
import { knownStorefronts, type Operation } from '../state.ts';

export type { CorrectionWay } from '../../reconcile/correct.ts';

export const correctionWay = eachOf<CorrectionWay>({ offset: true, replace: true, delete: true, 'send again': true });

export const isCorrectable = (one: Correction): one is Correctable =>
  one._tag === 'Differs' || one._tag === 'Gone' || one._tag === 'NoLongerTrue';

/**
 * A digest of the differences that a person was shown. It covers both sides, so that no one can guess the values of one side from
 * it. Pure.
 */
export const seenOf = (corrections: readonly Correction[]): string =>
  digestOf(JSON.stringify(corrections.filter(isCorrectable)));

export const compareRecord = (
  ports: OperationPorts,
  { corrections }: Pick<AccountState, 'corrections'>,
  storefront: string,
  record: string,
): Operation<readonly Correction[]> =>
  pipe(
    TE.fromEither(knownStorefronts(ports, [storefront])),
    TE.flatMap(() => corrections.find(storefront, record)),
  );
