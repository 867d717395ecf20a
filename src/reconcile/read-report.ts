/** Builds the report of a run from the sync database. */
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import { type Report, toReport } from './report.ts';
import { attempt } from '../domain/attempt.ts';

type Book = Pick<SyncStore, 'findRun' | 'summarizeRun' | 'findLines'>;

interface ReportPorts {
  readonly store: Book;
  readonly reviewUrl: string | null;
  /** The most failures that are listed; default 1,000. */
  readonly failuresNamed?: number;
}

/** A report lists only the first failures but counts all of them; lists of lines show the rest. */
const maxFailures = 1_000;

/**
 * The report of a run by its id, or of the newest run; none if the store has no such run.
 *
 * @example
 * const report = await readReport({ store, reviewUrl: null })(O.none)();
 */
export const readReport =
  ({ store, reviewUrl, failuresNamed = maxFailures }: ReportPorts) =>
  (id: O.Option<string>): TE.TaskEither<StoreError, O.Option<Report>> =>
  () =>
    attempt(async (take) => {
      const found = await take(store.findRun(id)());
      if (O.isNone(found)) return O.none;
      const run = found.value;
      const summary = await take(store.summarizeRun(run.id)());

      const first = { after: O.none };
      const failed = await take(
        store.findLines(run.id, { outcomes: ['failed'] }, { ...first, limit: failuresNamed })(),
      );
      const samples: ReportLine[] = [];
      for (const reason of Object.keys(summary.held)) {
        const held = await take(store.findLines(run.id, { outcomes: ['held'], reason }, { ...first, limit: 1 })());
        samples.push(...held.lines);
      }
      return O.some(toReport(run, summary, failed.lines, samples, reviewUrl));
    });
