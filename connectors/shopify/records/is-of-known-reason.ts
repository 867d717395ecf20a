import type { Agreement } from './agreement.ts';

const known: ReadonlySet<string> = new Set(['ORDER', 'ORDER_EDIT', 'RETURN', 'REFUND']);

/** Whether we know what an agreement was made for. Shopify says `UNKNOWN` of what is newer than the version it is asked in. */
export const isOfKnownReason = ({ reason }: Agreement): boolean => known.has(reason ?? '');
