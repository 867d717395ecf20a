import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { PageLookup, PageCommit, Submission } from '../../../src/domain/sync-store.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aCommit, aReportLine, anIntent, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import type { Opened } from './opened.ts';

const at = '2026-04-01T00:00:00Z';
const later = '2026-04-01T00:01:05Z';
const { id, name } = anIntent();
type Status = PageCommit['settledIntents'][number]['status'];

const aSubmission = (differences: Partial<Submission> = {}): Submission => ({
  id,
  status: 'intent',
  digest: 'd1',
  body: null,
  remoteId: null,
  savedAt: at,
  attemptedAt: null,
  ...differences,
});

export const itKeepsSubmissions = ({ store }: Opened): void => {
  describe('as a keeper of what was sent', () => {
    const known = async (wanted = [{ id, name }], runId = 'run-1'): Promise<PageLookup> =>
      right(await store().lookUpTransactions(runId, wanted)());
    const submission = async (): Promise<Submission | undefined> => (await known()).submissions.get(id);
    const settle = async (...statuses: readonly Status[]): Promise<void> => {
      const settled = statuses.map((status) => ({ id, status }));
      right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), at)());
    };
    const save = async (body: string, digest: string): Promise<void> => {
      right(await store().saveIntents([anIntent({ body, digest })], at)());
    };

    it('knows nothing of what was never tried', async () => {
      const nothing = new Map();
      expect(await known()).toStrictEqual({
        submissions: nothing,
        remoteById: nothing,
        remoteByName: nothing,
        settledInRun: nothing,
        owners: nothing,
      });
    });

    it('remembers an intent with its body', async () => {
      await save('first body', 'd1');
      expect(await submission()).toStrictEqual(aSubmission({ body: 'first body' }));
    });

    it('freezes the body of the first attempt', async () => {
      await save('first body', 'd1');
      await save('second body', 'd2');
      expect(await submission()).toMatchObject({ status: 'intent', digest: 'd1', body: 'first body' });
    });

    it('lets one of two begin an attempt that know the same of it, and shows the other what it knows', async () => {
      await save('first body', 'd1');
      expect(right(await store().recordAttempt(id, null, at)())).toStrictEqual(O.none);
      const second = right(await store().recordAttempt(id, null, later)());
      expect(second).toStrictEqual(O.some(aSubmission({ body: 'first body', attemptedAt: at })));
      expect(right(await store().recordAttempt(id, at, later)())).toStrictEqual(O.none);
      expect(await submission()).toMatchObject({ status: 'intent', savedAt: at, attemptedAt: later });
    });

    it('lets one of many begin an attempt at the same time', async () => {
      await save('first body', 'd1');
      const all = await Promise.all(Array.from({ length: 8 }, () => store().recordAttempt(id, null, at)()));
      expect(all.map(right).filter(O.isNone)).toHaveLength(1);
    });

    it('starts no attempt for a confirmed transaction, and any for an unknown one', async () => {
      await save('first body', 'd1');
      await settle('confirmed');
      expect(right(await store().recordAttempt(id, null, at)())).toStrictEqual(
        O.some(aSubmission({ status: 'confirmed' })),
      );
      expect(right(await store().recordAttempt('another', null, at)())).toStrictEqual(O.none);
    });

    it('forgets the attempts at a refused body with it', async () => {
      await save('first body', 'd1');
      right(await store().recordAttempt(id, null, at)());
      await settle('refused');
      await save('second body', 'd2');
      expect(await submission()).toMatchObject({ digest: 'd2', attemptedAt: null });
    });

    it('keeps what the service showed of a confirmed one that differs, until its list shows something else', async () => {
      await save('first body', 'd1');
      const settled = [{ id, status: 'confirmed', shown: { total: '12' } }] as const;
      right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), at)());
      expect((await known()).remoteById.get(id)).toMatchObject({ shown: { total: '12' } });
      const transactions = [{ id, name, shown: { total: '13' } }];
      right(await store().saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
      expect((await known()).remoteById.get(id)).toMatchObject({ shown: { total: '13' } });
    });

    it('returns the earlier submission of an intent that was tried before, and nothing for a new one', async () => {
      await save('first body', 'd1');
      const both = [anIntent({ body: 'second body', digest: 'd2' }), anIntent({ id: 'another' })];
      const { existing } = right(await store().saveIntents(both, later)());
      expect([...existing]).toStrictEqual([[id, aSubmission({ body: 'first body' })]]);
      await settle('confirmed');
      const confirmed = right(await store().saveIntents(both, later)()).existing;
      expect(confirmed.get(id)).toStrictEqual(aSubmission({ status: 'confirmed' }));
    });

    it('shows what the service has under its own id of a transaction', async () => {
      await save('first body', 'd1');
      const settled = [{ id, status: 'confirmed', remoteId: 'TXN-1' }] as const;
      right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), at)());
      const transactions = [{ id: 'TXN-1', name: 'another name', shown: { total: '13' } }];
      right(await store().saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
      expect((await known()).remoteById.get(id)).toMatchObject({ id: 'TXN-1', shown: { total: '13' } });
    });

    it('shows, of several with its name, one of which the service shows something', async () => {
      const transactions = [
        { id: 'a', name, shown: null },
        { id: 'b', name, shown: { total: '13' } },
        { id: 'c', name, shown: { total: '14' } },
      ];
      right(await store().saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
      expect((await known()).remoteByName.get(name)).toMatchObject({ id: 'b', shown: { total: '13' } });
    });

    it('freezes the first of two bodies that come at once', async () => {
      const both = [anIntent({ body: 'first body' }), anIntent({ body: 'second body' })];
      right(await store().saveIntents(both, at)());
      expect(await submission()).toMatchObject({ body: 'first body' });
    });

    it('drops the body of one that was refused for good, and takes another', async () => {
      await save('first body', 'd1');
      await settle('refused');
      expect(await submission()).toStrictEqual(aSubmission({ status: 'refused' }));
      await save('second body', 'd2');
      expect(await submission()).toStrictEqual(aSubmission({ digest: 'd2', body: 'second body' }));
    });

    it('knows whether the service holds what was not sent from here', async () => {
      const holdsUnsent = async (): Promise<boolean> => right(await store().holdsUnsent()());
      const commit = async (line: ReportLine): Promise<void> =>
        right(await store().commitPage(aCommit('run-1', { lines: [line] }), at)());
      expect(await holdsUnsent()).toBe(false);
      await save('first body', 'd1');
      await settle('confirmed');
      await commit(aReportLine({ id, outcome: 'alreadyPresent' }));
      await commit(aReportLine({ id: 'held', outcome: 'held', reason: 'not paid' }));
      expect(await holdsUnsent()).toBe(false);
      await commit(aReportLine({ id: 'found', outcome: 'alreadyPresent' }));
      expect(await holdsUnsent()).toBe(true);
    });

    it('names what was confirmed, and nothing else', async () => {
      await save('first body', 'd1');
      expect(right(await store().findNewestConfirmed(3)())).toStrictEqual([]);
      await settle('confirmed');
      expect(right(await store().findNewestConfirmed(3)())).toStrictEqual([{ id, name, remoteId: null }]);
      expect(right(await store().findNewestConfirmed(0)())).toStrictEqual([]);
    });

    it('finds what may have been sent of a record, with the newest historical run that has a line of it', async () => {
      const requests = [
        aRequest({ range: { from: '2020-01-01', to: '2020-01-02' } }),
        aRequest({ dryRun: true }),
        aRequest({ kind: 'live' }),
      ];
      for (const [index, request] of requests.entries()) {
        const runId = `run-${index + 2}`;
        right(await store().openRun(request, { id: runId, at })());
        right(await store().commitPage(aCommit(runId, { lines: [aReportLine()] }), at)());
      }
      right(
        await store().openRun(aRequest({ range: { from: '2021-01-01', to: '2021-01-02' } }), { id: 'run-5', at })(),
      );
      const others = [anIntent({ id: 'of another record', sourceId: '1002' }), anIntent({ id: 'of none' })];
      right(await store().saveIntents([anIntent(), ...others], at)());
      const sent = right(await store().findSent('us-store', '1001')());
      expect([...sent].sort()).toStrictEqual([
        ['of none', null],
        [id, 'run-2'],
      ]);
      expect(right(await store().findSent('eu-store', '1001')())).toStrictEqual(new Map());
    });

    it('finds the records whose pushes are not settled, which are older than a moment and have no line in a run', async () => {
      const records = ['1001', '1002', '1003', '1004', '1005'];
      const intents = records.map((sourceId) => anIntent({ id: `shopify:1:${sourceId}`, sourceId }));
      right(await store().saveIntents([...intents, anIntent({ id: 'other', storefront: 'eu-store' })], at)());
      right(await store().saveIntents([anIntent({ id: 'new', sourceId: '1006' })], later)());
      const settledIntents = [{ id: 'shopify:1:1001', status: 'confirmed' }] as const;
      const lines = [aReportLine({ id: 'shopify:1:1002', sourceId: '1002' })];
      right(await store().commitPage(aCommit('run-1', { settledIntents, lines }), at)());
      const find = async (after: string, runId = 'run-1') =>
        right(await store().findUnconfirmed('us-store', { runId, savedBefore: later, after })());
      expect(await find('')).toStrictEqual(['1003', '1004', '1005']);
      expect(await find('1003')).toStrictEqual(['1004', '1005']);
      expect(await find('', 'run of others')).toStrictEqual(['1002', '1003', '1004', '1005']);
    });

    it('knows all that was sent of a sale next to it: from its own pushes, and from the list of the service', async () => {
      const saleId = 'shopify:1:5012';
      const own = [
        anIntent({ id: `${saleId}:refund:1`, name: 'refund 1' }),
        anIntent({ id: `${saleId}:refund:1:undone:2`, name: 'offset' }),
        anIntent({ id: `${saleId}:marketplace:refund:1`, name: 'refund of its other part' }),
        anIntent({ id: `${saleId}3:refund:1`, name: 'refund of another sale' }),
      ];
      right(await store().saveIntents([anIntent({ id: saleId, name: 'sale' }), ...own], at)());
      const shown = { total: '-10', taxCollected: '-1' };
      const settledIntents = [{ id: `${saleId}:refund:1`, status: 'confirmed', shown } as const];
      right(await store().commitPage(aCommit('run-1', { settledIntents }), at)());
      const listed = { id: `${saleId}:dispute:9`, name: 'dispute', shown: null };
      const page = { scan: 1, transactions: [listed], next: O.none, completesScan: true };
      right(await store().saveRemoteIndexPage(page)());
      const sent = right(await store().findSentUnder([saleId, `${saleId}:marketplace`, 'shopify:1:1'])());
      expect([...sent.keys()].toSorted()).toStrictEqual([saleId, `${saleId}:marketplace`]);
      expect(sent.get(saleId)?.map(({ id: found, status, shown: fields }) => [found, status, fields])).toStrictEqual([
        [`${saleId}:dispute:9`, 'listed', null],
        [`${saleId}:refund:1`, 'confirmed', shown],
        [`${saleId}:refund:1:undone:2`, 'intent', null],
      ]);
      expect(sent.get(saleId)?.map(({ savedAt }) => savedAt)).toStrictEqual([null, at, at]);
      expect(sent.get(`${saleId}:marketplace`)).toMatchObject([{ id: `${saleId}:marketplace:refund:1` }]);
    });

    it('finds what the list shows under the name of a sale, in any form, and under names that begin with it', async () => {
      const names = ['Shopify #1 · 5012', 'SHOPIFY #1 5012 REFUND 901', 'Shopify #1 · 5012 · undone 1'];
      const others = ['Shopify #1 · 50123', 'Shopify #11 · 5012', 'Stripe ch_1 · refund re_1', null];
      const transactions = [...names, ...others].map((name, index) => ({ id: `txn_${index}`, name, shown: null }));
      right(await store().saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
      const found = right(await store().findListedUnder(['Shopify #1 · 5012', '', 'Stripe ch_2'])());
      expect(found.map(({ id: listed, name }) => [listed, name]).toSorted()).toStrictEqual([
        ['txn_0', 'shopify-1-5012'],
        ['txn_1', 'shopify-1-5012-refund-901'],
        ['txn_2', 'shopify-1-5012-undone-1'],
      ]);
      const many = Array.from({ length: 90 }, (_, index) => `Shopify #${index} · ${index}`);
      expect(right(await store().findListedUnder([...many, 'Stripe ch_1'])())).toMatchObject([{ id: 'txn_5' }]);
      expect(right(await store().findListedUnder([])())).toStrictEqual([]);
    });

    it('drops the body once confirmed, keeps its digest, and takes no other', async () => {
      await save('first body', 'd1');
      await settle('confirmed');
      await save('second body', 'd2');
      expect(await submission()).toStrictEqual(aSubmission({ status: 'confirmed' }));
    });

    it('keeps the digest of what the service holds, where that is not the frozen body', async () => {
      await save('first body', 'd1');
      const confirm = async (digest: string): Promise<void> => {
        const settled = [{ id, status: 'confirmed', digest }] as const;
        right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), at)());
      };
      await confirm('d2');
      expect(await submission()).toStrictEqual(aSubmission({ status: 'confirmed', digest: 'd2' }));
      await confirm('d3');
      expect(await submission()).toMatchObject({ digest: 'd2' });
    });

    it('takes no later doubt about what was confirmed', async () => {
      await save('first body', 'd1');
      await settle('confirmed', 'refused');
      await settle('refused');
      expect(await submission()).toMatchObject({ status: 'confirmed', body: null });
    });

    it('counts what was confirmed as present in the service, under its id and its name', async () => {
      await save('first body', 'd1');
      expect((await known()).remoteById.size).toBe(0);
      await settle('confirmed');
      const { remoteById, remoteByName } = await known([
        { id, name },
        { id: 'other', name },
      ]);
      const present = { id, name: expect.any(String), shown: null };
      expect([...remoteById]).toStrictEqual([[id, present]]);
      expect([...remoteByName]).toStrictEqual([[name, present]]);
    });

    it('settles nothing that was never an intent', async () => {
      await settle('confirmed');
      expect(await submission()).toBeUndefined();
      expect((await known()).remoteById.size).toBe(0);
    });

    it('knows what this run has settled, and nothing of other runs', async () => {
      right(await store().openRun(aRequest({ dryRun: true }), { id: 'run-2', at })());
      const entries = [
        aReportLine(),
        aReportLine({ id: 'shopify:1:1002', outcome: 'held', reason: 'missing address' }),
      ];
      right(await store().commitPage(aCommit('run-1', { lines: entries }), at)());
      const wanted = ['1001', '1002', '1003'].map((number) => ({ id: `shopify:1:${number}`, name: number }));
      expect([...(await known(wanted)).settledInRun].sort()).toStrictEqual([
        ['shopify:1:1001', 'succeeded'],
        ['shopify:1:1002', 'held'],
      ]);
      expect((await known(wanted, 'run-2')).settledInRun.size).toBe(0);
    });

    it('looks up hundreds at once, and answers for each of them', async () => {
      const intents = Array.from({ length: 250 }, (_, index) =>
        anIntent({ id: `shopify:1:${index}`, name: `name ${index}`, body: `body ${index}` }),
      );
      right(await store().saveIntents(intents, at)());
      const settled = intents.slice(0, 125).map((intent) => ({ id: intent.id, status: 'confirmed' as const }));
      right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), at)());
      const found = await known([...intents, ...intents]);
      expect(found.submissions.size).toBe(250);
      expect(found.remoteById.size).toBe(125);
      expect(found.remoteByName.size).toBe(125);
      expect(found.submissions.get('shopify:1:249')).toMatchObject({ status: 'intent', body: 'body 249' });
      expect(found.submissions.get('shopify:1:124')).toMatchObject({ status: 'confirmed', body: null });
    });

    it('answers an empty question', async () => {
      expect((await known([])).submissions.size).toBe(0);
    });
  });
};
