import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { SyncStore } from '../../src/domain/sync-store.ts';
import type { WireTransaction } from '../../src/domain/wire-transaction.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { held } from '../../src/domain/exclusion.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { memoryStore } from '../support/memory-store.ts';
import { explain } from '../../src/reconcile/explain.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import type { Reconciliation } from '../../src/reconcile/reconciliation.ts';
import { aSync, paged, request, sales, type Sync } from '../support/a-sync.ts';
import { type OddOptions, type OddTaxService, oddTaxService } from '../support/odd-tax-service.ts';
import { right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const count = 27;

interface Pushed {
  readonly odd: OddTaxService;
  readonly sync: Sync;
  readonly prove: (isBookLost?: boolean) => Promise<Reconciliation>;
}

/** A service that was sent all sales. */
const pushed = async (options: Omit<OddOptions, 'clock'> = {}): Promise<Pushed> => {
  const clock = virtualClock();
  const odd = oddTaxService({ clock, ...options });
  const store = memoryStore();
  const sync = aSync({ script: { pages: paged(sales(count), 10) }, clock, store, ports: { service: odd.service } });
  await sync.run();
  return {
    odd,
    sync,
    prove: async (isBookLost = false) => {
      const used = isBookLost ? memoryStore() : store;
      const ask = reconcile({ sync: { ...sync.ports, store: used }, inbox: used.inbox });
      const [proof] = right(await clock.run(ask(['us-store'], request.range)));
      if (proof === undefined) throw new Error('there is one for each storefront');
      return proof;
    },
  };
};

const idAndName: NonNullable<OddOptions['lists']> = ({ id, name = null }) => ({ id, name });

/** Nine of the sales, the first of them not. */
const isOdd = ({ name }: Pick<WireTransaction, 'name'>): boolean => Number(/\d+$/.exec(name)?.[0]) % 3 === 0;

const dearer: NonNullable<OddOptions['keeps']> = (wire) => (isOdd(wire) ? { ...wire, total: wire.total + 1 } : wire);

describe('a reconciliation with a service that assigns ids', () => {
  it.each<[string, Omit<OddOptions, 'clock'>]>([
    ['shows everything in its list', {}],
    ['lists ids and names alone, and answers questions', { lists: idAndName }],
    ['answers no question', { isAsked: false }],
    ['lists days', { keeps: (wire) => ({ ...wire, transactedAt: wire.transactedAt.slice(0, 10) }) }],
  ])('is complete where it %s, with the sync database or without it', async (_, options) => {
    const { prove } = await pushed(options);
    for (const isBookLost of [false, true]) {
      const proof = await prove(isBookLost);
      expect(proof).toMatchObject({ isComplete: true, differing: 0, notCompared: 0, differences: [] });
      expect(proof.service).toStrictEqual({ transactions: count });
      expect(proof.totals).toMatchObject([{ isSame: true, service: { count } }]);
    }
  });

  it.each<[string, Omit<OddOptions, 'clock'>]>([
    ['in its list', {}],
    ['when it is asked', { lists: idAndName }],
    ['when it keeps our ids', { identity: 'client' }],
    ['when it keeps our ids and is asked', { identity: 'client', lists: idAndName }],
  ])('names everything that it holds otherwise, where it shows that %s', async (_, options) => {
    const { prove } = await pushed({ ...options, keeps: dearer });
    for (const isBookLost of [false, true]) {
      const proof = await prove(isBookLost);
      expect(proof).toMatchObject({ isComplete: false, differing: 9, notCompared: 0 });
      expect(proof.differences.map(({ kind }) => kind)).toStrictEqual(Array(9).fill('differs'));
      expect(proof.differences[0]?.message).toMatch(/^total [\d.]+ in the sale, [\d.]+ in the service\.$/);
      expect(proof.totals).toMatchObject([{ isSame: false, source: { count }, service: { count } }]);
    }
  });

  it('reports as not compared what it does not show, and never counts our sums as its own', async () => {
    const { prove } = await pushed({ lists: idAndName, isAsked: false, answers: 'nothing', keeps: dearer });
    const proof = await prove();
    expect(proof).toMatchObject({ isComplete: false, differing: 0, notCompared: count, differences: [] });
    expect(proof.totals).toMatchObject([{ isSame: false, service: { count, total: '0.00', taxCollected: '0.00' } }]);
  });

  it.each(['service', 'client'] as const)(
    'names what it holds twice under one name, where ids are of the %s',
    async (identity) => {
      const { sync, odd, prove } = await pushed({ identity });
      const [first] = odd.stored;
      if (first === undefined) throw new Error('it was sent all sales');
      await sync.clock.run(odd.service.push(JSON.stringify({ ...first.wire, id: 'another-id' })));
      const secondId = odd.stored.at(-1)?.shown.id ?? '';
      for (const isBookLost of [false, true]) {
        const proof = await prove(isBookLost);
        expect(proof.differences).toMatchObject([
          { kind: 'held twice', transactionId: first.wire.id, sourceId: '9001' },
        ]);
        expect(proof).toMatchObject({ isComplete: false, service: { transactions: count + 1 } });
        expect(proof.totals).toMatchObject([{ isSame: false, source: { count }, service: { count: count + 1 } }]);
        expect(proof.differences[0]?.message).toContain(identity === 'client' ? secondId : 'also as txn_');
      }
    },
  );

  it.each<[string, Omit<OddOptions, 'clock'>]>([
    ['shows everything in its list', {}],
    ['shows no date anywhere', { lists: idAndName, isAsked: false }],
  ])('names what it does not hold, and what was deleted at the platform, where it %s', async (_, options) => {
    const { sync, odd } = await pushed(options);
    const proofOf = proofsOf(sync, odd);
    expect((await proofOf(sales(count + 1)))?.differences).toMatchObject([
      { kind: 'missing at the service', sourceId: '9028' },
    ]);
    expect((await proofOf(sales(count - 1)))?.differences).toMatchObject([
      { kind: 'deleted on the platform', sourceId: '9027' },
    ]);
  });
});

describe('a reconciliation with a service whose list is late', () => {
  it.each<[string, Omit<OddOptions, 'clock'>, string]>([
    ['answers questions', {}, 'sent, but excluded now'],
    ['answers no question', { isAsked: false }, 'not shown yet'],
  ])('asks about a sale that was sent a moment ago, and is none today, where it %s', async (_, options, kind) => {
    const { sync, odd } = await pushed({ ...options, lateness: 600_000 });
    const [first, ...others] = sales(count);
    if (first === undefined) throw new Error('there is a sale');
    const proof = await proofsOf(sync, odd)([{ ...first, payment: 'not paid' }, ...others]);
    expect(proof?.isComplete).toBe(false);
    expect(proof?.differences.find(({ sourceId }) => sourceId === '9001')).toMatchObject({ kind });
  });
});

/** What a proof finds once the shop shows these sales. */
const proofsOf =
  (sync: Sync, odd: OddTaxService) =>
  async (
    sold: readonly (Sale | SourceResult)[],
    store: SyncStore = sync.store,
    others: SyncPorts['storefronts'] = {},
  ): Promise<Reconciliation | undefined> => {
    const script = { pages: paged(sold, 10) };
    const { ports } = aSync({ script, store, ports: { service: odd.service }, policy: sendsRefunds });
    const storefronts = { ...ports.storefronts, ...others };
    const ask = reconcile({ sync: { ...ports, storefronts, clock: sync.clock }, inbox: memoryStore().inbox });
    return right(await sync.clock.run(ask(['us-store'], request.range)))[0];
  };

describe('without the sync database, a reconciliation with a service that assigns ids knows by its name', () => {
  it('a transaction that neither the platform nor the sync database knows: no proof is complete with it', async () => {
    const { sync, odd } = await pushed();
    const proof = await proofsOf(sync, odd)(sales(count - 1), memoryStore());
    expect(proof).toMatchObject({ isComplete: false, differences: [{ kind: 'unclear', sourceId: '9027' }] });
  });

  it.each<[string, Omit<OddOptions, 'clock'>]>([
    ['shows everything in its list', {}],
    ['lists ids and names alone, and answers questions', { lists: idAndName }],
  ])('that transaction also once all was synced again, where it %s', async (_, options) => {
    const { sync, odd } = await pushed(options);
    const store = memoryStore();
    const later = aSync({
      ...{ store, clock: sync.clock, ports: { service: odd.service } },
      script: { pages: paged(sales(count - 1), 10) },
    });
    await later.run();
    // The compared sale was sent from the new database, so it shows nothing of the loss.
    const sold = sales(1, count + 1);
    const next = aSync({
      store,
      clock: sync.clock,
      ports: { service: odd.service },
      script: { pages: paged(sold, 10) },
    });
    await next.run();
    const proof = await proofsOf(next, odd)(sold, store);
    expect(proof?.isComplete).toBe(false);
    expect(proof?.differences.find(({ sourceId }) => sourceId === '9027')).toMatchObject({ kind: 'unclear' });
  });

  it.each<[string, Omit<OddOptions, 'clock'>]>([
    ['as it was sent', {}],
    ['in upper case', { keeps: (wire) => ({ ...wire, name: wire.name.toUpperCase() }) }],
  ])('a transaction of a record that is no sale today, whose name is shown %s', async (_, options) => {
    const { sync, odd } = await pushed(options);
    const [first] = sales(1);
    if (first === undefined) throw new Error('there is a sale');
    const failed = E.left(held({ sourceId: '9001', name: '#1' }, 'missing address', 'it has none'));
    for (const [index, now] of [{ ...first, payment: 'not paid' as const }, failed].entries()) {
      // The other sale is sent from the new database.
      const sold = [now, ...sales(1, count + 1 + index)];
      const [store, ports] = [memoryStore(), { service: odd.service }];
      const next = aSync({ store, clock: sync.clock, ports, script: { pages: paged(sold, 10) } });
      await next.run();
      const proof = await proofsOf(next, odd)(sold, store);
      expect(proof?.isComplete).toBe(false);
      expect(proof?.differences.find(({ sourceId }) => sourceId === '9001')).toMatchObject({
        kind: 'sent, but excluded now',
      });
    }
  });

  it('no date of a transaction that nothing knows: it is not compared', async () => {
    const { sync, odd } = await pushed({ lists: idAndName, isAsked: false, answers: 'nothing' });
    const proof = await proofsOf(sync, odd)(sales(count - 1), memoryStore());
    expect(proof).toMatchObject({ isComplete: false, notCompared: count, differences: [] });
  });

  it('nothing, where the sync database sent all that the shop has: another program sent the rest', async () => {
    const { sync, odd } = await pushed();
    const [, second] = odd.stored;
    if (second === undefined) throw new Error('it was sent all sales');
    await sync.clock.run(odd.service.push(JSON.stringify({ ...second.wire, id: '1', name: 'Shopify #7 · 77001' })));
    expect(await proofsOf(sync, odd)(sales(count))).toMatchObject({ isComplete: true, differences: [] });
  });

  it('a transaction of another shop', async () => {
    const { sync, odd } = await pushed();
    const { 'us-store': other } = sync.ports.storefronts;
    if (other === undefined) throw new Error('there is a shop');
    const proof = await proofsOf(sync, odd)(sales(count - 1), memoryStore(), { 'eu-store': other });
    expect(proof).toMatchObject({ isComplete: true, differences: [] });
  });

  it('a refund that the platform no longer has', async () => {
    const [first, ...others] = sales(2);
    if (first === undefined) throw new Error('there is a sale');
    const clock = virtualClock();
    const odd = oddTaxService({ clock });
    const refunded = [{ ...first, refunds: [aRefund({ id: '901', occurredAt: '2026-02-10T10:00:00Z' })] }, ...others];
    const sync = aSync({
      script: { pages: paged(refunded, 10) },
      clock,
      ports: { service: odd.service },
      policy: sendsRefunds,
    });
    await sync.run();
    const proofOf = proofsOf(sync, odd);
    expect(await proofOf(refunded, memoryStore())).toMatchObject({ isComplete: true, differences: [] });
    expect(await proofOf([first, ...others], memoryStore())).toMatchObject({
      isComplete: false,
      differences: [{ kind: 'no longer true', transactionId: 'shopify:548380009:9001:refund:901' }],
    });
  });
});

describe('the explanation of a sale at a service that assigns ids', () => {
  it.each<[string, Omit<OddOptions, 'clock'>, string]>([
    ['the same', {}, 'Same'],
    ['another total', { keeps: dearer }, 'Differs'],
    ['nothing of it', { lists: idAndName, isAsked: false, answers: 'nothing' }, 'NotCompared'],
  ])('says what it holds: %s', async (_, options, tag) => {
    const { sync } = await pushed(options);
    const explained = right(await sync.clock.run(explain(sync.ports)('us-store', '9003')));
    expect(explained.result).toMatchObject({ store: { status: 'confirmed' }, service: { _tag: tag } });
  });

  it('gives the tax that the service reports, as it gives it', async () => {
    const { sync } = await pushed({ keeps: (wire) => ({ ...wire, calculatedTax: { CA: '7.25' } }) });
    const explained = right(await sync.clock.run(explain(sync.ports)('us-store', '9003')));
    expect(explained.result).toMatchObject({ service: { _tag: 'Same', reportedTax: '{"CA":"7.25"}' } });
  });
});
