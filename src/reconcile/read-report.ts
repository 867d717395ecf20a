import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import { type Report, toReport } from './report.ts';

type Book = Pick<SyncStore, 'findRun' | 'summarizeRun' | 'findLines'>;

interface ReportPorts {
  readonly store: Book;
  readonly reviewUrl: string | null;
  /** Failures that are named at most; default 1,000. */
  readonly failuresNamed?: number;
}

/** Failures that a report names, the first ones; it counts all of them, and lists of lines give the rest. */
const maxFailures = 1_000;

/**
 * The report of a run by its id, or of the newest one; none when the store has no such run.
 *
 * @example
 * const report = await readReport({ store, reviewUrl: null })(O.none)();
 */
export const readReport =
  ({ store, reviewUrl, failuresNamed = maxFailures }: ReportPorts) =>
  (id: O.Option<string>): TE.TaskEither<StoreError, O.Option<Report>> =>
  async () => {
    const found = await store.findRun(id)();
    if (E.isLeft(found)) return found;
    if (O.isNone(found.right)) return E.right(O.none);
    const run = found.right.value;
    const summary = await store.summarizeRun(run.id)();
    if (E.isLeft(summary)) return summary;

    const first = { after: O.none };
    const failed = await store.findLines(run.id, { outcomes: ['failed'] }, { ...first, limit: failuresNamed })();
    if (E.isLeft(failed)) return failed;
    const samples: ReportLine[] = [];
    for (const reason of Object.keys(summary.right.held)) {
      const held = await store.findLines(run.id, { outcomes: ['held'], reason }, { ...first, limit: 1 })();
      if (E.isLeft(held)) return held;
      samples.push(...held.right.lines);
    }
    return E.right(O.some(toReport(run, summary.right, failed.right.lines, samples, reviewUrl)));
  };
