import * as O from 'fp-ts/lib/Option.js';
import type { SyncStore } from '../../src/domain/sync-store.ts';
import { right } from '../right.ts';
import { type Costs, measure, noCosts } from './costs.ts';
import type { BookRow } from './rows.ts';

const at = '2026-04-01T00:00:00Z';

/** What the sync database costs: it is read and written as a sync reads and writes it, page by page. */
export const withBook = async (store: SyncStore, pages: readonly (readonly BookRow[])[]): Promise<Costs> => {
  const request = { storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-03-31' }, dryRun: false };
  right(await store.openRun(request, { id: 'run-1', at })());
  const costs = noCosts();
  for (const page of pages) {
    await measure(costs['look up'], async () => void right(await store.lookUpTransactions('run-1', page)()));
    const intents = page.map(({ id, name, body, entry, references }) => ({
      ...{ id, name, body, storefront: entry.storefront, sourceId: entry.sourceId, digest: 'd'.repeat(64) },
      references: references.slice(0, 2),
    }));
    await measure(costs['save intents'], async () => void right(await store.saveIntents(intents, at)()));
    const commit = {
      ...{ runId: 'run-1', storefront: 'us-store', checkpoint: { window: '2026-01', next: O.some(page[0]?.id ?? '') } },
      lines: page.map(({ entry }) => entry),
      references: page.flatMap(({ id, references }) =>
        references.slice(2).map((reference) => ({ reference, id, isPushed: true })),
      ),
      settledIntents: page.map(({ id }) => ({ id, status: 'confirmed' as const })),
    };
    await measure(costs['commit page'], async () => right(await store.commitPage(commit, at)()));
  }
  right(await store.close());
  return costs;
};
