/** `tax-nexus report`: the report of a run as a table for a person, as JSON, or as CSV with one line per entry. */
import type { Chosen } from '../../app/plugin/command.ts';
import { TaxNexusError } from '../../app/plugin/tax-nexus-error.ts';
import type { RunProgress } from '../../app/plugin/tax-nexus.ts';
import { describeStops } from '../../reconcile/why-ended.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, exitCodeOf } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { json } from '../render/text.ts';
import { reportTable } from '../render/report-table.ts';

interface ReportOptions extends CommonOptions {
  /** The newest run when left out. */
  readonly run?: string;
  readonly format: 'table' | 'json' | 'csv';
  /** Same as `--format json`, and takes precedence over `--format`. */
  readonly json?: boolean;
}

export const report = (io: CliIo, options: ReportOptions): Promise<ExitCode> =>
  withAccount(io, options, (account) => print(io, account, options), { run: options.run ?? null });

const print = async (io: CliIo, { historicalSync, reviewUrl }: Chosen, options: ReportOptions): Promise<ExitCode> => {
  const found = await historicalSync.report(options.run);
  const format = options.json === true ? 'json' : options.format;
  if (format === 'csv') {
    try {
      for await (const rows of historicalSync.csv(found.runId)) io.out(rows);
    } catch (error) {
      if (!(error instanceof TaxNexusError)) throw error;
      io.err(`${error.message}\nThe report is incomplete: not all lines are above. Run the command again.\n`);
      return exitCode.needsAttention;
    }
  } else {
    io.out(format === 'json' ? json(found) : reportTable(found, reviewUrl));
  }
  // Read separately, because the report says only that the run stopped.
  let stops: RunProgress['stops'] = [];
  for await (const progress of historicalSync.watch(found.runId)) ({ stops } = progress);
  for (const line of describeStops(stops, null)) io.err(`${line}\n`);
  return exitCodeOf(found, stops, false);
};
