import { afterEach, beforeEach, describe } from '@jest/globals';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError, SyncStore } from '../../src/domain/sync-store.ts';
import type { Run } from '../../src/domain/run.ts';
import { aRequest } from '../support/a-report-line.ts';
import { right } from '../support/right.ts';
import { itKeepsEntries } from './sync-store/report-lines.ts';
import { itKeepsHolds } from './sync-store/holds.ts';
import { itKeepsLeases } from './sync-store/leases.ts';
import { itKnowsNamesInAnyForm } from './sync-store/names.ts';
import type { Opened } from './sync-store/opened.ts';
import { itKeepsPages } from './sync-store/pages.ts';
import { itKeepsPresence } from './sync-store/presence.ts';
import { itKeepsReferences } from './sync-store/references.ts';
import { itKeepsRuns } from './sync-store/runs.ts';
import { itKeepsSubmissions } from './sync-store/submissions.ts';
import { itKeepsServiceFacts } from './sync-store/service-facts.ts';
import { itSumsUp } from './sync-store/summary.ts';

/**
 * The promises of every sync database. `open` opens a new and empty one each time.
 *
 * @example
 * describeStore('in memory', () => sqliteStore(':memory:'));
 */
export const describeStore = (name: string, open: () => TE.TaskEither<StoreError, SyncStore>): void => {
  describe(`a sync database ${name}`, () => {
    let opened: { readonly store: SyncStore; readonly run: Run } | undefined;
    const current = (): { readonly store: SyncStore; readonly run: Run } => {
      if (opened === undefined) throw new Error('no book is open');
      return opened;
    };

    beforeEach(async () => {
      const store = right(await open()());
      const run = right(await store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
      opened = { store, run };
    });
    afterEach(async () => {
      right(await current().store.close());
    });

    const subject: Opened = { store: () => current().store, run: () => current().run };
    itKeepsRuns(subject);
    itKeepsLeases(subject);
    itKeepsPages(subject);
    itKeepsHolds(subject);
    itKeepsSubmissions(subject);
    itKeepsPresence(subject);
    itKnowsNamesInAnyForm(subject);
    itKeepsServiceFacts(subject);
    itKeepsReferences(subject);
    itKeepsEntries(subject);
    itSumsUp(subject);
  });
};
