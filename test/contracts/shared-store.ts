import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError, SyncStore } from '../../src/domain/sync-store.ts';
import { aCommit, aReportLine, anIntent, aRequest } from '../support/a-report-line.ts';
import { right } from '../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const fresh = { id: 'run-1', at };
const { id, name } = anIntent();

/**
 * The promises of a sync database that outlives its handles and may have several. `newPlace` makes an empty place each
 * time, and gives what opens a handle of it.
 */
export const describeSharedStore = (
  label: string,
  newPlace: () => () => TE.TaskEither<StoreError, SyncStore>,
): void => {
  describe(`a sync database ${label}`, () => {
    let handles: SyncStore[] = [];
    let open: () => Promise<SyncStore>;

    beforeEach(() => {
      const place = newPlace();
      handles = [];
      open = async () => {
        const store = right(await place()());
        handles.push(store);
        return store;
      };
    });
    afterEach(async () => {
      for (const handle of handles) right(await handle.close());
    });

    it('holds everything when it is closed and opened again', async () => {
      const before = await open();
      right(await before.openRun(aRequest(), fresh)());
      right(await before.setTimeZone('run-1', 'us-store', 'America/Chicago')());
      right(await before.saveIntents([anIntent({ id: 'open', body: 'frozen' }), anIntent()], at)());
      const page = aCommit('run-1', {
        checkpoint: { window: '2026-01', next: O.some('page-2') },
        lines: [aReportLine()],
        settledIntents: [{ id, status: 'confirmed' }],
      });
      right(await before.commitPage(page, at)());
      right(await before.saveRemoteIndexPage({ scan: 1, transactions: [], next: O.some('c'), completesScan: false })());
      right(await before.close());

      const after = await open();
      const run = right(await after.openRun(aRequest(), { id: 'run-2', at: '2026-05-01T00:00:00Z' })());
      expect(run).toMatchObject({ id: 'run-1', timeZones: { 'us-store': 'America/Chicago' } });
      expect(right(await after.readCheckpoint('run-1', 'us-store', '2026-01')())).toMatchObject({
        cursor: O.some('page-2'),
      });
      const known = right(
        await after.lookUpTransactions('run-1', [
          { id, name },
          { id: 'open', name: '' },
        ])(),
      );
      expect([...known.submissions.values()].map(({ status, body }) => [status, body]).sort()).toStrictEqual([
        ['confirmed', null],
        ['intent', 'frozen'],
      ]);
      expect([...known.settledInRun]).toStrictEqual([[id, 'succeeded']]);
      expect(right(await after.remoteIndexState())).toStrictEqual({ scan: 1, isComplete: false, cursor: O.some('c') });
      expect(right(await after.findLines('run-1', {}, { after: O.none, limit: 9 })()).lines).toStrictEqual([
        aReportLine(),
      ]);
    });

    it('shows one handle what the other has committed', async () => {
      const [one, other] = [await open(), await open()];
      right(await one.openRun(aRequest(), fresh)());
      right(await one.commitPage(aCommit('run-1', { lines: [aReportLine()] }), at)());
      expect(right(await other.summarizeRun('run-1')()).counts).toMatchObject({ succeeded: 1 });
    });

    it('gives a storefront to one of two handles, and to the other when the first is gone', async () => {
      const [one, other] = [await open(), await open()];
      const times = { now: 0, until: 1000 };
      expect(right(await one.acquireLease('us-store', 'one', times, () => false)())).toStrictEqual(O.none);
      expect(right(await other.acquireLease('us-store', 'other', times, () => false)())).toStrictEqual(O.some('one'));
      expect(right(await other.acquireLease('us-store', 'other', times, () => true)())).toStrictEqual(O.none);
      expect(right(await one.acquireLease('us-store', 'one', times, () => false)())).toStrictEqual(O.some('other'));
    });

    it('lets one of two handles freeze a body, in either order', async () => {
      const [one, other] = [await open(), await open()];
      await Promise.all([
        one.saveIntents([anIntent({ body: 'of one' })], at)(),
        other.saveIntents([anIntent({ body: 'of other' })], at)(),
      ]);
      const [first, second] = [
        right(await one.lookUpTransactions('run-1', [{ id, name }])()).submissions.get(id),
        right(await other.lookUpTransactions('run-1', [{ id, name }])()).submissions.get(id),
      ];
      expect(first?.body).toMatch(/^of (one|other)$/);
      expect(second).toStrictEqual(first);
    });

    it('gives a sale that two storefronts know to one of two handles, in either order', async () => {
      const [one, other] = [await open(), await open()];
      const references = ['stripe:pi_1'];
      const lost = await Promise.all([
        one.saveIntents([anIntent({ references })], at)(),
        other.saveIntents([anIntent({ references, id: 'stripe:acct:ch_1', storefront: 'stripe' })], at)(),
      ]);
      expect(lost.map((answer) => right(answer).claimed.size).sort()).toStrictEqual([0, 1]);
    });

    it('resumes one run from both handles, and keeps all entries of both', async () => {
      const [one, other] = [await open(), await open()];
      const runs = await Promise.all([
        one.openRun(aRequest(), fresh)(),
        other.openRun(aRequest(), { ...fresh, id: 'run-2' })(),
      ]);
      const [{ id: runId }, { id: sameId }] = [right(runs[0]), right(runs[1])];
      expect(sameId).toBe(runId);
      const commits = Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).commitPage(
          aCommit(runId, { lines: [aReportLine({ id: `entry-${index}` })] }),
          at,
        )(),
      );
      for (const committed of await Promise.all(commits)) right(committed);
      const { lines } = right(await one.findLines(runId, {}, { after: O.none, limit: 99 })());
      expect(new Set(lines.map((entry) => entry.id)).size).toBe(20);
    });

    it('does many things at once over one handle without mixing them up', async () => {
      const store = await open();
      right(await store.openRun(aRequest(), fresh)());
      const answers = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const entry = aReportLine({ id: `entry-${index}` });
          right(await store.saveIntents([anIntent({ id: entry.id })], at)());
          right(await store.commitPage(aCommit('run-1', { lines: [entry] }), at)());
          return right(await store.lookUpTransactions('run-1', [{ id: entry.id, name }])()).settledInRun.get(entry.id);
        }),
      );
      expect(answers).toStrictEqual(Array.from({ length: 30 }, () => 'succeeded'));
    });
  });
};
