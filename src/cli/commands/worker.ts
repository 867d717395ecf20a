import * as E from 'fp-ts/lib/Either.js';
import { logEvent } from '../../app/plugin/event-hub.ts';
import { workerOf } from '../../app/live-commands.ts';
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
  const asked = { is: false };
  const end = interrupted.then(() => {
    asked.is = true;
  });
  const isInterrupted = (): boolean => asked.is;
  const opened = await openAll(io, options, { ...idle, log, isInterrupted, waitsForDatabase: true });
  if (E.isLeft(opened)) return isInterrupted() ? exitCode.settled : opened.left;
  const { hub, close } = opened.right;
  hub.listen(logEvent(log));
  const { concurrency } = options;
  const engine = workerOf(opened.right, { concurrency, deadAfter: options.deadAfter * 1_000 });
  if (engine === null) {
    log.error('workers share their work in PostgreSQL: write its address in the setting state (postgres://…)');
    await close();
    return exitCode.usage;
  }
  const started = await engine.start();
  if (E.isLeft(started)) {
    if (!isInterrupted()) log.error(started.left.message);
    await close();
    return isInterrupted() ? exitCode.settled : exitCode.usage;
  }
  log.info('ready', { concurrency });
  await end;
  log.info('stopping: what is in progress is finished');
  await engine.stop(drainMs);
  await close();
  log.info('stopped');
  return exitCode.settled;
};
