/** The exit code of a command, so that scripts can act on a failure, held sales or refused credentials. */
import * as E from 'fp-ts/lib/Either.js';
import type { CliIo } from './cli-io.ts';
import { TaxNexusError } from '../app/plugin/tax-nexus-error.ts';
import type { RunProgress } from '../app/plugin/tax-nexus.ts';
import type { Report } from '../reconcile/report.ts';

/**
 * docs/commands.md lists them. A command returns the first that applies: interrupted, credentials, needs attention, settled. 70,
 * an internal error, is only returned by `main.ts`.
 */
export const exitCode = {
  /** Everything attempted is settled, and nothing is held. */
  settled: 0,
  /** Something failed or is held, or the check found something to do. */
  needsAttention: 1,
  /** The command or the configuration is wrong, or the sync database cannot be opened; nothing was read and nothing was sent. */
  usage: 2,
  /** Stopped because credentials were refused. Nothing is lost: run it again with good ones. */
  credentials: 3,
  /** Interrupted; what was in progress is settled. The same command resumes. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

const codeOf: Readonly<Record<NonNullable<TaxNexusError['cause']>, ExitCode>> = {
  credentials: exitCode.credentials,
  interrupted: exitCode.interrupted,
  address: exitCode.needsAttention,
  'no answer': exitCode.needsAttention,
  refused: exitCode.needsAttention,
  defect: exitCode.needsAttention,
};

/** Failures that may be over when the same command runs again. */
const mayPass: ReadonlySet<string> = new Set(['STATE', 'STOREFRONT_BUSY', 'RUN_ACTIVE', 'DEFECT']);

type Failure = Pick<TaxNexusError, 'code' | 'message' | 'cause'>;

/** The same in every command. */
export const failureCode = ({ code, cause }: Failure): ExitCode => {
  if (cause !== undefined) return codeOf[cause];
  if (code === 'SOURCE_FAILED' || code === 'SERVICE_FAILED') return exitCode.needsAttention;
  return mayPass.has(code) ? exitCode.needsAttention : exitCode.usage;
};

/** Prints why a command failed; returns its exit code. */
export const fail = ({ err }: Pick<CliIo, 'err'>, failure: Failure): ExitCode => {
  err(`${failure.message}\n`);
  return failureCode(failure);
};

/** The result of a promise, or its failure. A defect is thrown again. */
export const outcomeOf = async <A>(promise: Promise<A>): Promise<E.Either<TaxNexusError, A>> => {
  try {
    return E.right(await promise);
  } catch (error) {
    if (error instanceof TaxNexusError) return E.left(error);
    throw error;
  }
};

/** The exit code that a run's report and its stops stand for. */
export const exitCodeOf = (report: Report, stops: RunProgress['stops'], isInterrupted: boolean): ExitCode => {
  if (isInterrupted && report.status !== 'finished') return exitCode.interrupted;
  if (stops.some(({ cause }) => cause === 'credentials')) return exitCode.credentials;
  // A live run never finishes; what it has settled so far counts.
  const isOver = report.status === 'finished' || report.kind === 'live';
  const { failed, differing, noLongerTrue, held } = report;
  const isClean = isOver && failed + differing + noLongerTrue === 0 && Object.keys(held).length === 0;
  return isClean ? exitCode.settled : exitCode.needsAttention;
};
