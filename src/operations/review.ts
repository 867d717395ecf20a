import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Resolution } from '../domain/inbox.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { ClosedPeriod, SignOff } from '../domain/review-store.ts';
import type { RunSummary } from '../domain/run.ts';
import { unknownRun } from '../pipeline/failures.ts';
import { readReport } from '../reconcile/read-report.ts';
import { type Report, toReport } from '../reconcile/report.ts';
import { fail, failureOf, type OperationFailure } from './failure.ts';
import { confirmed, type OpenConfirmed } from './open-matters.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, knownStorefronts, type Operation, whoSeesAll, withAccount, withRun } from './state.ts';
import { readStatement, type Statement, statementText } from './statement.ts';

/** Characters of a note. */
const maxNote = 2_000;

/** Characters of an id that a note is about. */
const maxId = 400;

/** Who decides, and what they note. No customer names. */
export interface DecisionNote {
  /** The person, in your words. It appears on the screen and on statements. */
  readonly by: string;
  /** At most 2,000 characters. */
  readonly note: string;
}

/** What a note is about. */
export interface ResolveRequest extends DecisionNote {
  readonly storefront: string;
  /** The id of a line, a difference or an adjustment, as `lines` and `reconcile` give it. */
  readonly id: string;
}

/** A person's approval of a run. */
export interface SignOffRecord extends Omit<SignOff, 'statement'> {
  /** The counts and totals that were signed; null when they cannot be read. */
  readonly statement: Statement | null;
}

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

/** The report of a run, without an id of the newest, with its review by month and jurisdiction. Left with `UNKNOWN_RUN`. */
export const findReport = (ports: OperationPorts, runId?: string): Operation<Report> =>
  withRun(ports, runId, (state, run) =>
    pipe(fromStore(readReport(state)(O.some(run.id))), TE.flatMap(TE.fromOption(() => failureOf(unknownRun(run.id))))),
  );

/** A difference or an adjustment is named behind its transaction. */
const transactionIn = (id: string): string => (id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : id);

/** A difference of a sale that no sync has read yet: it ends in the digest of what differs. */
const isOfDifference = (id: string): boolean => /^[\w.-]+:[^/]+\/[0-9a-f]{8}$/.test(id);

/** Saves a note. Nothing changes at the service or at the platform. Left with `UNKNOWN_STOREFRONT`, `UNKNOWN_RECORD` or `INVALID`. */
export const resolve = (ports: OperationPorts, { storefront, id, note, by }: ResolveRequest): Operation<Resolution> => {
  const words = note.trim().slice(0, maxNote);
  if (words === '') return TE.fromEither(fail('INVALID', 'The note is empty. Write what was decided.'));
  if (id.trim() === '' || id.length > maxId)
    return TE.fromEither(
      fail('INVALID', 'The note belongs to no sale. Give the id of a line, difference or adjustment.'),
    );
  return pipe(
    TE.fromEither(knownStorefronts(ports, [storefront])),
    TE.map(() => ({ storefront, id, note: words, by, at: instantOfMilliseconds(ports.clock.now()) })),
    TE.tap((resolution) =>
      withAccount(ports, ({ inbox, reviews }) =>
        pipe(
          fromStore(reviews.knows(storefront, [id, transactionIn(id)])),
          TE.filterOrElse(
            (isKnown) => isKnown || isOfDifference(id),
            (): OperationFailure => ({
              code: 'UNKNOWN_RECORD',
              message:
                'There is no line, difference or adjustment of this id. Copy it from the report, or from reconcile.',
            }),
          ),
          TE.flatMap(() => fromStore(inbox.saveResolution(resolution))),
        ),
      ),
    ),
  );
};

const toSignedOff = ({ statement, ...signOff }: SignOff): SignOffRecord => ({
  ...signOff,
  statement: O.toNullable(readStatement(statement)),
});

/** The sign-offs of a run, in the order in which they were signed. Left with `UNKNOWN_RUN`. */
export const listSignOffs = (ports: OperationPorts, runId: string): Operation<readonly SignOffRecord[]> =>
  withRun(ports, runId, ({ reviews }, run) =>
    pipe(
      fromStore(reviews.signOffs(run.id)),
      TE.map((signOffs) => signOffs.map(toSignedOff)),
    ),
  );

/**
 * Keeps the counts and totals of a finished run as they are now, under a person's name. Left with `RUN_STATE` for another run, and
 * when matters are open and as many were not confirmed.
 */
