import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DecidedTogether } from '../domain/decision.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { OperationPorts } from './ports.ts';
import { fromStore, type Operation, shownStorefronts, withAccount } from './state.ts';

const maxBatches = 200;

/** Of one line, or of one batch. */
export interface DecidedFilter {
  readonly lineId?: string;
  readonly batch?: string;
}

/** The newest decisions that count: each can be undone by its batch. */
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
