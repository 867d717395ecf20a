import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PageLookup, Submission } from '../../src/domain/sync-store.ts';
import { deletionLine } from '../../src/live/resync-record.ts';
import { settleDeletedSale } from '../../src/pipeline/settle-excluded.ts';
import type { PushContext } from '../../src/pipeline/run-context.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { retryRun } from '../../src/pipeline/retry-run.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { aSync, sales } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';
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
    ['unconfirmed', 'intent', 'got no definitive response'],
    ['never pushed', null, 'was never sent to the service'],
  ] as const)('reports correctly whether the service holds it when it was %s', async (_, status, words) => {
    const deleted = await settleDeletedSale(work, record, knownWith(status));
    const entry = deletionLine({ ...right(deleted), live: undefined, history: undefined }, '2026-03-01T00:00:00Z');
    expect(entry).toMatchObject({ outcome: 'skipped', reason: 'deleted on the platform' });
    expect(entry.message).toContain(words);
  });

  it('has each of its held lines settled by one retry', async () => {
    const script = { pages: [sales(1).map((sale) => E.right({ ...sale, refunds: [aRefund()] }))] };
    const service = { fault: ({ kind }: { readonly kind: string }) => (kind === 'push' ? faults.refused : undefined) };
    const sync = aSync({ script, policy: sendsRefunds, service });
    const { id } = await sync.finish();
    expect((await sync.entries()).map(({ reason }) => reason)).toEqual(['refused', 'waiting for its sale']);
    const gone = { ...scriptedConnector(script), readRecord: () => TE.right(O.none) };
    const storefronts = { 'us-store': { connector: gone, policy: { ...defaultPolicy, ...sendsRefunds } } };
    right(await sync.clock.run(retryRun({ ...sync.ports, storefronts })(id)));
    expect((await sync.entries()).map(({ reason }) => reason)).toEqual(['refused', 'deleted on the platform']);
  });
});
