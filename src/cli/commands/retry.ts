import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { noteClosedMonths } from '../../app/note-closed-months.ts';
import { retryRun } from '../../pipeline/retry-run.ts';
import type { CliIo } from '../cli-io.ts';
import type { ExitCode } from '../exit-code.ts';
import { noSuchRun } from '../open-engine.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';

interface RetryOptions extends RunOptions {
  /** The newest run when left out. */
  readonly run?: string;
  /** Agrees to send sales of closed months. */
  readonly intoClosed?: boolean;
}

/** Reads the failed and held records of a run again and settles them, after a fix at the platform or in the policy. */
export const retry = (io: CliIo, options: RetryOptions): Promise<ExitCode> =>
  runAndReport(io, options, { run: options.run ?? null }, (ports) => async () => {
    const run = await ports.store.findRun(O.fromNullable(options.run))();
    if (E.isLeft(run)) return run;
    if (O.isNone(run.right)) return E.left(noSuchRun(options.run));
    const intoClosedPeriods = options.intoClosed === true;
    const noted = await noteClosedMonths(ports)({ ...run.right.value, intoClosedPeriods });
    if (E.isLeft(noted)) return noted;
    return retryRun(ports)(run.right.value.id, {}, { intoClosedPeriods })();
  });
