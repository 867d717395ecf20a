import * as E from 'fp-ts/lib/Either.js';
import type { Engine } from '../../app/compose.ts';
import { findReport } from '../../operations/review.ts';
import { readProgress } from '../../operations/runs.ts';
import { describeStops } from '../../operations/progress.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, exitCodeOf } from '../exit-code.ts';
import { type CommonOptions, withEngine } from '../open-engine.ts';
import { json } from '../render/text.ts';
import { csvHead, csvRows, linePages } from '../../web/report-csv.ts';
import { reportTable } from '../render/report-table.ts';

interface ReportOptions extends CommonOptions {
  /** The newest run when left out. */
  readonly run?: string;
  readonly format: 'table' | 'json' | 'csv';
}

const print = async (
  io: CliIo,
  { operations, reviewUrl, ports }: Engine,
  options: ReportOptions,
): Promise<ExitCode> => {
  const report = await findReport(operations, options.run)();
  if (E.isLeft(report)) return fail(io, report.left);
  const found = report.right;
  if (options.format === 'csv') {
    io.out(csvHead());
    for await (const page of linePages(ports.store, found.runId, {})) {
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
  const progress = await readProgress(operations, found.runId)();
  if (E.isLeft(progress)) return fail(io, progress.left);
  const { stops } = progress.right;
  for (const line of describeStops(stops, null)) io.err(`${line}\n`);
  return exitCodeOf(found, stops, false);
};

/** The report of a run: for a person, as one JSON object, or as CSV with one line per entry. */
export const report = (io: CliIo, options: ReportOptions): Promise<ExitCode> =>
  withEngine(io, options, (engine) => print(io, engine, options), { run: options.run ?? null });
