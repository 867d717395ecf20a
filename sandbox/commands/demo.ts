/** `tax-nexus demo`: shows a newcomer the whole product on this machine, with a sync of made-up sales and the screen. */
import { join } from 'node:path';
import type { Report } from '../../src/reconcile/report.ts';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { exitCode, type ExitCode } from '../../src/cli/exit-code.ts';
import { withAccount } from '../../src/cli/open-command.ts';
import type { DateRange } from '../../src/domain/date-range.ts';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import { addDays, monthAfter } from '../../src/reconcile/thresholds/tested-periods.ts';
import { lastFirstDay, startSandboxIn } from './sandbox-in.ts';
import { showScreen } from '../../src/cli/commands/screen.ts';
import { sync } from '../../src/cli/commands/sync.ts';

export interface DemoOptions {
  readonly json?: boolean;
  /** Ends after the report instead of showing the screen. */
  readonly once?: boolean;
  /** The port of the screen; another one when it is taken. */
  readonly port: number;
}

/**
 * Eleven full months of sales, in the first demo those up to the end of last month. So the page of state thresholds has all kinds
 * of states on every day of the year: states that look at twelve months are known, and states that look at the year before are
 * not.
 */
export const daysOfSales = (today: string, config: string): DateRange => {
  const from = lastFirstDay(config) ?? monthAfter(today, -11);
  return { from, to: addDays(monthAfter(from, 11), -1) };
};

/**
 * Starts the sandbox, opens the screen, runs a historical sync of the sandbox over HTTP, prints the report, and leaves the screen
 * open until Ctrl-C. What the sandbox's service received is kept in `.tax-nexus/`, so that a second demo finds everything already
 * present.
 */
export const demo = async (io: CliIo, options: DemoOptions): Promise<ExitCode> => {
  const folder = join(io.folder, '.tax-nexus');
  const config = join(folder, 'tax-nexus.config.json');
  const today = instantOfMilliseconds(io.now()).slice(0, 10);
  const days = daysOfSales(today, config);
  const running = await startSandboxIn(folder, config, {
    state: 'sqlite:./demo.db',
    shop: { days, hasWholesale: true },
    registrations: {
      WA: { since: days.from, by: 'our accountant' },
      CA: { status: 'managed elsewhere', by: 'another service' },
    },
  });
  if (running === undefined) {
    io.err(`${folder} cannot be written. Check its permissions, or run the demo in a folder of your own.\n`);
    return exitCode.usage;
  }
  io.err(
    `A stand-in Tax Nexus Service and ${Object.keys(running.configuration.storefronts).join(', ')} are running on this machine.\n`,
  );
  const { json } = options;
  let ended: ExitCode = exitCode.settled;
  const syncSample = async (): Promise<Report | undefined> => {
    const { orders, payments } = running.size;
    io.err(`Syncing ${orders} orders and about ${payments} payments of ${days.from} to ${days.to}.\n`);
    ended = await sync(io, { ...(json !== undefined && { json }), from: days.from, to: today, config });
    io.err('Run the demo again: everything is already present, and nothing is pushed.\n');
    if (ended !== exitCode.settled && ended !== exitCode.needsAttention) return undefined;
    const report = await reportOf(io, config);
    // The sample holds a few sales on purpose, so a demo succeeded when its run finished and no sale failed.
    if (report?.status === 'finished' && report.failed === 0) ended = exitCode.settled;
    return report;
  };
  const introduce = (address: string): string => `The screen, on which you can watch: ${address}\n`;
  const syncAndStay = async (address: string): Promise<ExitCode | null> => {
    const report = await syncSample();
    if (report === undefined) return ended;
    io.err(`\nLook around: ${address}/runs/${report.runId}\nCtrl-C ends it.\n`);
    return null;
  };
  try {
    if (options.once === true) await syncSample();
    else {
      const shown = await showScreen(io, { config, port: options.port, name: 'Local user' }, introduce, syncAndStay);
      if (shown !== exitCode.settled) return shown;
    }
    return ended;
  } finally {
    await running.stop();
  }
};

const reportOf = async (io: CliIo, config: string): Promise<Report | undefined> => {
  let found: Report | undefined;
  await withAccount(io, { config }, async ({ historicalSync }) => {
    found = await historicalSync.report();
    return exitCode.settled;
  });
  return found;
};
