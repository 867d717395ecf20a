import type { Complaint } from '../configuration/complaint.ts';

/** About a storefront that would fail in the middle of the work, where it takes the host's process with it. */
export const sourceComplaint = (name: string): Complaint => ({
  path: `storefronts.${name}`,
  problem: 'it is no storefront',
  remedy: 'Write shopify({ … }) of tax-nexus-sync/shopify, or stripe({ … }) of tax-nexus-sync/stripe',
});
