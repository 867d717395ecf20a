import type { Stop } from '../pipeline/progress.ts';
import type { Report } from '../reconcile/report.ts';
import { exitCode, type ExitCode } from './exit-code.ts';

/** The exit code that a run's report and its stops stand for. */
export const exitCodeOf = (report: Report, stops: readonly Stop[], isInterrupted: boolean): ExitCode => {
  if (isInterrupted && report.status !== 'finished') return exitCode.interrupted;
  if (stops.some(({ cause }) => cause === 'credentials')) return exitCode.credentials;
  // A live run never finishes; what it has settled so far counts.
  const isOver = report.status === 'finished' || report.kind === 'live';
  const isClean = isOver && report.failed === 0 && report.differing === 0 && Object.keys(report.held).length === 0;
  return isClean ? exitCode.settled : exitCode.needsAttention;
};
