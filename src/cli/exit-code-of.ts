import { type Stop } from '../sync/progress.ts';
import { type Report } from '../sync/report.ts';
import { exitCode, type ExitCode } from './exit-code.ts';

/** The exit code that a run's report and its stops stand for. */
export const exitCodeOf = (report: Report, stops: readonly Stop[], isInterrupted: boolean): ExitCode => {
  if (isInterrupted && report.status !== 'finished') return exitCode.interrupted;
  if (stops.some(({ cause }) => cause === 'credentials')) return exitCode.credentials;
  const isClean = report.status === 'finished' && report.failed === 0 && Object.keys(report.held).length === 0;
  return isClean ? exitCode.settled : exitCode.needsAttention;
};
