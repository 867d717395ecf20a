import { describe, expect, it } from '@jest/globals';
import type { PageLookup, Submission } from '../../src/domain/sync-store.ts';
import { deletionLine } from '../../src/live/resync-record.ts';
import { settleDeletedSale } from '../../src/pipeline/excluded-after-push.ts';
import type { PushContext } from '../../src/pipeline/run-context.ts';
import { right } from '../support/right.ts';

const record = { id: 'shopify:1:9', kind: 'sale', sourceId: '9', name: '9' } as const;
const work = { storefront: 'us-store', dryRun: false, concurrency: 1 } as unknown as PushContext;

const knownWith = (status: Submission['status'] | null): PageLookup => {
  const { id } = record;
  // Its body was erased, so that there is nothing to ask the service for.
  const savedAt = '2026-03-01T00:00:00Z';
  const submission =
    status === null
      ? []
      : [[id, { id, status, digest: 'd', body: null, remoteId: null, savedAt, attemptedAt: null }] as const];
  return {
    submissions: new Map(submission),
    remoteById: new Map(),
    remoteByName: new Map(),
    settledInRun: new Map(),
    owners: new Map(),
  };
};

describe('a record that the platform has no more', () => {
  it.each([
    ['pushed', 'confirmed', 'was sent to the service'],
    ['sent, by a store of before 0.1.0 otherwise', 'conflict', 'was sent to the service'],
    ['unconfirmed', 'intent', 'got no definitive response'],
    ['never pushed', null, 'was never sent to the service'],
  ] as const)('reports correctly whether the service holds it when it was %s', async (_, status, words) => {
    const deleted = await settleDeletedSale(work, record, knownWith(status));
    const entry = deletionLine({ ...right(deleted), live: undefined, history: undefined }, '2026-03-01T00:00:00Z');
    expect(entry).toMatchObject({ outcome: 'skipped', reason: 'deleted at source' });
    expect(entry.message).toContain(words);
  });
});
