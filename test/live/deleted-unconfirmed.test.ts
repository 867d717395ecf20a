import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { ReportLine } from '../../src/domain/run.ts';
import type { Submission } from '../../src/domain/sync-store.ts';
import { sumOfParts } from '../../src/mapping/amounts.ts';
import type { TaxAmount } from '../../src/mapping/sale.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine } from '../support/a-sale.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { request, transactionId } from '../support/a-sync.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { itInAll } from '../support/it-in-all.ts';

const minute = 60_000;

interface Faulty {
  readonly world: LiveWorld;
  readonly state: { push: Fault | undefined; find: Fault | undefined };
  readonly sending: () => Promise<Submission | undefined>;
  /** Its platform says that the record was deleted. */
  readonly remove: () => Promise<void>;
}

const faulty = (push: Fault): Faulty => {
  const state: Faulty['state'] = { push, find: faults.lostBefore };
  const world = aLiveWorld({
    ports: { schedule: { catchUp: null, reconcile: null } },
    service: { fault: ({ kind }) => (kind === 'list' ? undefined : state[kind]) },
  });
  const submission = async (): Promise<Submission | undefined> =>
    right(await world.store.lookUpTransactions('', [{ id: transactionId('9001'), name: '' }])()).submissions.get(
      transactionId('9001'),
    );
  const remove = async (): Promise<void> => {
    world.shop.remove('9001');
    const delivery = { storefront: 'us-store', deliveryId: 'gone', recordId: '9001', isDeletion: true };
    right(await world.store.inbox.receiveDelivery({ ...delivery, receivedAt: '2026-04-01T12:00:00Z' })());
  };
  return { world, state, sending: submission, remove };
};

describe('a record that is deleted at its source while its push is unconfirmed', () => {
  it('is looked up at the service until it is found: it counts as sent, and no address is kept', async () => {
    const { world, state, sending: submission, remove } = faulty(faults.lostAfter);
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      while ((await world.entries())[0]?.reason !== 'no definitive response') await world.wait(1_000);
      await remove();
      await world.wait(60 * minute);
      expect(await submission()).toMatchObject({ status: 'intent' });
      state.find = undefined;
      await world.wait(180 * minute);
    });
    expect(await submission()).toMatchObject({ status: 'confirmed', body: null });
    expect(await world.entries()).toMatchObject([
      { outcome: 'succeeded', reason: null, message: null, adjustments: [{ kind: 'deletion', amount: -11_226n }] },
    ]);
    expect(right(await world.worker.state())).toStrictEqual([]);
    expect(world.service.journal).toHaveLength(1);
  });

  itInAll(
    'is skipped with the message that the service does not hold it so far, when the push had not arrived',
    async () => {
      const { world, state, sending: submission, remove } = faulty(faults.lostBefore);
      await world.live(async () => {
        await world.deliver(world.shop.put(theSale(1)), 'd1');
        while ((await submission())?.status !== 'intent') await world.wait(100);
        state.find = undefined;
        await remove();
        await world.wait(180 * minute);
      });
      const [entry] = await world.entries();
      expect(entry).toMatchObject({ outcome: 'skipped', reason: 'deleted on the platform' });
      expect(entry?.message).toContain('no definitive response, and the service does not hold it so far');
      expect(world.service.journal).toHaveLength(0);
    },
  );
});

