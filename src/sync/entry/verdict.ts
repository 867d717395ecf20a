import type { ServiceComparison } from './compare.ts';
import type { SaleOwner, PageCommit } from '../../domain/sync-store.ts';
import type { FailureReason, Adjustment, Outcome } from '../../domain/run.ts';
import type { HoldReason, SkipReason } from '../../domain/exclusion.ts';

/** What became of one transaction. */
export type Verdict =
  | Settled
  /** This run settled it already. */
  | { readonly _tag: 'SettledBefore'; readonly outcome: Outcome }
  /** The lane stopped or the run was interrupted before it was clear; the next run goes on with it. */
  | { readonly _tag: 'Pending' };

export interface Settled {
  readonly _tag: 'Settled';
  readonly outcome: Outcome;
  readonly reason: FailureReason | SkipReason | HoldReason | null;
  readonly message: string | null;
  /** What the record book notes about our intent; null leaves it as it is. */
  readonly sending: PageCommit['settledIntents'][number]['status'] | null;
  /** Of what the service holds, where that is not the body that we froze. */
  readonly digest: string | null;
  /** The service's own id; empty where it is not known. */
  readonly remoteId: string;
  /** How what the service holds compares with what we would send; null where it holds nothing, or was not looked at. */
  readonly comparison: ServiceComparison | null;
  /** Whether the service was found to hold it, by its list, a question or a 409; not only by taking it. */
  readonly isFound: boolean;
  readonly drift: Adjustment | null;
}

const settled = (outcome: Outcome, differences: Partial<Settled> = {}): Settled => ({
  _tag: 'Settled',
  outcome,
  reason: null,
  message: null,
  sending: null,
  digest: null,
  remoteId: '',
  comparison: null,
  isFound: false,
  drift: null,
  ...differences,
});

export const pending: Verdict = { _tag: 'Pending' };

export const succeeded = (comparison: ServiceComparison, remoteId = ''): Settled =>
  settled('succeeded', { sending: 'confirmed', comparison, remoteId });

/** An attempt that had no clear answer, and has arrived. */
export const arrived = (comparison: ServiceComparison, remoteId = ''): Settled => ({
  ...succeeded(comparison, remoteId),
  isFound: true,
});

/** `sending` is confirmed when the service holds what an intent of ours is about. */
export const alreadyPresent = (
  sending: 'confirmed' | null,
  more: Partial<Pick<Settled, 'comparison' | 'remoteId' | 'drift'>> = {},
): Settled => settled('alreadyPresent', { sending, isFound: true, ...more });

/** What we froze never arrived, and the service holds the sale as it is now: by a correction, or from a life that a lost record book knew of. */
export const presentAsItIsNow = (digest: string, remoteId = ''): Settled =>
  settled('alreadyPresent', {
    sending: 'confirmed',
    digest,
    remoteId,
    isFound: true,
    comparison: { differences: [], isCompared: true },
  });

/** What a service names stands in brackets behind its answer; a proxy in front of it (413) names nothing. */
const afterRefusal = (message: string): string =>
  message.endsWith(')') ? 'Correct what it names' : 'It does not say why: ask whoever runs it';

export const refused = (message: string): Settled =>
  settled('failed', {
    reason: 'refused',
    sending: 'refused',
    message: `${message}. ${afterRefusal(message)}, then retry.`,
  });

export const gaveUp = (message: string): Settled =>
  settled('failed', {
    reason: 'gave up',
    message: `No clear answer after many attempts, the last time because ${message}. Whether it arrived is unknown; a retry settles it without doubling it.`,
  });

export const dryRun: Settled = settled('skipped', {
  reason: 'dry run',
  message: 'It would be pushed; this run only looks.',
});

export const saleNotConfirmed: Settled = settled('held', {
  reason: 'sale not confirmed',
  message: 'Its sale is not confirmed by the service yet; settle the sale first, then retry.',
});

const ownedElsewhere = (message: string): Settled =>
  settled('skipped', { reason: 'recorded by another storefront', message });

export const recordedBy = ({ storefront, id }: SaleOwner): Settled =>
  ownedElsewhere(`recorded by ${storefront} as ${id}`);

export const toldFirstBy = ({ storefront, id }: SaleOwner): Settled =>
  ownedElsewhere(
    `recorded by ${storefront} as ${id}: ${storefront} comes first among the storefronts, and tells it when it is synced`,
  );

const ambiguous = (message: string): Settled => settled('held', { reason: 'ambiguous duplicate', message });

export const notToldYet = (storefront: string, reason: string): Settled =>
  ambiguous(
    `${storefront} comes first among the storefronts and has the same sale, but cannot tell it yet (${reason}); settle it there, then retry`,
  );

export const couldNotBeRead = (storefront: string, why: string): Settled =>
  ambiguous(
    `${storefront} may have recorded the same sale, and could not be asked (${why}); retry once it can be read`,
  );

const toldBefore = (message: string): Settled => settled('held', { reason: 'told before', message });

/** `id` is that of a transaction of the same storefront. */
export const partToldBefore = (id: string): Settled =>
  toldBefore(
    `its payment was told before as a sale of its own, ${id}, so that it would be counted twice; nothing was pushed. Give that transaction at the service what it lacks, and note it with \`tax-nexus resolve\``,
  );

/** `id` is that of a transaction of the same storefront. */
export const toldWithin = (id: string): Settled =>
  toldBefore(
    `it was told before as a part of ${id}, so that it would be counted twice; nothing was pushed. Look whether the key may read less than before, and sync again`,
  );

const leftElsewhere: ReadonlySet<Settled['reason']> = new Set<Settled['reason']>([
  'recorded by another storefront',
  'ambiguous duplicate',
  'told before',
  'before the first day',
]);

/**
 * Whether another transaction represents a sale, or may do so: its refunds and movements then belong to that one. Those of
 * a sale before the first day are left out with it.
 */
export const isLeftElsewhere = (verdict: Verdict | undefined): boolean =>
  verdict?._tag === 'Settled' && leftElsewhere.has(verdict.reason);
