/** The steps that closing and reopening a month share. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { ClosedPeriod } from '../../domain/review-store.ts';
import { fail, type OperationFailure } from '../failure.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import { fields, instant, named, orNull, text, yesNo } from '../shapes.ts';
import { type Operation, whoSeesAll, withAccount } from '../state.ts';

/** A month after it was closed or opened. */
export interface ChangedPeriod {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly isClosed: boolean;
  /** False when it was so before: nothing was changed. */
  readonly hasChanged: boolean;
  /** Who closed it first; null for an open one. */
  readonly closed: Pick<ClosedPeriod, 'by' | 'at'> | null;
}

/** Hours by which the last place on earth is behind UTC. */
const lastZone = 12;

/** Today in the last place on earth. */
export const lastToday = (now: number): string => instantOfMilliseconds(now - lastZone * 3_600_000).slice(0, 10);

/** Changes a month for all storefronts of the account. */
export const changeMonth = (
  ports: OperationPorts,
  month: string,
  change: (state: AccountState) => Operation<ChangedPeriod>,
): Operation<ChangedPeriod> =>
  withAccount(ports, (state) =>
    pipe(
      whoSeesAll(state, 'Months are closed for all storefronts together, by someone who may see all of them.'),
      TE.flatMap(() => TE.fromEither(monthOf(month))),
      TE.flatMap(() => change(state)),
    ),
  );

export const changedPeriodShape = named(
  'ChangedPeriod',
  fields({
    month: text('YYYY-MM'),
    isClosed: yesNo(),
    hasChanged: yesNo('False when it was so before'),
    closed: orNull(fields({ by: text(), at: instant })),
  }),
);

const monthOf = (month: string): E.Either<OperationFailure, string> =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? E.right(month)
    : fail('INVALID', 'Enter the month as YYYY-MM, such as 2026-01.');
