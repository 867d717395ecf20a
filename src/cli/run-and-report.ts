/** Runs a sync, import or retry with its progress on the terminal, and prints the report at the end, whatever happened. */
import * as E from 'fp-ts/lib/Either.js';
import type { About, Chosen } from '../app/plugin/command.ts';
import type { TaxNexusError } from '../app/plugin/tax-nexus-error.ts';
import type { RunProgress } from '../app/plugin/tax-nexus.ts';
import type { Report } from '../reconcile/report.ts';
import { describeStops } from '../reconcile/why-ended.ts';
import type { CliIo } from './cli-io.ts';
import { exitCode, type ExitCode, exitCodeOf, failureCode, outcomeOf } from './exit-code.ts';
import { type CommonOptions, type Following, withInterrupts, nextCommand, withAccount } from './open-command.ts';
import { json } from './render/text.ts';
import { counted } from './render/words.ts';
import { reportTable } from './render/report-table.ts';
import { monotonicTime } from '../domain/async.ts';
import { overallShare, progressLine, describeSpeed, type Speed, speedometer, shareOf } from './progress-line.ts';

export interface RunOptions extends CommonOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  /** Leaves the work to `tax-nexus worker` processes. */
  readonly onWorkers?: boolean;
}

/**
 * The work of a command: it returns the id of the run when the run has ended. An error before the first progress ends the
 * command.
 */
type Work = (account: Chosen) => Promise<string>;

/** The part that only an import has. */
interface OneTimeStorefront extends Pick<Following, 'extend'> {
  /** The next step for held sales, because tax-nexus retry cannot read the storefront of a file. */
  readonly remedy: string;
}

/** A run that was interrupted, stopped or failed also has a report, and its numbers add up. */
export const runAndReport = (
  outside: CliIo,
  options: RunOptions,
  about: About,
  work: Work,
  { extend, remedy }: Partial<OneTimeStorefront> = {},
): Promise<ExitCode> => {
  let storefronts = about.storefronts?.length ?? 1;
  const display = progressDisplay(outside, options.dryRun, () => storefronts);
  const io: CliIo = { ...outside, err: display.say };
  let stops: RunProgress['stops'] = [];
  let runId: string | undefined;
  return withInterrupts(io, async ({ isInterrupted }) => {
    const following: Following = {
      isInterrupted,
      waitsForDatabase: options.onWorkers === true,
      isOnWorkers: options.onWorkers === true,
      ...(extend !== undefined && { extend }),
      report: (progress) => {
        ({ stops, runId } = progress);
        display.report(progress);
      },
    };
    const runWith = async (account: Chosen): Promise<ExitCode> => {
      storefronts = about.storefronts?.length ?? account.storefronts.length;
      const run = await outcomeOf(work(account));
      display.over();
      for (const complaint of describeStops(stops, E.isLeft(run) ? run.left : null)) io.err(`${complaint}\n`);
      if (E.isRight(run)) runId = run.right;
      const code =
        E.isLeft(run) && runId === undefined
          ? endOf(io, run.left)
          : await printReport(io, account, runId, options, {
              stops,
              isInterrupted: isInterrupted(),
              remedy,
              storefronts: about.storefronts,
            });
      return E.isLeft(run) && code === exitCode.settled ? failureCode(run.left) : code;
    };
    return withAccount(io, options, runWith, about, following);
  });
};

/** Shows the progress of a run; `over` leaves the last state on the screen. */
interface ProgressDisplay {
  readonly report: (progress: RunProgress) => void;
  /** Prints other lines in between; a bar is erased first. */
  readonly say: (text: string) => void;
  readonly over: () => void;
}

/**
 * A bar that redraws itself on a terminal; otherwise a plain line every five seconds.
 *
 * @param storefronts the number of storefronts in the run
 */
export const progressDisplay = (io: CliIo, isDryRun = false, storefronts = () => 1): ProgressDisplay =>
  io.isTerminal ? bar(io, isDryRun, storefronts) : plainLines(io, isDryRun);

const cells = 24;

/**
 * One line that is redrawn in place: a bar, the count, the rate and the time left. It is cut to the width of the terminal,
 * because a wrapped line cannot be redrawn.
 *
 * @param columns width of the terminal
 */
export const progressBar = (
  progress: RunProgress,
  speed: Speed,
  columns: number,
  share = progress.phase === 'over' ? 1 : shareOf(progress),
): string => {
  if (progress.phase === 'reading the service') {
    return `reading what the service holds: ${counted(progress.listed, 'transaction')}`.slice(0, columns - 1);
  }
  const full = Math.round(share * cells);
  const line = [
    `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${String(Math.floor(share * 100)).padStart(3)} %`,
    `${progress.considered} considered`,
    ...describeSpeed(speed),
    ...(progress.storefront === null ? [] : [progress.storefront]),
  ].join('  ');
  return line.slice(0, columns - 1);
};

