import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { maxDeliveries } from '../../../src/store/sql/inbox/deliveries.ts';
import { storeOverSqlite } from '../../../src/store/sqlite/store-over-sqlite.ts';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { describeInbox } from '../../contracts/inbox.ts';
import { aDelivery, ringTime } from '../../support/a-delivery.ts';
import { aCommit, aReportLine, anIntent, aRequest } from '../../support/a-report-line.ts';
import { left, right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
const { DatabaseSync } = right(await loadSqliteDriver());
let files = 0;
const newFile = (): string => join(folder, `inbox-${++files}.db`);

describeInbox('in an SQLite file', () => sqliteStore(newFile()));

const filesHold = (path: string, words: string): boolean =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(basename(path)))
    .some((name) => readFileSync(join(dirname(path), name)).includes(words));

describe('the inbox in an SQLite file', () => {
  const canary = 'CANARY_STREET';
  const at = '2026-04-01T12:00:00Z';

  it('leaves nothing of an erased record in the bytes of any of its files', async () => {
    const path = newFile();
    const store = right(await sqliteStore(path)());
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    right(await store.saveIntents([anIntent({ body: canary })], at)());
    right(await store.commitPage(aCommit('run-1', { lines: [aReportLine({ message: canary })] }), at)());
    expect(filesHold(path, canary)).toBe(true);
    right(await store.inbox.eraseRecords('us-store', ['1001'])());
    expect(right(await store.inbox.purge())).toBe(true);
    expect(filesHold(path, canary)).toBe(false);
    right(await store.close());
  });

  it('keeps the newest deliveries of a storefront, and no more than may be, and all of another one', async () => {
    const path = newFile();
    const store = right(await sqliteStore(path)());
    const receive = async (from: number, to: number, storefront = 'us-store'): Promise<void> => {
      const all = Array.from({ length: to - from }, (_, index) => {
        const receivedAt = instantOfMilliseconds(ringTime + (from + index) * 1_000);
        return store.inbox.receiveDelivery(
          aDelivery({ storefront, deliveryId: `delivery-${from + index}`, receivedAt }),
        )();
      });
      (await Promise.all(all)).forEach((result) => right(result));
    };
    await receive(0, 10, 'eu-store');
    const file = new DatabaseSync(path);
    file.exec(`insert into delivery (storefront, id, received_at)
      with recursive n (i) as (select 0 union all select i + 1 from n where i < ${maxDeliveries - 1})
      select 'us-store', 'delivery-' || i, ${ringTime} + i * 1000 from n`);
    file.close();
    await receive(maxDeliveries, maxDeliveries + 4_100);
    expect(right(await store.inbox.receiveDelivery(aDelivery({ deliveryId: `delivery-${maxDeliveries}` }))())).toBe(
      false,
    );
    expect(right(await store.inbox.receiveDelivery(aDelivery({ deliveryId: 'delivery-0' }))())).toBe(true);
    const kept = right(await store.inbox.forgetDeliveries('9999-01-01T00:00:00Z')());
    expect(kept).toBeGreaterThanOrEqual(maxDeliveries);
    expect(kept).toBeLessThan(maxDeliveries + 2_100);
    right(await store.close());
  }, 60_000);
  it('says that bytes remain while another process reads, and that they are gone when it has read', async () => {
    const path = newFile();
    const store = right(await sqliteStore(path)());
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    right(await store.saveIntents([anIntent({ body: canary })], at)());
    const reader = new DatabaseSync(path);
    reader.exec('begin');
    reader.prepare('select * from run').all();
    right(await store.inbox.eraseRecords('us-store', ['1001'])());
    expect(right(await store.inbox.purge())).toBe(false);
    expect(filesHold(path, canary)).toBe(true);
    reader.exec('commit');
    expect(right(await store.inbox.purge())).toBe(true);
    expect(filesHold(path, canary)).toBe(false);
    reader.close();
    right(await store.close());
  });

  it('says that bytes remain while another process writes', async () => {
    const path = newFile();
    const store = right(await storeOverSqlite(new DatabaseSync(path), path, 50)());
    const writer = new DatabaseSync(path);
    writer.exec('begin immediate');
    expect(right(await store.inbox.purge())).toBe(false);
    writer.exec('rollback');
    expect(right(await store.inbox.purge())).toBe(true);
    writer.close();
    right(await store.close());
    expect(left(await store.inbox.purge())).toMatchObject({ problem: 'other' });
  });

  it.each([
    ['after a purge', true],
    ['after the book was closed, without a purge', false],
  ])(
    'leaves no copy of an erased body, which SQLite makes when it moves rows between pages: %s',
    async (_, isPurged) => {
      const path = newFile();
      const store = right(await sqliteStore(path)());
      const random = seededRandom(3);
      const live = new Set<string>();
      for (let batch = 0; batch < 60; batch += 1) {
        const intents = Array.from({ length: 50 }, (_, index) => {
          const sourceId = String(10_000 + batch * 50 + index);
          live.add(sourceId);
          const id = `${Math.floor(random.next() * 1e13)}:${sourceId}`;
          return anIntent({ id, sourceId, body: `STREET ${sourceId}${'y'.repeat(random.next() * 900)}` });
        });
        right(await store.saveIntents(intents, at)());
        const gone = [...live].filter(() => random.next() < 40 / live.size);
        right(await store.inbox.eraseRecords('us-store', gone)());
        for (const sourceId of gone) live.delete(sourceId);
      }
      const inFile = (): readonly string[] => [...new Set(readFileSync(path, 'latin1').match(/STREET \d{5}/g))].sort();
      const kept = [...live].map((sourceId) => `STREET ${sourceId}`).sort();
      if (isPurged) {
        expect(right(await store.inbox.purge())).toBe(true);
        expect(inFile()).toStrictEqual(kept);
      }
      right(await store.close());
      expect(inFile()).toStrictEqual(kept);
    },
  );

  it('takes deliveries while thousands of records are erased', async () => {
    const store = right(await sqliteStore(newFile())());
    const done: string[] = [];
    const recordIds = Array.from({ length: 5_000 }, (_, index) => `${index}`);
    const erasing = store.inbox
      .eraseRecords('us-store', recordIds)()
      .then((result) => {
        right(result);
        done.push('erased');
      });
    const receiving = Array.from({ length: 3 }, async (_, index) => {
      right(await store.inbox.receiveDelivery(aDelivery({ deliveryId: `delivery-${index}` }))());
      done.push('received');
    });
    await Promise.all([erasing, ...receiving]);
    expect(done).toStrictEqual(['received', 'received', 'received', 'erased']);
    right(await store.close());
  });

  it('erases a storefront in steps: one that ends half way is finished by the next, and no other work waits for all', async () => {
    const path = newFile();
    const store = right(await sqliteStore(path)());
    const reader = new DatabaseSync(path);
    const named = reader.prepare(
      'select id from line_version where name <> source_id union select id from submission where name <> id',
    );
    const count = (): number => named.all().length;
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    const sales = Array.from({ length: 1_100 }, (_, index) => {
      const sourceId = String(10_000 + index);
      return { id: `shopify:1:${sourceId}`, sourceId };
    });
    right(
      await store.saveIntents(
        sales.map((sale) => anIntent(sale)),
        at,
      )(),
    );
    right(await store.commitPage(aCommit('run-1', { lines: sales.map((sale) => aReportLine(sale)) }), at)());
    const erasing = store.inbox.eraseStorefront('us-store')();
    while (count() === sales.length) right(await store.inbox.receiveDelivery(aDelivery())());
    right(await store.close());
    expect(await erasing).toMatchObject({ _tag: 'Left' });
    const rest = count();
    expect(rest).toBeGreaterThan(0);

    const again = right(await sqliteStore(path)());
    expect(right(await again.inbox.eraseStorefront('us-store')())).toBe(rest);
    expect(count()).toBe(0);
    expect(right(await again.inbox.eraseStorefront('us-store')())).toBe(0);
    reader.close();
    right(await again.close());
  });

  it('hands its resync requests to another process when the first one died with its claim', async () => {
    const path = newFile();
    const [one, other] = [right(await sqliteStore(path)()), right(await sqliteStore(path)())];
    right(await one.inbox.receiveDelivery(aDelivery())());
    right(await one.inbox.claim('us-store', { now: ringTime, until: ringTime + 100, owner: 'one', limit: 9 })());
    const claim = { until: ringTime + 999, owner: 'other', limit: 9 };
    expect(right(await other.inbox.claim('us-store', { ...claim, now: ringTime + 99 })())).toHaveLength(0);
    expect(right(await other.inbox.claim('us-store', { ...claim, now: ringTime + 100 })())).toHaveLength(1);
    right(await one.close());
    right(await other.close());
  });
});
