import { type RunProgress, toRunProgress } from '../../src/operations/progress.ts';
import { noProgress, type Progress } from '../../src/pipeline/progress.ts';

const counts = { succeeded: 0, alreadyPresent: 0, failed: 0, skipped: 0, held: 0 };

/** A run that is a quarter through its first storefront, but for what the test is about. */
export const aProgress = (succeeded: number, differences: Partial<Progress> = {}): RunProgress => {
  const begun = { ...noProgress('run-1', { ...counts, succeeded }), storefront: 'us-store' };
  return toRunProgress({ ...begun, phase: 'syncing', windows: { done: 1, total: 4 }, ...differences }, 'running');
};
