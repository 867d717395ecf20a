import type * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../src/domain/environment.ts';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { aRefund } from '../support/a-refund.ts';
import { transactionId } from '../support/a-sync.ts';
import { right } from '../support/right.ts';

const saleId = transactionId('9001');
const refundId = `${saleId}:refund:901`;

/** Time passes by waiting, of which little is real: databases answer in real time. */
const quickClock = (): Clock => {
  let now = Date.UTC(2026, 3, 1, 12);
  return {
    now: () => now,
    sleep: (milliseconds) => async () => {
      now += milliseconds;
      await setTimeout(Math.min(milliseconds, 2));
    },
  };
};

const reports = {
  adjustments: { ...sendsRefunds.adjustments, undoneAdjustments: 'report', undoneSales: 'report' },
} as const;

/** A shop whose records change, and a server that webhooks reach. */
const aServer = async (open: TE.TaskEither<StoreError, SyncDatabase>) => {
  const clock = quickClock();
  const store = right(await open());
  const shop = aLiveShop(clock);
  const world = aLiveWorld({
    clock: { ...clock, run: (work) => work() },
    ...{ store, policy: reports, shops: { 'us-store': shop } },
    ports: { schedule: { catchUp: null, reconcile: null } },
  });
  let deliveries = 0;
  const tick = async (): Promise<void> => {
    await clock.sleep(2_000)();
    right(await world.worker.tick(60_000));
  };
  const hear = async (isDeletion = false): Promise<void> => {
    deliveries += 1;
    const receivedAt = instantOfMilliseconds(clock.now());
    const delivery = { storefront: 'us-store', deliveryId: `d${deliveries}`, recordId: '9001', isDeletion, receivedAt };
    right(await store.inbox.receiveDelivery(delivery)());
    await tick();
  };
  const filter = () => ({ storefronts: ['us-store'], state: 'open', now: instantOfMilliseconds(clock.now()) }) as const;
  return {
    store,
    hear,
    hears: async (differences: Partial<Sale>): Promise<void> => {
      shop.put(theSale(1, differences));
      await hear();
    },
    isDeleted: async (): Promise<void> => {
      shop.remove('9001');
      await hear(true);
    },
    /** What waits for a person, as `status` counts it. */
    open: async () =>
      right(await store.reviews.matterGroups(filter())()).flatMap(({ what, count }) =>
        what === 'no longer true' || what === 'differs' ? [[what, count]] : [],
      ),
    /** Decides in the inbox, and has the records read again. */
    correct: async (what: string): Promise<void> => {
      const at = instantOfMilliseconds(clock.now());
      const word = { action: 'send', note: '', by: 'Ada', at, until: null, batch: `b-${deliveries}` } as const;
      right(await store.reviews.decide({ ...filter(), what }, word)());
      right(await store.inbox.enqueue('us-store', ['9001'], at)());
      await tick();
    },
    held: () =>
      world.service.journal.map(({ id, body }) => [
        id.replace(saleId, 'sale'),
        (JSON.parse(body) as { total: number }).total,
      ]),
    askedBy: async (id: string) => {
      const { records } = right(await store.reviews.auditRecords({ sourceId: '9001' }, O.none)());
      return records.find((one) => one.id === id)?.by;
    },
  };
};

/** What webhooks undo of what was sent: found, listed, and corrected after a person's word. For each sync database. */
export const describeUndoneLive = (kind: string, open: () => TE.TaskEither<StoreError, SyncDatabase>): void => {
  describe(`a server whose sync database is ${kind}`, () => {
    it('finds a refund that failed by its webhook, and offsets it once a person decides so', async () => {
      const server = await aServer(open());
      const refund = aRefund({ adjustment: { amount: 1_000n, tax: 72n }, total: 1_072n });
      await server.hears({ refunds: [refund] });
      expect(await server.open()).toStrictEqual([]);
      const by = { id: 'txn_1', occurredAt: '2026-03-09T08:00:00Z', message: 'refund 901 failed' };
      await server.hears({ undone: [{ kind: 'refund', id: '901', by }] });
      expect(await server.open()).toStrictEqual([['no longer true', 1]]);
      await server.correct('no longer true');
      expect(await server.open()).toStrictEqual([]);
      expect(server.held()).toStrictEqual([
        ['sale', 112.26],
        ['sale:refund:901', -10.72],
        ['sale:refund:901:undone:txn_1', 10.72],
      ]);
      expect(await server.askedBy(`${refundId}:undone:txn_1`)).toBe('Ada');
      await server.hear();
      expect(server.held()).toHaveLength(3);
      right(await server.store.close());
    });

    it('finds a sale that changed and then was deleted, and ends in nothing', async () => {
      const server = await aServer(open());
      await server.hears({});
      const { lines } = theSale(1);
      const changed = {
        lines: lines.map((line) => ({ ...line, listed: 9_500n })),
        lastChangedAt: '2026-03-09T08:00:00Z',
      };
      await server.hears(changed);
      expect(await server.open()).toStrictEqual([['differs', 1]]);
      await server.correct('differs');
      expect(server.held()).toStrictEqual([
        ['sale', 112.26],
        ['sale:undone:changed-1', -112.26],
        ['sale:restored:changed-1', 107.25],
      ]);
      expect(await server.open()).toStrictEqual([]);
      await server.isDeleted();
      expect(await server.open()).toStrictEqual([['no longer true', 1]]);
      await server.hear(true);
      expect(server.held()).toHaveLength(3);
      right(await server.store.close());
    });
  });
};
