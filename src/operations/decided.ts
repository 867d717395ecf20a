/** Lists the newest decisions of people that are in force, each of which can be undone by its batch. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DecidedTogether } from '../domain/decision.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { OperationPorts } from './ports.ts';
import { fromStore, type Operation, shownStorefronts, withAccount } from './state.ts';

const maxBatches = 200;

/** Limits the list to one line or one batch. */
export interface DecidedFilter {
  readonly lineId?: string;
  readonly batch?: string;
}

export const listDecided = (ports: OperationPorts, filter: DecidedFilter = {}): Operation<readonly DecidedTogether[]> =>
  withAccount(ports, (state) =>
    pipe(
      shownStorefronts(ports, state),
      TE.flatMap((storefronts) => {
        const now = instantOfMilliseconds(ports.clock.now());
        return fromStore(state.reviews.decided({ storefronts, now, ...filter }, maxBatches));
      }),
    ),
  );
