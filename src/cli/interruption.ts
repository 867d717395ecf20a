import type { CliIo } from './cli-io.ts';
import { exitCode } from './exit-code.ts';

/** Whether the process was asked to stop. */
export interface Interruption {
  readonly isRequested: () => boolean;
  /** Stops listening. */
  readonly dispose: () => void;
}

/**
 * The first interrupt finishes what is in flight, commits it and prints how to resume; the second ends the process at
 * once, which is safe as well: the next run looks up what was in flight.
 */
export const listenForInterrupts = (io: CliIo): Interruption => {
  let requests = 0;
  const dispose = io.onInterrupt(() => {
    requests += 1;
    if (requests > 1) {
      io.err('Stopped at once. Nothing is lost: run the same command again to resume.\n');
      io.exitNow(exitCode.interrupted);
    }
    io.err('Stopping: finishing what is in flight. Press Ctrl-C again to stop at once.\n');
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
