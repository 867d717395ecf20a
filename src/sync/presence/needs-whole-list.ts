import type { SyncPorts } from '../ports.ts';

/**
 * Whether the whole list of the service has to be known before anything is pushed. Storefronts of two platforms may know one
 * sale under two ids, and when the record book was lost, only the list says which of them told it. Pure.
 */
export const needsWholeList = (storefronts: SyncPorts['storefronts']): boolean =>
  new Set(Object.values(storefronts).map(({ connector }) => connector.platform)).size > 1;
