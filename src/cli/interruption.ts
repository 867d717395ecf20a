/** What Ctrl-C and SIGTERM do to a command: finish work in progress first, and end at once when asked again. */
import type { CliIo } from './cli-io.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import type { Logger } from '../domain/environment.ts';

/** The state of interrupts. */
export interface Interruption {
  readonly isRequested: () => boolean;
  /** Stops listening. */
  readonly dispose: () => void;
}

/**
 * The first interrupt finishes and commits work in progress and prints how to resume. The second ends the process at once, which
 * is also safe, because the next run looks up what was in progress.
 */
export const listenForInterrupts = (io: CliIo): Interruption => {
  let requests = 0;
  const dispose = io.onInterrupt(() => {
    requests += 1;
    if (requests > 1) {
      io.err('Stopped at once. Nothing is lost: run the same command again to resume.\n');
      io.exitNow(exitCode.interrupted);
    }
    io.err('Stopping: finishing what is in progress. Press Ctrl-C again to stop at once.\n');
  });
  return { isRequested: () => requests > 0, dispose };
};

/** Resolves at the first interrupt; the second one ends the process at once. */
export const untilInterrupted = (io: CliIo): Promise<void> =>
  new Promise((resolve) => {
    let isAsked = false;
    io.onInterrupt(() => {
      if (isAsked) io.exitNow(exitCode.interrupted);
      isAsked = true;
      resolve();
    });
  });

/**
 * Milliseconds from an interrupt to the end of a process that still waits for an answer. Without this limit, a database statement
 * could wait for a minute, and a request to the service for half a minute.
 */
const maxShutdown = 13_000;

const lateEnd =
  'stopped without an answer from the database, the service or a platform. Nothing is lost: what was in progress is settled at the next start';

/**
 * Runs work until it is interrupted. If it then takes too long to end, the process ends.
 *
 * @param work receives the promise of the interrupt
 */
export const workUntilInterrupted = async (
  io: CliIo,
  log: Pick<Logger, 'warn'>,
  work: (end: Promise<void>) => Promise<ExitCode>,
): Promise<ExitCode> => {
  let timer: NodeJS.Timeout | undefined;
  const endLate = (): void => {
    log.warn(lateEnd);
    io.exitNow(exitCode.settled);
  };
  const end = untilInterrupted(io).then(() => {
    timer = setTimeout(endLate, maxShutdown);
  });
  try {
    return await work(end);
  } finally {
    clearTimeout(timer);
  }
};
