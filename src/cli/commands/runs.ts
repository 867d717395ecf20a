/** `tax-nexus runs`: lists the historical syncs of an account, newest first, with their counts. */
import type { ListedRun } from '../../app/plugin/tax-nexus.ts';
import type { Run } from '../../domain/run.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, nextCommand, withAccount } from '../open-command.ts';
import { json, table } from '../render/text.ts';

interface RunsOptions extends CommonOptions {
  readonly limit: number;
  readonly json?: boolean;
}

/** How many runs are read at a time. */
const maxRuns = 100;

/** The largest `--limit`. */
const highestLimit = 1_000;

const statusLabels: Readonly<Record<Run['status'], string>> = {
  running: 'running',
  paused: 'paused',
  stopped: 'stopped',
  finished: 'finished',
  canceled: 'canceled',
};

export const runs = (io: CliIo, { limit, ...options }: RunsOptions): Promise<ExitCode> =>
  withAccount(
    io,
    options,
    async ({ historicalSync }) => {
      const found: ListedRun[] = [];
      let next: string | null | undefined;
      do {
        const atOnce = Math.min(limit - found.length, maxRuns);
        const page = await historicalSync.list({ limit: atOnce, ...(typeof next === 'string' && { cursor: next }) });
        found.push(...page.items);
        ({ next } = page);
      } while (next !== null && found.length < limit);
      const rows = found.map(({ runId: id, succeeded, alreadyPresent, failed, skipped, held, ...run }) => ({
        ...{ id, status: run.status, dryRun: run.dryRun, storefronts: run.storefronts, range: run.range },
        ...{ startedAt: run.startedAt, finishedAt: run.finishedAt },
        counts: { succeeded, alreadyPresent, failed, skipped, held },
      }));
      if (options.json === true) {
        io.out(json({ runs: rows, hasMore: next !== null }));
        return exitCode.settled;
      }
      if (rows.length === 0) {
        io.out(`There is no run yet.\nNext: ${nextCommand(options, 'sync --from 90d --dry-run')}\n`);
        return exitCode.settled;
      }
      // The column is left out if all runs have the same storefronts, so that the table fits a terminal.
      const areSame = new Set(rows.map(({ storefronts }) => storefronts.join(', '))).size === 1;
      const head = ['run', 'status', 'days', 'sent', 'held', 'failed', ...(areSame ? [] : ['storefronts'])];
      const lines = rows.map(({ id, status, dryRun, range, counts, storefronts }) => [
        ...[id, dryRun ? 'dry run' : statusLabels[status], `${range.from} to ${range.to}`],
        ...[counts.succeeded, counts.held, counts.failed].map(String),
        ...(areSame ? [] : [storefronts.join(', ')]),
      ]);
      io.out(`${table([head, ...lines], [3, 4, 5])}\n`);
      if (next !== null && limit < highestLimit)
        io.out(`There are older ones: --limit ${Math.min(2 * limit, highestLimit)} shows more.\n`);
      io.out(`\nNext: ${nextCommand(options, `report --run ${rows[0]?.id ?? ''}`)}\n`);
      return exitCode.settled;
    },
    { run: null },
  );
