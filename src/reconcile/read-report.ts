import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { LineFilter, StoreError, StoreResult, SyncStore } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import { type Report, toReport } from './report.ts';

type Book = Pick<SyncStore, 'findRun' | 'summarizeRun' | 'findLines'>;

const pageSize = 200;

/** Walks the entries of a run, page by page, until `see` has seen enough. */
const walk = async (
  store: Book,
  runId: string,
  filter: LineFilter,
  see: (lines: readonly ReportLine[]) => boolean,
): StoreResult<void> => {
  for (let after: O.Option<string> = O.none, isFirst = true; isFirst || O.isSome(after); isFirst = false) {
    const page = await store.findLines(runId, filter, { after, limit: pageSize })();
    if (E.isLeft(page)) return page;
    if (see(page.right.lines)) break;
    after = page.right.next;
  }
  return E.right(undefined);
};

/**
 * The report of a run by its id, or of the newest one; none when the store has no such run.
 *
 * @example
 * const report = await readReport({ store, reviewUrl: null })(O.none)();
 */
export const readReport =
  ({ store, reviewUrl }: { readonly store: Book; readonly reviewUrl: string | null }) =>
  (id: O.Option<string>): TE.TaskEither<StoreError, O.Option<Report>> =>
  async () => {
    const found = await store.findRun(id)();
    if (E.isLeft(found)) return found;
    if (O.isNone(found.right)) return E.right(O.none);
    const run = found.right.value;
    const summary = await store.summarizeRun(run.id)();
    if (E.isLeft(summary)) return summary;

    const failures: ReportLine[] = [];
    const failed = await walk(store, run.id, { outcomes: ['failed'] }, (lines) => {
      failures.push(...lines);
      return false;
    });
    if (E.isLeft(failed)) return failed;
    const samples = new Map<string, ReportLine>();
    const reasons = Object.keys(summary.right.held).length;
    const held = await walk(store, run.id, { outcomes: ['held'] }, (lines) => {
      for (const line of lines) if (line.reason !== null && !samples.has(line.reason)) samples.set(line.reason, line);
      return samples.size >= reasons;
    });
    if (E.isLeft(held)) return held;
    return E.right(O.some(toReport(run, summary.right, failures, [...samples.values()], reviewUrl)));
  };
