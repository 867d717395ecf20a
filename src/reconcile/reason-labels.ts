import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { Difference } from './reconciliation.ts';
import { type FailureReason, findingKind, type FindingKind } from '../domain/run.ts';

/** Where a bookkeeper should read something else than the code. */
const labels: Partial<
  Readonly<Record<SkipReason | HoldReason | FailureReason | FindingKind | Difference['kind'] | 'adjustment', string>>
> = {
  adjustment: 'change not sent',
  'totals do not add up': "totals don't add up",
  'zero total held': 'zero total',
  'marketplace sale held': 'marketplace sale',
  'app rule failed': "your app's rule failed",
  refused: 'rejected by the service',
};

/** A reason, finding or difference as a bookkeeper reads it. A value without a label of its own stays as it is. */
export const reasonLabel = (reason: string): string => {
  const kind = findingKind(reason);
  const label = Object.entries(labels).find(([known]) => known === kind)?.[1];
  return label === undefined ? reason : `${label}${reason.slice(kind.length)}`;
};
