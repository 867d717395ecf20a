import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Engine } from '../../app/compose.ts';
import { readReport } from '../../reconcile/read-report.ts';
import { readStops } from '../../pipeline/run-marks.ts';
import { describeStops } from '../../pipeline/failures.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, exitCodeOf } from '../exit-code.ts';
import { type CommonOptions, noSuchRun, withEngine } from '../open-engine.ts';
import { json } from '../render/text.ts';
import { csvHead, csvRows, linePages } from '../../web/report-csv.ts';
import { reportTable } from '../render/report-table.ts';

interface ReportOptions extends CommonOptions {
  /** The newest run when left out. */
  readonly run?: string;
  readonly format: 'table' | 'json' | 'csv';
}

const print = async (io: CliIo, engine: Engine, options: ReportOptions): Promise<ExitCode> => {
  const { store } = engine.ports;
  const { reviewUrl } = engine;
  const report = await readReport({ store, reviewUrl })(O.fromNullable(options.run))();
  if (E.isLeft(report)) return fail(io, report.left);
  if (O.isNone(report.right)) return fail(io, noSuchRun(options.run));
  const found = report.right.value;
  if (options.format === 'csv') {
    io.out(csvHead());
    for await (const page of linePages(store, found.runId, {})) {
      if (E.isLeft(page)) {
        io.err(`${page.left.message}\nThe report breaks off: the lines above are not all. Run the command again.\n`);
        return exitCode.needsAttention;
      }
      io.out(csvRows(page.right.lines));
    }
  } else {
    io.out(options.format === 'json' ? json(found) : reportTable(found, reviewUrl));
  }
  // What stopped the run; the report only states that it stopped.
  const run = await store.findRun(O.some(found.runId))();
  if (E.isLeft(run)) return fail(io, run.left);
  const stops = O.isNone(run.right) ? E.right([]) : await readStops(store, run.right.value);
  if (E.isLeft(stops)) return fail(io, stops.left);
  for (const line of describeStops(stops.right, null)) io.err(`${line}\n`);
  return exitCodeOf(found, stops.right, false);
};

/** The report of a run: for a person, as one JSON object, or as CSV with one line per entry. */
export const report = (io: CliIo, options: ReportOptions): Promise<ExitCode> =>
  withEngine(io, options, (engine) => print(io, engine, options), { run: options.run ?? null });
