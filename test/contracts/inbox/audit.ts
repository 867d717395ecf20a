import { beforeEach, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { AuditRecord, PageAudit } from '../../../src/domain/audit.ts';
import { digestOf } from '../../../src/domain/fields.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { AuditFilter } from '../../../src/domain/review-store.ts';
import type { PageCommit } from '../../../src/domain/sync-store.ts';
import { aCommit, anIntent, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const sentAt = '2026-04-01T12:00:00Z';
const answeredAt = '2026-04-01T12:00:05Z';
const [id, refundId] = ['shopify:1:1001', 'shopify:1:1001:refund:9'];

const kept = {
  currency: 'USD',
  id,
  lineItems: [{ amount: 100, id: '1', quantity: 1 }],
  name: '#1001',
  shipToAddress: { country: 'US', state: 'CA', zip: '94107' },
  shippingHandling: 0,
  subtotal: 100,
  taxCollected: 7.25,
  total: 107.25,
  transactedAt: '2026-02-03T10:00:00Z',
};
const body = JSON.stringify({
  ...kept,
  lineItems: [{ amount: 100, id: '1', productName: 'Engraved for Mia', quantity: 1 }],
  recalculate: false,
  shipToAddress: { city: 'Springfield', country: 'US', line1: '17 Elm Street', line2: null, state: 'CA', zip: '94107' },
});
const audit: PageAudit = { cause: 'webhook', settings: '{"version":"1.2.3"}', unanswered: [] };

const aRecord = (differences: Partial<AuditRecord> = {}): AuditRecord => ({
  ...{ storefront: 'us-store', sourceId: '1001', id, name: '#1001', action: 'create', sentAt, answeredAt },
  ...{ answer: 'accepted', message: null, remoteId: null, digest: digestOf(body), body: JSON.stringify(kept) },
  amounts: {
    ...{ occurredAt: '2026-02-03T10:00:00Z', currency: 'USD', jurisdiction: 'CA', total: 10_725n },
    taxCollected: 725n,
  },
  ...{ cause: 'webhook', by: null, runId: 'run-1', settings: '{"version":"1.2.3"}' },
  ...differences,
});

export const itAudits = (store: () => SyncDatabase): void => {
  describe('as one who keeps a record of each request', () => {
    const records = async (filter: AuditFilter = {}): Promise<readonly AuditRecord[]> => {
      const all: AuditRecord[] = [];
      let after: O.Option<string> = O.none;
      do {
        const page: Awaited<ReturnType<typeof read>> = await read(filter, after);
        all.push(...page.records);
        after = page.next;
      } while (O.isSome(after));
      return all;
    };
    const read = async (filter: AuditFilter, after: O.Option<string>) =>
      right(await store().reviews.auditRecords(filter, after)());
    const commit = async (differences: Partial<PageCommit>, at = answeredAt): Promise<void> => {
      right(await store().commitPage(aCommit('run-1', { audit, ...differences }), at)());
    };
    const save = async (...ids: readonly string[]): Promise<void> => {
      const intents = ids.map((one) => anIntent({ id: one, name: '#1001', body }));
      right(await store().saveIntents(intents, sentAt)());
    };

    beforeEach(async () => {
      right(await store().openRun(aRequest(), { id: 'run-1', at: sentAt })());
    });

    it('adds one with the outcome: the digest of the whole body, the body without its person, and the amounts', async () => {
      await save(id);
      expect(await records()).toStrictEqual([]);
      await commit({ settledIntents: [{ id, status: 'confirmed' }] });
      expect(await records()).toStrictEqual([aRecord()]);
      expect(await records({ storefronts: ['us-store'], sourceId: '1001' })).toStrictEqual([aRecord()]);
      expect(await records({ days: { from: '2026-04-01', to: '2026-04-01' } })).toHaveLength(1);
      expect(await records({ days: { from: '2026-04-02', to: '2026-04-30' } })).toStrictEqual([]);
      expect(await records({ storefronts: ['eu-store'] })).toStrictEqual([]);
      expect(right(await store().forAccount('acme').reviews.auditRecords({}, O.none)()).records).toStrictEqual([]);
    });

    it('adds none without the outcome, and none for what was settled before', async () => {
      await save(id);
      const fence = { storefront: 'us-store', owner: 'another process' };
      const settledIntents = [{ id, status: 'confirmed' as const }];
      expect(await store().commitPage(aCommit('run-1', { audit, settledIntents }), answeredAt, fence)()).toMatchObject({
        left: { problem: 'taken over' },
      });
      expect(await records()).toStrictEqual([]);
      await commit({ settledIntents });
      await commit({ settledIntents }, '2026-04-01T13:00:00Z');
      expect(await records()).toHaveLength(1);
    });

    it('adds one for each answer to a transaction, the first ones too', async () => {
      await save(id, refundId);
      await commit({ audit: { ...audit, unanswered: [{ id, message: 'timeout' }] } });
      await store().recordAttempt(id, null, '2026-04-01T12:30:00Z')();
      await commit({
        settledIntents: [
          { id, status: 'confirmed', answer: 'found', remoteId: 'tn-7', by: 'Ada' },
          { id: refundId, status: 'refused', message: 'HTTP 422 (total)' },
        ],
      });
      const all = await records();
      expect(all.map((one) => [one.id, one.action, one.answer, one.message, one.remoteId, one.by])).toStrictEqual([
        [id, 'create', 'no answer', 'timeout', null, null],
        [id, 'create', 'found', null, 'tn-7', 'Ada'],
        [refundId, 'adjust', 'refused', 'HTTP 422 (total)', null, null],
      ]);
      expect(all[1]?.sentAt).toBe('2026-04-01T12:30:00Z');
    });

    it('adds one for an intent that several runs settle at the same time', async () => {
      await save(id);
      const runs = ['run-2', 'run-3', 'run-4', 'run-5'];
      for (const [index, run] of runs.entries()) {
        const range = { from: '2026-01-01', to: `2026-02-0${index + 1}` };
        right(await store().openRun(aRequest({ range }), { id: run, at: sentAt })());
      }
      const settledIntents = [{ id, status: 'confirmed' as const }];
      const commits = runs.map((run) => store().commitPage(aCommit(run, { audit, settledIntents }), answeredAt)());
      for (const done of await Promise.all(commits)) right(done);
      expect(await records()).toHaveLength(1);
    });

    it('has the answer to the request, of the run that sent it, if another run found the transaction first', async () => {
      await save(id);
      await commit({ settledIntents: [{ id, status: 'confirmed', answer: 'found' }] });
      const range = { from: '2026-01-01', to: '2026-02-01' };
      right(await store().openRun(aRequest({ range }), { id: 'run-2', at: sentAt })());
      const bySender: PageAudit = { cause: 'run', settings: '{"version":"1.2.4"}', unanswered: [] };
      const sent = { audit: bySender, settledIntents: [{ id, status: 'confirmed' as const, by: 'Ada' }] };
      right(await store().commitPage(aCommit('run-2', sent), '2026-04-01T12:00:09Z')());
      const { settings } = bySender;
      const one = aRecord({ cause: 'run', by: 'Ada', runId: 'run-2', settings });
      expect(await records()).toStrictEqual([one]);
      await commit({ settledIntents: [{ id, status: 'confirmed', answer: 'found' }] });
      expect(await records()).toStrictEqual([one]);
    });

    it('keeps digest, amounts, state and times of an erased record, and nothing of its person', async () => {
      await save(id);
      await commit({ settledIntents: [{ id, status: 'confirmed', message: 'a message', by: 'Ada' }] });
      right(await store().inbox.eraseRecords('us-store', ['1001'])());
      expect(await records()).toStrictEqual([aRecord({ name: id, body: null, by: '' })]);
    });

    it('keeps the frozen digest of a body that was erased before its answer came', async () => {
      await save(id);
      right(await store().inbox.eraseRecords('us-store', ['1001'])());
      await commit({ settledIntents: [{ id, status: 'confirmed' }] });
      expect(await records()).toMatchObject([{ digest: 'digest-1', body: null, amounts: null }]);
    });

    it('adds that of a correction together with the note next to it', async () => {
      const correction = aRecord({ action: 'correct', cause: 'person', by: 'Ada', runId: null });
      right(await store().reviews.saveCorrection({ ...correction, answer: 'no answer' }, null)());
      right(await store().reviews.saveCorrection(correction, 'corrected at the service: total')());
      expect((await records()).map(({ answer }) => answer)).toStrictEqual(['no answer', 'accepted']);
      expect(right(await store().inbox.resolutions('us-store')())).toMatchObject([
        { id, note: 'corrected at the service: total', by: 'Ada', at: answeredAt },
      ]);
    });
  });
};
