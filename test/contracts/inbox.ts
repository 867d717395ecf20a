import { itKeepsProofs } from './inbox/proofs.ts';
import { afterEach, beforeEach, describe } from '@jest/globals';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import { right } from '../support/right.ts';
import { itAudits } from './inbox/audit.ts';
import { itClaimsRequests } from './inbox/claims.ts';
import { itKeepsDecisions } from './inbox/decisions.ts';
import { itErases } from './inbox/erasure.ts';
import { itSearchesManyMatters } from './inbox/many-matters.ts';
import { itListsSales } from './inbox/sales.ts';
import { itSumsMatters } from './inbox/matter-sums.ts';
import { itReceives } from './inbox/receiving.ts';
import { itSharesTheLane } from './inbox/rate-limit.ts';
import { itKeepsLiveRuns } from './inbox/live-runs.ts';
import { itRemembers } from './inbox/remembering.ts';
import { itKeepsReviews } from './inbox/reviews.ts';

/**
 * The promises of every inbox. `open` opens a new and empty sync database each time.
 *
 * @example
 * describeInbox('in memory', () => sqliteStore(':memory:'));
 */
export const describeInbox = (name: string, open: () => TE.TaskEither<StoreError, SyncDatabase>): void => {
  describe(`an inbox ${name}`, () => {
    let opened: SyncDatabase | undefined;
    const store = (): SyncDatabase => {
      if (opened === undefined) throw new Error('no book is open');
      return opened;
    };

    beforeEach(async () => {
      opened = right(await open()());
    });
    afterEach(async () => {
      right(await store().close());
    });

    itReceives(store);
    itClaimsRequests(store);
    itRemembers(store);
    itErases(store);
    itKeepsLiveRuns(store);
    itSharesTheLane(store);
    itKeepsReviews(store);
    itKeepsProofs(store);
    itKeepsDecisions(store);
    itSumsMatters(store);
    itSearchesManyMatters(store);
    itListsSales(store);
    itAudits(store);
  });
};
