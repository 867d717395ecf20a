import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { Difference } from './reconciliation.ts';
import { type FailureReason, findingKind, type FindingKind } from '../domain/run.ts';

/**
 * Reasons, findings and differences whose stored value is not what a bookkeeper should read. Some are older than the words of
 * the code, and stay because they are stored.
 */
const labels: Partial<
  Readonly<Record<SkipReason | HoldReason | FailureReason | FindingKind | Difference['kind'] | 'adjustment', string>>
> = {
  adjustment: 'change not sent',
  'only authorised': 'only authorized',
  'cancelled before payment': 'canceled before payment',
  'nothing sold': 'no items',
  'out of range': 'outside the chosen days',
  'deleted at source': 'deleted on the platform',
  'recorded by another storefront': 'belongs to another storefront',
  'mirrored payment': 'payment of another account',
  'skipped by the host': 'skipped by your app',
  'left out': 'left out by decision',
  'dry run': 'would be sent',
  'undecodable record': 'unreadable record',
  'does not balance': "totals don't add up",
  'more than is left': 'refund exceeds its sale',
  'no destination': 'missing address',
  'sale not confirmed': 'waiting for its sale',
  'ambiguous duplicate': 'possible duplicate',
  'told before': 'partly sent already',
  'zero total held': 'zero total',
  'credit document': 'credit, listed',
  'country left out': 'to a country that is left out',
  'marketplace sale held': 'marketplace sale',
  'period closed': 'closed period',
  'hook failed': "your app's rule failed",
  refused: 'rejected by the service',
  'gave up': 'no definitive response',
  'exempt, reason unknown': 'exempt, no reason given',
  'no tax, no exemption': 'no tax collected',
  likeness: 'possible duplicate',
  'liable at a marketplace': 'marketplace says you remit',
  'tax on a part left out': 'tax on a gift card or other part',
  'told, though set aside': 'sent, but excluded now',
  'changed by the host': 'changed by your app',
};

/** A reason, finding or difference as a bookkeeper reads it. A value without a label of its own stays as it is. */
export const reasonLabel = (reason: string): string => {
  const kind = findingKind(reason);
  const label = Object.entries(labels).find(([known]) => known === kind)?.[1];
  return label === undefined ? reason : `${label}${reason.slice(kind.length)}`;
};
