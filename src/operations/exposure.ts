import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { dayProblem } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { type Exposure, exposureOf } from '../reconcile/exposure.ts';
import { fail } from './failure.ts';
import type { OperationPorts } from './ports.ts';
import { fromStore, type Operation, whoSeesAll, withAccount } from './state.ts';

/**
 * How near the thresholds of states an account's known sales are. Left with `RANGE` for a day that is none, and with `FORBIDDEN`
 * for a user who does not see all storefronts.
 */
export const exposure = (ports: OperationPorts, on?: string): Operation<Exposure> => {
  const problem = on === undefined ? undefined : dayProblem(on);
  if (problem !== undefined) return TE.fromEither(fail('RANGE', problem));
  return withAccount(ports, (state) =>
    pipe(
      whoSeesAll(state, 'Thresholds are counted for all storefronts together; you do not see all of them.'),
      TE.flatMap(() => fromStore(state.reviews.dailySales)),
      TE.map((sales) =>
        exposureOf(sales, on ?? instantOfMilliseconds(ports.clock.now()).slice(0, 10), state.facilitatorLaws()),
      ),
    ),
  );
};
