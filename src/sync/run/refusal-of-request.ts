import type { RunRequest } from '../../domain/run.ts';
import type { SyncPorts } from '../ports.ts';
import { noStorefront, type SyncFailure, unknownStorefront } from '../sync-failure.ts';

/** Why no run can be opened for a request: it names no storefront, or one that is not configured. Pure. */
export const refusalOfRequest = (
  { storefronts: configured }: Pick<SyncPorts, 'storefronts'>,
  { storefronts }: Pick<RunRequest, 'storefronts'>,
): SyncFailure | undefined => {
  const known = Object.keys(configured);
  // A run of nothing would be read to its end at once, and its report would look as if all were told.
  if (storefronts.length === 0) return noStorefront(known);
  const unknown = storefronts.find((storefront) => configured[storefront] === undefined);
  return unknown === undefined ? undefined : unknownStorefront(unknown, known);
};
