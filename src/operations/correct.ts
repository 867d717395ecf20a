import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Correctable, Correction, CorrectionResult } from '../reconcile/correct.ts';
import type { OperationPorts } from './ports.ts';
import { knownStorefronts, type Operation, withAccount } from './state.ts';

export type { Correctable, Correction };

/** The transactions of a record, and whether one that differs can be replaced at the service. */
export interface FoundCorrections {
  readonly corrections: readonly Correction[];
  /** False where the wire profile names no way. */
  readonly isSupported: boolean;
}

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
  pipe(
    TE.fromEither(knownStorefronts(ports, [storefront])),
    TE.flatMap(() =>
      withAccount(ports, ({ corrections: { find, isSupported } }) =>
        pipe(
          find(storefront, record),
          TE.map((corrections) => ({ corrections, isSupported })),
        ),
      ),
    ),
  );

/** Replaces one transaction at the service. Call it after a person agreed. */
export const correct = (ports: OperationPorts, correction: Correctable, by: string): Operation<CorrectionResult> =>
  withAccount(ports, ({ corrections }) => corrections.apply(correction, by));
