/** Closed months and their changes, as a user of all or a part of the account sees them. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ClosedPeriod, PeriodChange } from '../../domain/review-store.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import { fromStore, type Operation, withAccount } from '../state.ts';

/** The closed months, in the order of the calendar. Who closed them is left out (an empty `by`) for users of a part of the account. */
export const shownClosedPeriods = (ports: OperationPorts): Operation<readonly ClosedPeriod[]> =>
  withAccount(ports, ({ reviews, seesAll }) =>
    pipe(
      fromStore(reviews.closedPeriods),
      TE.bindTo('closed'),
      TE.bind('sees', () => fromStore(seesAll)),
      TE.map(({ closed, sees }) => (sees ? closed : closed.map(withoutWho))),
    ),
  );

/** Each time that a month was closed or opened again, in order; without who and why for users of a part of the account. */
export const shownChanges = ({
  reviews,
  seesAll,
}: Pick<AccountState, 'reviews' | 'seesAll'>): Operation<readonly PeriodChange[]> =>
  pipe(
    fromStore(reviews.periodChanges),
    TE.bindTo('changes'),
    TE.bind('sees', () => fromStore(seesAll)),
    TE.map(({ changes, sees }) => (sees ? changes : changes.map(withoutWho))),
  );

/** Users who see only a part of the account are not shown who closed or opened its months, or why. */
const withoutWho = <A extends { readonly by: string; readonly reason?: string }>(change: A): A => ({
  ...{ ...change, by: '' },
  ...(change.reason !== undefined && { reason: '' }),
});
