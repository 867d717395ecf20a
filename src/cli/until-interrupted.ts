import type { CliIo } from './cli-io.ts';
import { exitCode } from './exit-code.ts';

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
