import type { Agreement } from '../records/agreement.ts';

/** Whether an agreement moves anything: one without any sales says nothing. */
export const hasSales = ({ sales }: Agreement): boolean => (sales?.nodes.length ?? 0) > 0;
