/** `tax-nexus worker`: one of several processes that share historical syncs, webhooks and schedules through PostgreSQL. */
import * as E from 'fp-ts/lib/Either.js';
import type { Command } from '../../app/plugin/command.ts';
import { logEvent } from '../../app/plugin/event-hub.ts';
import { sharedLiveWorker } from '../../app/live-commands.ts';
import type { Logger } from '../../domain/environment.ts';
import type { CliIo } from '../cli-io.ts';
import { processLog } from '../human-log.ts';
import { exitCode, type ExitCode, outcomeOf } from '../exit-code.ts';
import { type CommonOptions, idle, withCommand } from '../open-command.ts';
import { workUntilInterrupted } from '../interruption.ts';

export interface WorkerOptions extends CommonOptions {
  /** Number of jobs at the same time. */
  readonly concurrency: number;
  /** Seconds without a heartbeat after which other workers take over. */
  readonly deadAfter: number;
}

/** Milliseconds in which work in progress may finish at the end. */
const drainMs = 10_000;

/**
 * It ends at SIGTERM or Ctrl-C: work in progress is finished, and other workers continue with the rest. Its log is JSON lines on
 * stderr. It waits for an unreachable database.
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
  const { concurrency, deadAfter } = options;
  const work = async ({ taxNexus }: Command): Promise<ExitCode> => {
    const started = await outcomeOf(taxNexus.start());
    if (E.isLeft(started)) {
      if (!isInterrupted()) log.error(started.left.message);
      return isInterrupted() ? exitCode.settled : exitCode.usage;
    }
    log.info('ready', { concurrency });
    await end;
    log.info('stopping: what is in progress is finished');
    await taxNexus.stop({ drainMs });
    log.info('stopped');
    return exitCode.settled;
  };
  const code = await withCommand(io, options, work, {
    ...{ ...idle, log, isInterrupted, waitsForDatabase: true, isInforming: true, onEvent: logEvent(log) },
    makeLiveWorker: sharedLiveWorker({ concurrency, deadAfter: deadAfter * 1_000 }),
  });
  return code === exitCode.interrupted ? exitCode.settled : code;
};
