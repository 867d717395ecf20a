import type { Agreement } from '../records/agreement.ts';

/** Whether an agreement moves anything: one without any sales says nothing. */
export const hasSales = (agreement: Agreement | undefined): boolean => (agreement?.sales?.nodes.length ?? 0) > 0;
