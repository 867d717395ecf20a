import type { RunEntry } from '../core/run.ts';

/**
 * They pass by themselves: another storefront that could not be asked, a hook that failed, a service without an answer. A
 * refund that waits for its sale does not: both are of one record, so whatever settles the sale settles the refund as well.
 */
const passing: ReadonlySet<RunEntry['reason']> = new Set<RunEntry['reason']>([
  'ambiguous duplicate',
  'hook failed',
  'gave up',
]);

/** Whether an entry is worth another try without anybody having done anything. Pure. */
export const isPassing = ({ outcome, reason }: RunEntry): boolean =>
  (outcome === 'held' || outcome === 'failed') && passing.has(reason);
