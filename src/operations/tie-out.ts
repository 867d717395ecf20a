import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type TieOut, tieOutMonth } from '../reconcile/tie-out.ts';
import type { OperationFailure } from './failure.ts';
import type { OperationPorts } from './ports.ts';
import { type Operation, someStorefronts } from './state.ts';

/**
 * Puts the platforms' own totals of a month beside those of the service. Changes nothing. Left with `RANGE` for a month that is
 * none, with `UNKNOWN_STOREFRONT`, and with `SOURCE_FAILED` or `SERVICE_FAILED` when one side does not answer.
 */
export const tieOut = (
  ports: OperationPorts,
  storefronts: readonly string[],
  month: string,
): Operation<readonly TieOut[]> =>
  pipe(
    TE.fromEither(tieOutMonth(month)),
    TE.mapLeft((message): OperationFailure => ({ code: 'RANGE', message: `${message}.` })),
    TE.flatMap(() => TE.fromEither(someStorefronts(ports, storefronts))),
    TE.flatMap((names) => ports.counts.tieOut(names, month)),
  );
