import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Resolution } from '../domain/inbox.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { SignOff } from '../domain/review-store.ts';
import type { RunSummary } from '../domain/run.ts';
import { unknownRun } from '../pipeline/failures.ts';
import { readReport } from '../reconcile/read-report.ts';
import { type Report, toReport } from '../reconcile/report.ts';
import { fail, failureOf, type OperationFailure } from './failure.ts';
import { confirmed, type OpenConfirmed } from './open-matters.ts';
import type { OperationPorts } from './ports.ts';
import { fromStore, knownStorefronts, type Operation, withAccount, withRun } from './state.ts';
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
