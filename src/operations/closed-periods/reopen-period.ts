/** `closedPeriods.reopen`: opens a month again, and keeps who did it and why. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { fail } from '../failure.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { fields, text } from '../shapes.ts';
import { fromStore } from '../state.ts';
import { type ChangedPeriod, changedPeriodShape, changeMonth } from './change-month.ts';

/** Characters of a reason. */
const maxReason = 2_000;

export interface ReopenPeriodPromise {
  /**
   * Opens a month again; `hasChanged: false` for one that is open. Rejects with `INVALID` for a text that is no month, and without a reason.
   *
   * @param request `reason`: why, kept and shown with the month
   */
  readonly reopen: (
    request: { readonly month: string; readonly by: string; readonly reason: string } & OfAccount,
  ) => Promise<ChangedPeriod>;
}

export const reopenPeriod = operation<ReopenPeriodPromise['reopen']>()({
  name: 'reopenPeriod',
  summary: 'Opens a month again',
  right: 'approve',
  about: ofAccount,
  ask: asIs,
  run: (ports, { month, by, reason }) =>
    changeMonth(ports, month, ({ reviews }) => {
      const words = reason.trim().slice(0, maxReason);
      if (words === '')
        return TE.fromEither(
          fail('INVALID', `${month} was not reopened: the reason is missing. Say why; it is kept with the month.`),
        );
      return pipe(
        fromStore(reviews.reopenPeriod({ month, by, at: instantOfMilliseconds(ports.clock.now()), reason: words })),
        TE.map((before) => ({ month, isClosed: false, hasChanged: O.isSome(before), closed: null })),
      );
    }),
  http: {
    method: 'post',
    path: '/closed-periods/{month}/reopen',
    given: fields({ reason: text('Why; kept with the month', { minLength: 1, maxLength: maxReason }) }),
    ask: ({ reason }, { path, by }) => ({ ...path, reason, by }),
    show: asIs,
    answer: changedPeriodShape,
  },
});
