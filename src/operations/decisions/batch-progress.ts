/** `decisions.progress`: how far what was decided together is carried out. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { BatchProgress } from '../../domain/decision.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { count, fields, named, whole, yesNo } from '../shapes.ts';
import { fromStore, shownStorefronts, withAccount } from '../state.ts';

/** How far decisions that were made together are carried out. */
export interface DecisionProgress extends BatchProgress {
  /** Whether sales are being read now; otherwise what waits needs `resync`, or the next sync of its days. */
  readonly isAtWork: boolean;
}

export interface BatchProgressPromise {
  /** How far the decisions of a batch are carried out. */
  readonly progress: (request: { readonly batch: string } & OfAccount) => Promise<DecisionProgress>;
}

export const batchProgress = operation<BatchProgressPromise['progress']>()({
  name: 'decisionProgress',
  summary: 'How far decisions that were made together are carried out',
  right: 'view',
  about: ofAccount,
  ask: asIs,
  run: (ports, { batch }) =>
    withAccount(ports, (state) =>
      pipe(
        shownStorefronts(ports, state),
        TE.flatMap((shown) => fromStore(state.reviews.batchProgress(batch, shown))),
        TE.bindTo('progress'),
        TE.bind('inboxes', () => fromStore(state.inbox.state)),
        TE.map(({ progress, inboxes }) => {
          const own = new Set(ports.storefronts());
          const isRead = inboxes.some(({ storefront, due, deferred }) => own.has(storefront) && due + deferred > 0);
          return { ...progress, isAtWork: progress.waiting > 0 && isRead };
        }),
      ),
    ),
  http: {
    method: 'get',
    path: '/decisions/{batch}',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asIs,
    answer: named(
      'DecisionProgress',
      fields({
        decided: count,
        waiting: whole('Not read again since', { minimum: 0 }),
        inService: whole('How many sales of the other decisions the service holds', { minimum: 0 }),
        isAtWork: yesNo('Whether sales are being read now'),
      }),
    ),
  },
});
