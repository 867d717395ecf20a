import type { ServiceFacts } from '../../src/domain/tax-service.ts';

/** What is known of a service that keeps our ids, but for what the test is about. */
export const someFacts = (differences: Partial<ServiceFacts> = {}): ServiceFacts => ({
  identity: 'client',
  list: 'not read',
  listShows: null,
  normalized: [],
  changed: [],
  first: { id: 'shopify:1:1', remoteId: 'shopify:1:1' },
  refusesEqualNames: null,
  single: null,
  ...differences,
});
