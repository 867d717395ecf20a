import { beforeEach, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aDelivery, ringTime } from '../../support/a-delivery.ts';
import { aCommit, anAdjustment, aReportLine, anIntent, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T12:00:00Z';

const entryOf = (sourceId: string, differences: Partial<ReportLine> = {}): ReportLine =>
  aReportLine({ id: `shopify:1:${sourceId}`, sourceId, name: `#${sourceId}`, message: 'a message', ...differences });

export const itErases = (store: () => SyncDatabase): void => {
  describe('as one who erases', () => {
    const detail = {
      ...{ zip: '94107', discount: 0n, shipping: 500n, marketplace: null, exemption: null, parentId: null },
    };
    const entries = async (): Promise<readonly ReportLine[]> =>
      right(await store().findLines('run-1', {}, { after: O.none, limit: 99 })()).lines;
    const bodyOf = async (sourceId: string): Promise<string | null | undefined> => {
      const id = `shopify:1:${sourceId}`;
      return right(await store().lookUpTransactions('run-1', [{ id, name: '' }])()).submissions.get(id)?.body;
    };

    beforeEach(async () => {
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      for (const sourceId of ['1001', '1002']) {
        const id = `shopify:1:${sourceId}`;
        right(
          await store().saveIntents([anIntent({ id, sourceId, name: `#${sourceId}`, body: `body ${sourceId}` })], at)(),
        );
      }
      const adjustments = [anAdjustment({ message: 'refunded to Mia' })];
      const otherStorefronts = entryOf('1001', { id: 'shopify:2:1001', storefront: 'eu-store' });
      right(
        await store().commitPage(
          aCommit('run-1', {
            lines: [entryOf('1001', { adjustments: adjustments, detail }), entryOf('1002'), otherStorefronts],
          }),
          at,
        )(),
      );
    });

    it('takes name, ZIP, body and messages of a record, and leaves ids, amounts and what was decided', async () => {
      expect(right(await store().inbox.eraseRecords('us-store', ['1001', '9999'])())).toBe(1);
      const [erased, kept, otherStorefronts] = await entries();
      expect(erased).toStrictEqual(
        entryOf('1001', {
          ...{ name: '1001', message: null, adjustments: [anAdjustment({ message: '' })] },
          detail: { ...detail, zip: null },
        }),
      );
      expect(kept).toStrictEqual(entryOf('1002'));
      expect(otherStorefronts).toMatchObject({ name: '#1001', message: 'a message' });
      expect(await bodyOf('1001')).toBeNull();
      expect(await bodyOf('1002')).toBe('body 1002');
    });

    describe('for the next reader', () => {
      const sale = { id: 'shopify:1:1001', sourceId: '1001' };
      const other = { id: 'shopify:1:1002', sourceId: '1002' };
      const none = { isLeft: false, places: new Map() };

      it('shows which records were erased, with the place of their sales, also to another storefront of the shop', async () => {
        const { erasedOf, eraseRecords } = store().inbox;
        expect(right(await erasedOf('us-store', [sale, other])())).toStrictEqual(none);
        right(await eraseRecords('us-store', ['1001', '9999'])());
        const [{ amounts }] = (await entries()) as [ReportLine];
        const places = new Map([['1001', amounts?.jurisdiction]]);
        expect(amounts?.jurisdiction).toMatch(/^[A-Z]{2}$/);
        expect(right(await erasedOf('us-store', [sale, other])())).toStrictEqual({ isLeft: false, places });
        expect(right(await erasedOf('imported', [sale, other])())).toStrictEqual({ isLeft: false, places });
        expect(right(await erasedOf('imported', [{ ...sale, id: 'shopify:7:1001' }])())).toStrictEqual(none);
        const unknown = { id: 'shopify:1:9999', sourceId: '9999' };
        expect(right(await erasedOf('us-store', [unknown])()).places).toStrictEqual(new Map([['9999', null]]));
      });

      it('shows that a merchant left, under any name of the shop, until the storefront is reopened', async () => {
        const { erasedOf, eraseStorefront, reopenStorefront } = store().inbox;
        expect(right(await reopenStorefront('us-store')())).toBe(false);
        right(await eraseStorefront('us-store')());
        right(await eraseStorefront('us-store')());
        expect(right(await erasedOf('us-store', [])())).toMatchObject({ isLeft: true });
        expect(right(await erasedOf('imported', [other])())).toMatchObject({ isLeft: true });
        expect(right(await erasedOf('imported', [{ id: 'shopify:7:1', sourceId: '1' }])())).toMatchObject({
          isLeft: false,
        });
        expect(right(await erasedOf('imported', [])())).toMatchObject({ isLeft: false });
        expect(right(await reopenStorefront('us-store')())).toBe(true);
        expect(right(await erasedOf('us-store', [sale])())).toStrictEqual(none);
      });
    });

    it('leaves the digest and the status, so that nothing is sent again', async () => {
      const id = 'shopify:1:1001';
      right(await store().commitPage(aCommit('run-1', { settledIntents: [{ id, status: 'confirmed' }] }), at)());
      const before = right(await store().lookUpTransactions('run-1', [{ id, name: '#1001' }])());
      right(await store().inbox.eraseRecords('us-store', ['1001'])());
      const after = right(await store().lookUpTransactions('run-1', [{ id, name: '#1001' }])());
      const erased = { id, name: expect.stringMatching(/^erased-[0-9a-f]{64}$/), shown: null };
      expect(after).toStrictEqual({
        ...before,
        remoteById: new Map([[id, erased]]),
        remoteByName: new Map([['#1001', erased]]),
      });
    });

    describe('of what the service showed', () => {
      const place = { total: '107.25', transactedAt: '2026-03-01', state: 'CA' };
      const shown = { ...place, zip: '94107' };
      const nameOf = (sourceId: string): string => `Shopify #${sourceId} · ${sourceId}`;
      const remoteId = 'txn_1003';
      /** Under our id, under the service's, under its name alone, of no run, and of another storefront. */
      const listed = [
        { id: 'shopify:1:1001', name: nameOf('1001'), shown },
        { id: remoteId, name: nameOf('1003'), shown },
        { id: 'txn_1004', name: nameOf('1004'), shown },
        { id: 'shopify:1:1001:refund:7', name: `${nameOf('1001')} · refund 7`, shown },
        { id: 'shopify:2:1001', name: nameOf('2-1001'), shown },
      ];
      const list = async (): Promise<void> => {
        const page = { scan: 1, transactions: listed, next: O.none, completesScan: true };
        right(await store().saveRemoteIndexPage(page)());
      };
      const wanted = [
        { id: 'shopify:1:1001', name: nameOf('1001') },
        { id: 'shopify:1:1003', name: nameOf('1003') },
        { id: 'shopify:1:1004', name: nameOf('1004') },
        { id: 'shopify:1:1001:refund:7', name: `${nameOf('1001')} · refund 7` },
        { id: 'shopify:2:1001', name: nameOf('2-1001') },
      ];
      const seen = async (): Promise<readonly (readonly [string | undefined, boolean | undefined, unknown])[]> => {
        const known = right(await store().lookUpTransactions('run-1', wanted)());
        return wanted.map(({ id, name }) => {
          const [byId, byName] = [known.remoteById.get(id), known.remoteByName.get(name)];
          expect((byId ?? byName)?.shown).toStrictEqual(byName?.shown);
          return [byName?.id, byName?.name?.startsWith('erased-'), byName?.shown];
        });
      };

      beforeEach(async () => {
        const id = 'shopify:1:1003';
        right(await store().saveIntents([anIntent({ id, sourceId: '1003', name: nameOf('1003'), body: '{}' })], at)());
        const settled = [{ id, status: 'confirmed' as const, remoteId, shown }];
        const present = entryOf('1004', { name: nameOf('1004'), outcome: 'alreadyPresent' });
        right(await store().commitPage(aCommit('run-1', { settledIntents: settled, lines: [present] }), at)());
        await list();
      });

      it('takes ZIP and name of a record, for good, and still finds each by id and name', async () => {
        right(await store().inbox.eraseRecords('us-store', ['1001', '1003', '1004'])());
        const erased = [
          ['shopify:1:1001', true, place],
          [remoteId, true, place],
          ['txn_1004', true, place],
          ['shopify:1:1001:refund:7', true, place],
          ['shopify:2:1001', false, shown],
        ];
        expect(await seen()).toStrictEqual(erased);
        await list();
        expect(await seen()).toStrictEqual(erased);
      });

      it('takes them of a whole storefront', async () => {
        right(await store().inbox.eraseStorefront('us-store')());
        expect((await seen()).map(([, isErased, left]) => [isErased, left])).toStrictEqual([
          ...Array.from({ length: 4 }, () => [true, place]),
          [false, shown],
        ]);
      });

      it('keeps none of the answer about a sale that was erased before it came', async () => {
        const id = 'shopify:1:1002';
        right(await store().inbox.eraseRecords('us-store', ['1002'])());
        const settled = [{ id, status: 'confirmed' as const, shown }];
        right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), at)());
        const known = right(await store().lookUpTransactions('run-1', [{ id, name: '' }])());
        expect(known.remoteById.get(id)).toMatchObject({ id, shown: place });
        expect(known.remoteById.get(id)?.shown).not.toHaveProperty('zip');
      });
    });

    it('finds nothing to erase the second time', async () => {
      right(await store().inbox.eraseRecords('us-store', ['1001'])());
      expect(right(await store().inbox.eraseRecords('us-store', ['1001'])())).toBe(0);
    });

    it('takes the words of the notes about a record', async () => {
      const note = { storefront: 'us-store', note: 'called Mia', by: 'mia', at };
      for (const id of ['shopify:1:1001', 'shopify:1:1001/drift-1', 'shopify:1:1002']) {
        right(await store().inbox.saveResolution({ ...note, id })());
      }
      right(await store().inbox.eraseRecords('us-store', ['1001'])());
      expect(
        right(await store().inbox.resolutions('us-store')()).map((one) => [one.id, one.note, one.by]),
      ).toStrictEqual([
        ['shopify:1:1001', '', ''],
        ['shopify:1:1001/drift-1', '', ''],
        ['shopify:1:1002', 'called Mia', 'mia'],
      ]);
    });

    it('takes the words of notes about what no run has looked at', async () => {
      const note = { storefront: 'us-store', note: 'called Mia', by: 'mia', at };
      const ids = [
        'shopify:1:77/0a1b2c3d',
        'shopify:1:77:refund:5/0a1b2c3d',
        'shopify:1:770/0a1b2c3d',
        'shopify:77:1002',
      ];
      for (const id of ids) right(await store().inbox.saveResolution({ ...note, id })());
      right(await store().inbox.saveResolution({ ...note, storefront: 'eu-store', id: 'shopify:1:77/0a1b2c3d' })());
      const notes = async (storefront: string): Promise<readonly string[]> =>
        right(await store().inbox.resolutions(storefront)()).map((one) => `${one.note} ${one.by}`);
      const [whole, erased] = ['called Mia mia', ' '];

      right(await store().inbox.eraseRecords('us-store', ['77'])());
      expect(await notes('us-store')).toStrictEqual([erased, erased, whole, whole]);
      right(await store().inbox.eraseStorefront('us-store')());
      expect(await notes('us-store')).toStrictEqual([erased, erased, erased, erased]);
      expect(await notes('eu-store')).toStrictEqual([whole]);
    });

    describe('of a page that was read before and is committed after it', () => {
      const nameOf = (sourceId: string): string => `Shopify #${sourceId} · ${sourceId}`;
      const unknown = entryOf('1003', { detail, adjustments: [anAdjustment({ message: 'refunded to Mia' })] });
      const erased = {
        ...{ name: '1003', message: null, adjustments: [anAdjustment({ message: '' })] },
        detail: { ...detail, zip: null },
      };

      it('keeps what stands in its lines without the person, also under another storefront, and whole of others', async () => {
        right(await store().inbox.eraseRecords('us-store', ['1003'])());
        right(await store().openRun(aRequest({ storefronts: ['history'] }), { id: 'run-2', at })());
        const lines = [
          unknown,
          entryOf('1004', { detail }),
          { ...unknown, id: 'shopify:2:1003', storefront: 'eu-store' },
        ];
        right(await store().commitPage(aCommit('run-1', { lines }), at)());
        const imported = [unknown, { ...unknown, id: 'shopify:10:1003' }].map((one) => ({
          ...one,
          storefront: 'history',
        }));
        right(await store().commitPage(aCommit('run-2', { storefront: 'history', lines: imported }), at)());

        expect((await entries()).slice(3)).toStrictEqual([{ ...unknown, ...erased }, lines[1], lines[2]]);
        const ofFile = right(await store().findLines('run-2', {}, { after: O.none, limit: 9 })()).lines;
        expect(ofFile).toStrictEqual([{ ...imported[0], ...erased }, imported[1]]);
      });

      it('keeps no body of what is sent then, and neither body nor name in the record of its answer', async () => {
        const [sale, refund] = ['shopify:1:1003', 'shopify:1:1003:refund:7'];
        right(await store().inbox.eraseRecords('us-store', ['1003'])());
        const intents = [sale, refund].map((id) =>
          anIntent({ id, sourceId: '1003', name: nameOf('1003'), body: '{}' }),
        );
        const saved = right(
          await store().saveIntents([...intents, anIntent({ id: 'shopify:1:1004', sourceId: '1004' })], at)(),
        );
        expect(saved).toStrictEqual({ claimed: new Map(), existing: new Map() });
        const known = right(
          await store().lookUpTransactions('run-1', [...intents, { id: 'shopify:1:1004', name: '' }])(),
        );
        expect(
          [...known.submissions.values()].map(({ id, status, body, digest }) => [id, status, body, digest]).sort(),
        ).toStrictEqual([
          [sale, 'intent', null, 'digest-1'],
          [refund, 'intent', null, 'digest-1'],
          ['shopify:1:1004', 'intent', '{"id":"shopify:1:1001"}', 'digest-1'],
        ]);
        const settledIntents = [{ id: sale, status: 'confirmed' as const, shown: { total: '1', zip: '94107' } }];
        right(await store().commitPage(aCommit('run-1', { settledIntents }), at)());
        const { records } = right(await store().reviews.auditRecords({ sourceId: '1003' }, O.none)());
        expect(records).toMatchObject([{ id: sale, name: sale, body: null, digest: 'digest-1' }]);
        const answered = right(await store().lookUpTransactions('run-1', [{ id: sale, name: '' }])());
        expect(answered.remoteById.get(sale)).toStrictEqual({
          ...{ id: sale, name: expect.stringMatching(/^erased-/), shown: { total: '1' } },
        });
      });

      it('keeps neither ZIP nor name of what the service listed, under our id or its own', async () => {
        right(await store().inbox.eraseRecords('us-store', ['1003', '1005'])());
        const shown = { total: '107.25', zip: '94107' };
        const transactions = [
          { id: 'shopify:1:1003:refund:7', name: `${nameOf('1003')} · refund 7`, shown },
          { id: 'txn_7', name: nameOf('1005'), shown },
          { id: 'shopify:2:1003', name: nameOf('1003'), shown },
          { id: 'shopify:1:1004', name: nameOf('1004'), shown },
        ];
        const page = { scan: 1, transactions, next: O.none, completesScan: true };
        right(await store().saveRemoteIndexPage(page)());
        const known = right(await store().lookUpTransactions('run-1', transactions)());
        expect(transactions.map(({ id }) => known.remoteById.get(id)?.shown)).toStrictEqual([
          ...[{ total: '107.25' }, { total: '107.25' }],
          ...[shown, shown],
        ]);
        expect(known.remoteByName.get(nameOf('1005'))).toMatchObject({
          id: 'txn_7',
          name: expect.stringMatching(/^erased-/),
        });
      });

      it('keeps no person in the record of a correction', async () => {
        right(await store().inbox.eraseRecords('us-store', ['1001'])());
        const record = {
          ...{
            storefront: 'us-store',
            sourceId: '1001',
            id: 'shopify:1:1001',
            name: '#1001',
            action: 'correct' as const,
          },
          ...{
            sentAt: at,
            answeredAt: at,
            answer: 'accepted' as const,
            message: 'a message',
            remoteId: null,
            digest: 'd',
          },
          ...{ body: '{}', amounts: null, cause: 'person' as const, by: 'Ada', runId: null, settings: null },
        };
        right(await store().reviews.saveCorrection(record, null)());
        const { records } = right(await store().reviews.auditRecords({ sourceId: '1001' }, O.none)());
        expect(records).toStrictEqual([{ ...record, name: record.id, message: null, body: null, by: '' }]);
      });

      it('commits none of it after its whole storefront was erased, and what is read afterwards with its names', async () => {
        const times = { now: 0, until: 1_000 };
        right(await store().acquireLease('us-store', 'me', times, () => false)());
        right(await store().inbox.receiveDelivery(aDelivery({ recordId: '1003' }))());
        right(
          await store().inbox.claim('us-store', { now: ringTime, until: ringTime + 1_000, owner: 'me', limit: 9 })(),
        );
        right(await store().inbox.eraseStorefront('us-store')());
        const lines = [unknown];
        for (const fence of [
          { storefront: 'us-store', owner: 'me' },
          { storefront: 'us-store', recordId: '1003', owner: 'me' },
        ]) {
          const committed = await store().commitPage(aCommit('run-1', { lines }), at, fence)();
          expect(committed).toMatchObject({ left: { problem: 'taken over' } });
        }
        right(await store().acquireLease('us-store', 'me', times, () => false)());
        right(await store().commitPage(aCommit('run-1', { lines }), at, { storefront: 'us-store', owner: 'me' })());
        expect((await entries()).at(-1)).toStrictEqual(unknown);
      });

      it('keeps neither ZIP nor name of what the service listed of a whole storefront', async () => {
        right(await store().inbox.eraseStorefront('us-store')());
        const shown = { total: '107.25', zip: '94107' };
        const transactions = ['shopify:1:1003', 'shopify:2:1003'].map((id) => ({ id, name: nameOf('1003'), shown }));
        right(await store().saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
        const known = right(await store().lookUpTransactions('run-1', transactions)());
        expect(transactions.map(({ id }) => known.remoteById.get(id)?.shown)).toStrictEqual([
          { total: '107.25' },
          shown,
        ]);
      });
    });

    it('erases many records at once', async () => {
      const ids = Array.from({ length: 300 }, (_, n) => String(1001 + n));
      expect(right(await store().inbox.eraseRecords('us-store', ids)())).toBe(2);
    });

    it('takes what another storefront, such as an imported file, holds of the same shop, and of no other', async () => {
      const lines = ['1001', '77', '78'].map((sourceId) => entryOf(sourceId, { storefront: 'history' }));
      const ofOther = entryOf('1001', { id: 'shopify:10:1001', storefront: 'history' });
      const split = entryOf('77', { id: 'shopify:1:77:seller', storefront: 'history' });
      right(await store().openRun(aRequest({ storefronts: ['history'] }), { id: 'run-2', at })());
      right(await store().commitPage(aCommit('run-2', { lines: [...lines, split, ofOther] }), at)());
      const saved = anIntent({ id: 'shopify:1:77', sourceId: '77', storefront: 'history', body: 'body 77' });
      right(await store().saveIntents([saved], at)());
      const note = { storefront: 'history', note: 'called Mia', by: 'mia', at };
      for (const id of ['shopify:1:77', 'shopify:10:77']) right(await store().inbox.saveResolution({ ...note, id })());
      const names = async (): Promise<readonly string[]> =>
        right(await store().findLines('run-2', {}, { after: O.none, limit: 99 })()).lines.map(({ name }) => name);

      expect(right(await store().inbox.eraseRecords('us-store', ['77'])())).toBe(1);
      expect(await names()).toStrictEqual(['#1001', '77', '#78', '77', '#1001']);
      expect(await bodyOf('77')).toBeNull();
      expect(right(await store().inbox.resolutions('history')()).map((one) => one.note)).toStrictEqual([
        '',
        'called Mia',
      ]);
      right(await store().inbox.eraseStorefront('us-store')());
      expect(await names()).toStrictEqual(['1001', '77', '78', '77', '#1001']);
    });

    it('erases a whole storefront with its requests and deliveries, and no other', async () => {
      const { inbox } = store();
      for (const storefront of ['us-store', 'eu-store']) {
        right(await inbox.receiveDelivery(aDelivery({ storefront }))());
        right(await inbox.setCatchUpCursor(storefront, at)());
        right(await store().commitPage(aCommit('run-1', { storefront, changesReadUpTo: at }), at)());
      }
      expect(right(await inbox.eraseStorefront('us-store')())).toBe(2);
      expect((await entries()).map(({ name }) => name)).toStrictEqual(['1001', '1002', '#1001']);
      expect(await bodyOf('1002')).toBeNull();
      expect(right(await inbox.state()).map(({ storefront }) => storefront)).toStrictEqual(['eu-store']);
      expect(right(await inbox.catchUpCursor('us-store')())).toStrictEqual(O.none);
      expect(right(await inbox.catchUpCursor('eu-store')())).toStrictEqual(O.some(at));
      expect(right(await store().changesReadUpTo('us-store')())).toStrictEqual(O.none);
      expect(right(await store().changesReadUpTo('eu-store')())).toStrictEqual(O.some(at));
      expect(right(await inbox.receiveDelivery(aDelivery())())).toBe(true);
      const claimed = { now: ringTime, until: ringTime + 1, owner: 'me', limit: 9 };
      expect(right(await inbox.claim('us-store', claimed)())).toHaveLength(1);
    });
  });
};
