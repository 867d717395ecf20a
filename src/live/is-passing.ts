import type { ReportLine } from '../domain/run.ts';

/**
 * They pass by themselves: another storefront that could not be asked, a hook that failed, a service without an answer. A
 * refund that waits for its sale does not: both are of one record, so whatever settles the sale settles the refund as well.
 */
const passing: ReadonlySet<ReportLine['reason']> = new Set<ReportLine['reason']>([
  'ambiguous duplicate',
  'hook failed',
  'gave up',
]);

/** Whether a line can succeed on a retry without a change by a person. Pure. */
export const isPassing = ({ outcome, reason }: ReportLine): boolean =>
  (outcome === 'held' || outcome === 'failed') && passing.has(reason);