export const signOff = (
  ports: OperationPorts,
  runId: string,
  { by, note, ...seen }: DecisionNote & OpenConfirmed,
): Operation<SignOffRecord> =>
  withRun(ports, runId, ({ reviews }, run) => {
    if (run.status !== 'finished' || run.dryRun || ports.runs.progress(run.id) !== undefined)
      return TE.fromEither(fail('RUN_STATE', 'Only a finished sync can be signed off.'));
    const signed = { runId: run.id, by, at: instantOfMilliseconds(ports.clock.now()), note: note.slice(0, maxNote) };
    const statement = (summary: RunSummary): string => statementText(toReport(run, summary, [], [], null));
    return pipe(
      fromStore(reviews.saveSignOff({ ...signed, statement }, seen.open ?? 0)),
      TE.tap(({ open }) => TE.fromEither(confirmed(open, seen))),
      TE.map((saved) => toSignedOff({ ...signed, statement: saved.statement ?? '' })),
    );
  });

/** The closed months, in the order of the calendar. Who closed them is left out (an empty `by`) for users of a part of the account. */
export const listClosedPeriods = (ports: OperationPorts): Operation<readonly ClosedPeriod[]> =>
  withAccount(ports, ({ reviews, seesAll }) =>
    pipe(
      fromStore(reviews.closedPeriods),
      TE.bindTo('closed'),
      TE.bind('sees', () => fromStore(seesAll)),
      TE.map(({ closed, sees }) => (sees ? closed : closed.map((period) => ({ ...period, by: '' })))),
    ),
  );

const monthOf = (month: string): E.Either<OperationFailure, string> =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? E.right(month)
    : fail('INVALID', 'Enter the month as YYYY-MM, such as 2026-01.');

/** Hours by which the last place on earth is behind UTC. */
const lastZone = 12;

/** Left with `INVALID` for a month that is not over in every time zone. */
const overMonth = (month: string, now: number): E.Either<OperationFailure, void> =>
  month < instantOfMilliseconds(now - lastZone * 3_600_000).slice(0, 7)
    ? E.right(undefined)
    : fail('INVALID', `${month} is not over yet, so more sales will follow. Close it once its taxes are filed.`);

/** Changes a month for all storefronts of the account. */
const changeMonth = (
  ports: OperationPorts,
  month: string,
  change: (reviews: AccountState['reviews']) => Operation<ChangedPeriod>,
): Operation<ChangedPeriod> =>
  withAccount(ports, (state) =>
    pipe(
      whoSeesAll(state, 'Months are closed for all storefronts together, by someone who may see all of them.'),
      TE.flatMap(() => TE.fromEither(monthOf(month))),
      TE.flatMap(() => change(state.reviews)),
    ),
  );

/**
 * Closes a month whose taxes are filed; no effect when it is closed. Left with `INVALID` for a text that is no month and for a month
 * that is not over, and with
 * `RUN_STATE` when matters of it are open and as many were not confirmed.
 */
export const closePeriod = (
  ports: OperationPorts,
  month: string,
  { by, ...seen }: Pick<DecisionNote, 'by'> & OpenConfirmed,
): Operation<ChangedPeriod> =>
  changeMonth(ports, month, ({ closePeriod: close }) => {
    const wanted = { month, by, at: instantOfMilliseconds(ports.clock.now()) };
    return pipe(
      TE.fromEither(overMonth(month, ports.clock.now())),
      TE.flatMap(() => fromStore(close(wanted, seen.open ?? 0))),
      TE.tap(({ open }) => TE.fromEither(confirmed(open, seen))),
      TE.map(({ before }) => {
        const closed = O.getOrElse((): ClosedPeriod => wanted)(before);
        return {
          ...{ month, isClosed: true, hasChanged: O.isNone(before) },
          closed: { by: closed.by, at: closed.at },
        };
      }),
    );
  });

/** Opens a month again; no effect when it is open. Left with `INVALID` for a text that is no month. */
export const reopenPeriod = (ports: OperationPorts, month: string): Operation<ChangedPeriod> =>
  changeMonth(ports, month, ({ reopenPeriod: reopen }) =>
    pipe(
      fromStore(reopen(month)),
      TE.map((before) => ({ month, isClosed: false, hasChanged: O.isSome(before), closed: null })),
    ),
  );