describe('a record that is deleted at its source after all parts of it were sent', () => {
  const tax = (liable: TaxAmount['liable'], amount: bigint): TaxAmount => ({ amount, liable, title: 'Tax' });
  const sale = theSale(1, {
    lines: [aLine({ taxes: [tax('marketplace', 725n)] })],
    shipping: [{ name: 'Standard', price: 500n, discount: 0n, taxes: [tax('seller', 41n)] }],
    marketplaces: [{ kind: 'channel', value: 'walmart', field: 'attribution.handle' }],
    refunds: [aRefund({ adjustment: { amount: 100n, tax: 0n }, total: 100n })],
  });
  const mixed = { ...sale, statedTotal: sumOfParts(sale) };
  const removed = { storefront: 'us-store', deliveryId: 'gone', recordId: '9001', isDeletion: true };

  it('is no longer true, with its marketplace part and its refunds', async () => {
    const world = aLiveWorld({ policy: sendsRefunds });
    await world.live(async () => {
      await world.deliver(world.shop.put(mixed), 'd1');
      await world.wait(5_000);
      expect(world.service.journal.length).toBeGreaterThan(2);
      world.shop.remove('9001');
      right(await world.store.inbox.receiveDelivery({ ...removed, receivedAt: '2026-04-01T12:00:00Z' })());
      await world.wait(60 * minute);
    });
    const lines = await world.entries();
    expect(lines).toHaveLength(world.service.journal.length);
    for (const { outcome, findings } of lines) {
      expect(outcome).toBe('succeeded');
      expect(findings).toContain('no longer true');
    }
  });

  it('has an unconfirmed push of its refund looked up', async () => {
    const state = { fault: faults.lostAfter as Fault | undefined, isPushed: false };
    const isRefund = (about: string): boolean => about.includes(':refund:');
    const world = aLiveWorld({
      policy: sendsRefunds,
      service: {
        fault: ({ kind, about }) => {
          if (kind === 'push' && isRefund(about)) state.isPushed = true;
          // The list would show it as well.
          if (kind === 'list' ? !state.isPushed : !isRefund(about)) return undefined;
          return kind === 'push' ? state.fault : state.fault === undefined ? undefined : faults.lostBefore;
        },
      },
    });
    const refunded = theSale(1, { refunds: [aRefund()] });
    const refund = async (): Promise<ReportLine | undefined> => (await world.entries()).find(({ id }) => isRefund(id));
    await world.live(async () => {
      await world.deliver(world.shop.put(refunded), 'd1');
      while ((await refund())?.reason !== 'no definitive response') await world.wait(1_000);
      world.shop.remove('9001');
      state.fault = undefined;
      right(await world.store.inbox.receiveDelivery({ ...removed, receivedAt: '2026-04-01T12:00:00Z' })());
      await world.wait(180 * minute);
    });
    expect(await refund()).toMatchObject({ outcome: 'succeeded', findings: ['no longer true'] });
    expect(right(await world.worker.state())).toStrictEqual([]);
    expect(world.service.journal).toHaveLength(2);
  });

  it.each([
    ['the newest historical sync', 0],
    ['an earlier historical sync', 1],
  ])('has a push of its refund looked up that %s gave up', async (_, laterRuns) => {
    const state = { isDown: true, isPushed: false };
    const world = aLiveWorld({
      policy: sendsRefunds,
      service: {
        fault: ({ kind, about }) => {
          const isRefund = about.includes(':refund:');
          if (kind === 'push' && isRefund) state.isPushed = true;
          // The list would show it as well.
          if (!state.isDown || (kind === 'list' ? !state.isPushed : !isRefund)) return undefined;
          return kind === 'push' ? faults.lostAfter : faults.lostBefore;
        },
      },
    });
    const sync = async (range = request.range): Promise<string> =>
      right(await historicalSync(world.ports.sync)({ ...request, range })()).id;
    world.shop.put(theSale(1, { refunds: [aRefund()] }));
    const given = { id: '' };
    await world.live(async () => {
      const run = await sync();
      const lines = right(
        await world.store.findLines(run, { reason: 'no definitive response' }, { after: O.none, limit: 10 })(),
      ).lines;
      given.id = lines[0]?.id ?? '';
      state.isDown = false;
      for (let n = 0; n < laterRuns; n += 1) await sync({ from: '2025-01-01', to: '2025-01-31' });
      world.shop.remove('9001');
      right(await world.store.inbox.receiveDelivery({ ...removed, receivedAt: '2026-04-01T12:00:00Z' })());
      await world.wait(180 * minute);
    });
    const known = right(await world.store.lookUpTransactions('', [{ id: given.id, name: '' }])());
    expect(known.submissions.get(given.id)).toMatchObject({ status: 'confirmed', body: null });
    expect((await world.entries()).find(({ id }) => id === given.id)).toMatchObject({
      // The later run has read it among the changes, and found it in the service.
      ...{ outcome: laterRuns === 0 ? 'succeeded' : 'alreadyPresent', reason: null, amounts: { total: -1_000n } },
      findings: ['no longer true'],
    });
    expect(world.service.journal).toHaveLength(2);
  });
});
