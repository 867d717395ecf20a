import type { SaleOwner } from '../../domain/sync-store.ts';
import type { ReportLine } from '../../domain/run.ts';

/** An entry with the finding that its sale looks like one of another storefront. What is told stays told. */
export const remarked = (entry: ReportLine, alike: SaleOwner | undefined): ReportLine => {
  const isTold = entry.outcome === 'succeeded' || entry.outcome === 'alreadyPresent' || entry.reason === 'dry run';
  if (alike === undefined || !isTold) return entry;
  const remark = `It looks like ${alike.id} of ${alike.storefront}: the same total, minute and place.`;
  return {
    ...entry,
    message: entry.message === null ? remark : `${entry.message} ${remark}`,
    findings: [...entry.findings, 'likeness'],
  };
};
