/** `decisions.undo`: takes decisions back, as far as nothing was sent because of them. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { resync } from '../resync.ts';
import { count, fields, named, text, whole } from '../shapes.ts';
import { fromStore, shownStorefronts, withAccount } from '../state.ts';

/** Which decisions are taken back. */
export interface UndoRequest {
  readonly batch: string;
  /** Only the decision on this line. Default: all of the batch. */
  readonly lineId?: string;
}

/** The result of an undo. */
export interface UndoneBatch {
  readonly undone: number;
  /** Decisions that stay, because their sales are sent or being sent. */
  readonly kept: number;
}

export interface UndoDecisionsPromise {
  /**
   * Takes the decisions of a batch back, or that on one line of it (`lineId`), as far as nothing was sent because of them. What was left
   * out needs you again at once.
   */
  readonly undo: (request: UndoRequest & OfAccount) => Promise<UndoneBatch>;
}

export const undoDecisions = operation<UndoDecisionsPromise['undo']>()({
  name: 'undoDecisions',
  summary: 'Takes decisions back, as far as nothing was sent because of them',
  right: 'approve',
  about: ofAccount,
  ask: asIs,
  // What was left out needs a decision again at once. Its records are read again as well, because they may have changed.
  run: (ports, { batch, lineId }) =>
    withAccount(ports, (state) =>
      pipe(
        shownStorefronts(ports, state),
        TE.flatMap((shown) => fromStore(state.reviews.undo(batch, shown, lineId))),
        TE.tap(({ records }) => resync(ports, state, records)),
        TE.map(({ count, kept }) => ({ undone: count, kept })),
      ),
    ),
  http: {
    method: 'post',
    path: '/decisions/{batch}/undo',
    given: fields({}, { lineId: text('Only that on one line', { minLength: 1 }) }),
    ask: (given, { path }) => ({ ...given, ...path }),
    show: asIs,
    answer: named('UndoneBatch', fields({ undone: count, kept: whole('Sent, or on its way', { minimum: 0 }) })),
  },
});
