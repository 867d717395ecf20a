import * as E from 'fp-ts/lib/Either.js';
import { logEvent } from '../../app/plugin/event-hub.ts';
import { startNotifier } from '../../app/notifications/notifier.ts';
import { waitUntilReachable } from '../../pipeline/store-with-retry.ts';
import { jobRunner } from '../../live/index.ts';
import type { Logger } from '../../domain/environment.ts';
import type { CliIo } from '../cli-io.ts';
import { processLog } from '../human-log.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, idle, openAll } from '../open-engine.ts';
import { workUntilInterrupted } from '../interruption.ts';

export interface WorkerOptions extends CommonOptions {
  /** Jobs at the same time. */
  readonly concurrency: number;
  /** Seconds without a sign of life after which others take over from a worker. */
  readonly deadAfter: number;
}

/** Milliseconds that what is in progress at the end is given. */
const drainMs = 10_000;

/**
 * One of any number of workers that share what there is to do: the pages of historical syncs, resync requests, and schedules. It ends
 * when it is asked to (SIGTERM, Ctrl-C): what is in progress is finished, the others go on with the rest. Its log is JSON
 * lines on stderr. It waits for a database that is away.
 */
export const worker = (io: CliIo, options: WorkerOptions): Promise<ExitCode> => {
  const log = processLog(io);
  return workUntilInterrupted(io, log, (end) => workOn(io, options, log, end));
};

const workOn = async (
  io: CliIo,
  options: WorkerOptions,
  log: Logger,
  interrupted: Promise<void>,
): Promise<ExitCode> => {
  const note = (line: string): void => {
    log.warn(line.trimEnd());
  };
  const asked = { is: false };
  const end = interrupted.then(() => {
    asked.is = true;
  });
  const isInterrupted = (): boolean => asked.is;
  const opened = await openAll(io, options, { ...idle, note, isInterrupted, waitsForDatabase: true });
  if (E.isLeft(opened)) return isInterrupted() ? exitCode.settled : opened.left;
  const { shared: sync, accounts, inbox, jobs, schedule, close } = opened.right;
  if (jobs === null) {
    log.error('workers share their work in PostgreSQL: write its address in the setting state (postgres://…)');
    await close();
    return exitCode.usage;
  }
  const notifier = startNotifier({ ...opened.right.notifier, log });
  const writeEvent = logEvent(log);
  const engine = jobRunner(
    {
      ...{ sync, accounts, inbox, schedule, log },
      onEvent: (event) => {
        writeEvent(event);
        opened.right.countEvent(event);
        notifier.onEvent(event);
      },
    },
    jobs,
    { concurrency: options.concurrency, deadAfter: options.deadAfter * 1_000 },
  );
  const started = await waitUntilReachable({ clock: sync.clock, note, isInterrupted })(engine.start)();
  if (E.isLeft(started)) {
    if (!isInterrupted()) log.error(started.left.message);
    await close();
    return isInterrupted() ? exitCode.settled : exitCode.usage;
  }
  await opened.right.followDirectories();
  const stopObserving = opened.right.observe();
  log.info('ready', { concurrency: options.concurrency });
  await end;
  log.info('stopping: what is in progress is finished');
  await engine.stop(drainMs);
  await notifier.stop(drainMs);
  stopObserving();
  await close();
  log.info('stopped');
  return exitCode.settled;
};
