import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Engine } from '../../app/compose.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { Stop } from '../../pipeline/progress.ts';
import { readReport } from '../../reconcile/read-report.ts';
import { readStops } from '../../pipeline/run-marks.ts';
import { describeStops, unknownRun } from '../../pipeline/failures.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { failureCode } from '../failure-code.ts';
import { exitCodeOf } from '../exit-code-of.ts';
import { type CommonOptions, openEngine } from '../open-engine.ts';
import { json } from '../render/json.ts';
import { csvHead, csvRows } from '../../web/report-csv.ts';
import { reportTable } from '../render/report-table.ts';

export interface ReportOptions extends CommonOptions {
  /** The newest run when left out. */
  readonly run?: string;
  readonly format: 'table' | 'json' | 'csv';
}

const pageSize = 500;

/** Entry by entry, page by page: a run of millions never stands in memory. */
const printCsv = async (io: CliIo, { ports }: Engine, runId: string): Promise<E.Either<string, void>> => {
  io.out(csvHead());
  for (let after: O.Option<string> = O.none, isFirst = true; isFirst || O.isSome(after); isFirst = false) {
    const page = await ports.store.findLines(runId, {}, { after, limit: pageSize })();
    if (E.isLeft(page)) return E.left(page.left.message);
    io.out(csvRows(page.right.lines));
    after = page.right.next;
  }
  return E.right(undefined);
};

/** Prints what stopped a run; the report only states that it stopped. */
const tellStops = async (
  io: CliIo,
  { ports: { store } }: Engine,
  runId: string,
): Promise<E.Either<StoreError, readonly Stop[]>> => {
  const run = await store.findRun(O.some(runId))();
  if (E.isLeft(run)) return run;
  const stops = O.isNone(run.right) ? E.right([]) : await readStops(store, run.right.value);
  if (E.isRight(stops)) for (const line of describeStops(stops.right, null)) io.err(`${line}\n`);
  return stops;
};

const print = async (io: CliIo, engine: Engine, options: ReportOptions): Promise<ExitCode> => {
  const { ports, configuration } = engine;
  const { reviewUrl } = configuration.service;
  const report = await readReport({ store: ports.store, reviewUrl })(O.fromNullable(options.run))();
  if (E.isLeft(report)) {
    io.err(`${report.left.message}\n`);
    return failureCode(report.left);
  }
  if (O.isNone(report.right)) {
    io.err(
      options.run === undefined
        ? 'There is no run yet. Start one with tax-nexus sync.\n'
        : `${unknownRun(options.run).message}\n`,
    );
    return exitCode.usage;
  }
  const found = report.right.value;
  if (options.format === 'csv') {
    const printed = await printCsv(io, engine, found.runId);
    if (E.isLeft(printed)) {
      io.err(`${printed.left}\nThe report breaks off: the lines above are not all. Run the command again.\n`);
      return exitCode.needsAttention;
    }
  } else {
    io.out(options.format === 'json' ? json(found) : reportTable(found, reviewUrl));
  }
  const stops = await tellStops(io, engine, found.runId);
  if (E.isRight(stops)) return exitCodeOf(found, stops.right, false);
  io.err(`${stops.left.message}\n`);
  return failureCode(stops.left);
};

/** The report of a run: for a person, as one JSON object, or as CSV with one line per entry. */
export const report = async (io: CliIo, options: ReportOptions): Promise<ExitCode> => {
  const engine = await openEngine(io, options);
  if (E.isLeft(engine)) return engine.left;
  const code = await print(io, engine.right, options);
  await engine.right.close();
  return code;
};