type Show = (progress: RunProgress, speed: Speed) => void;

const eraseLine = '\r\u001B[2K';

const betweenBars = 100;

/**
 * The terminal's mode is not changed: no raw mode, and no key is read, so that Ctrl-C reaches the process as a signal and work in
 * progress is finished.
 */
const bar = (io: CliIo, isDryRun: boolean, storefronts: () => number): ProgressDisplay => {
  let erase = '';
  const overall = overallShare(storefronts);
  const show: Show = (progress, speed) => {
    erase = eraseLine;
    io.err(`${eraseLine}${progressBar(progress, speed, io.columns(), overall(progress))}`);
  };
  const say = (text: string): void => {
    io.err(`${erase}${text}`);
    erase = '';
  };
  const showLast: Show = (progress, speed) => say(`${progressLine(progress, speed, isDryRun)}\n`);
  return { ...nowAndThen(io, betweenBars, show, showLast), say };
};

/** Every progress counts for the speed, but only some are shown. */
const nowAndThen = (io: CliIo, pause: number, show: Show, showLast: Show): Omit<ProgressDisplay, 'say'> => {
  const now = monotonicTime(io);
  const measure = speedometer(now);
  let shownAt = now();
  let latest: readonly [RunProgress, Speed] | undefined;
  return {
    report: (progress) => {
      latest = [progress, measure(progress)];
      if (now() - shownAt < pause) return;
      show(...latest);
      shownAt = now();
    },
    over: () => {
      if (latest !== undefined) showLast(latest[0], measure(latest[0]));
    },
  };
};

const betweenLines = 5_000;

const plainLines = (io: CliIo, isDryRun: boolean): ProgressDisplay => {
  let shown = '';
  const show: Show = (progress, speed) => {
    const line = progressLine(progress, speed, isDryRun);
    if (line !== shown) io.err(`${line}\n`);
    shown = line;
  };
  return { ...nowAndThen(io, betweenLines, show, show), say: io.err };
};

const goesOn = 'Interrupted. What was in progress is settled; run the same command again to resume.\n';

/** The exit code of a command without a run. */
const endOf = (io: CliIo, failure: TaxNexusError): ExitCode => {
  const code = failureCode(failure);
  if (code === exitCode.interrupted) io.err(goesOn);
  return code;
};

const goesOnElsewhere =
  'Interrupted here. Another process continues the run: the same command follows it again, and tax-nexus cancel ends it.\n';

const printReport = async (
  io: CliIo,
  { historicalSync, reviewUrl }: Chosen,
  runId: string | undefined,
  options: RunOptions,
  ended: {
    readonly stops: RunProgress['stops'];
    readonly isInterrupted: boolean;
    readonly remedy: string | undefined;
    readonly storefronts: About['storefronts'];
  },
): Promise<ExitCode> => {
  const report = await historicalSync.report(runId);
  io.out(options.json === true ? json(report) : reportTable(report, reviewUrl));
  if (options.json !== true) io.err(hintAfter(report, options, ended.storefronts, ended.remedy));
  const code = exitCodeOf(report, ended.stops, ended.isInterrupted);
  if (code === exitCode.interrupted) io.err(isAtWorkElsewhere(report) ? goesOnElsewhere : goesOn);
  return code;
};

/** What a person usually does next; empty if another message says it. */
const hintAfter = (
  { status, dryRun, range, considered, failed, held }: Report,
  options: CommonOptions,
  storefronts: readonly string[] | undefined,
  remedy: string | undefined,
): string => {
  if (status === 'stopped')
    return remedy === undefined ? `\nNext: ${nextCommand(options, 'check', storefronts)}\n` : '';
  if (status !== 'finished') return '';
  const days = `--from ${range.from} --to ${range.to}`;
  if (considered === 0) return '\nNo sale was found in these days. Name others with --from and --to.\n';
  if (dryRun) {
    return `\nNext: ${remedy === undefined ? nextCommand(options, `sync ${days}`, storefronts) : 'the same command without --dry-run.'}\n`;
  }
  if (failed > 0 || Object.keys(held).length > 0) {
    return remedy === undefined
      ? `\nCorrect what is listed. Next: ${nextCommand(options, 'retry')}\n`
      : `\nNext: ${remedy}\n`;
  }
  return remedy !== undefined ? '' : `\nNext: ${nextCommand(options, `reconcile ${days}`, storefronts)}\n`;
};

/** Whether a worker or another command works on the run; the work of this process has ended by now. */
const isAtWorkElsewhere = ({ status, kind }: Report): boolean => status === 'running' && kind !== 'live';
