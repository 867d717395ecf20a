/** Collects what Stripe and the metadata state about a marketplace, from which the policy decides who remits the tax. */
import type { Policy } from '../../../src/mapping/policy.ts';
import type { MarketplaceEvidence } from '../../../src/mapping/sale.ts';
import { type Metadata, metadataText } from './metadata.ts';

/** What the objects of a sale state about the seller. */
export interface SellerFacts {
  /** Managed Payments: Stripe (Link) is the merchant of record and remits the tax. Since version 2026-04-22. */
  readonly isManaged: boolean;
  /** The Connect platform that made a direct charge: `ca_…`. */
  readonly application: string | null;
}

/** An application only counts when the policy names it: most are tools. */
export const marketplacesOf = (
  policy: Policy,
  metadata: Metadata,
  { isManaged, application }: SellerFacts,
): readonly MarketplaceEvidence[] => {
  const stated = metadataText(policy, metadata, 'marketplace');
  const field = `metadata.${policy.metadata.marketplace ?? 'marketplace'}`;
  return [
    ...(stated === null ? [] : [{ kind: 'stated' as const, value: stated, field }]),
    ...(isManaged
      ? [{ kind: 'merchant of record' as const, value: 'Stripe Managed Payments', field: 'managed_payments.enabled' }]
      : []),
    ...(application === null ? [] : [{ kind: 'application' as const, value: application, field: 'application' }]),
  ];
};
