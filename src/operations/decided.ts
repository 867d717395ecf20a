import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DecidedTogether } from '../domain/decision.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { OperationPorts } from './ports.ts';
import { fromStore, type Operation, shownStorefronts, withAccount } from './state.ts';

const maxBatches = 200;

/** The newest decisions that count, of all sales or of one line: each can be undone by its batch. */
export const listDecided = (ports: OperationPorts, lineId?: string): Operation<readonly DecidedTogether[]> =>
  withAccount(ports, (state) =>
    pipe(
      shownStorefronts(ports, state),
      TE.flatMap((storefronts) => {
        const now = instantOfMilliseconds(ports.clock.now());
        return fromStore(
          state.reviews.decided({ storefronts, now, ...(lineId !== undefined && { lineId }) }, maxBatches),
        );
      }),
    ),
  );
