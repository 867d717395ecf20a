import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoredTransaction } from '../../src/domain/tax-service.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { Reconciliation } from '../../src/reconcile/reconciliation.ts';
import type { SyncFailure } from '../../src/pipeline/failures.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, type LiveWorldOptions, theSale } from '../support/a-live-world.ts';
import { aSplitSale } from '../support/a-split-sale.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { request, transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { sendsRefunds } from '../support/a-policy.ts';

/** A world whose shop sold ten things in February, all of them sent. */
const synced = async (options: LiveWorldOptions = {}, count = 10): Promise<LiveWorld> => {
  const world = aLiveWorld(options);
  for (let n = 1; n <= count; n += 1) world.shop.put(theSale(n));
  right(await world.clock.run(historicalSync(world.ports.sync)(request)));
  return world;
};

const ask = (
  world: LiveWorld,
  storefronts: readonly string[] = ['us-store'],
): Promise<E.Either<SyncFailure, readonly Reconciliation[]>> =>
  world.clock.run(reconcile({ sync: world.ports.sync, inbox: world.store.inbox })(storefronts, request.range));

const prove = async (world: LiveWorld): Promise<Reconciliation> => {
  const [proof] = right(await ask(world));
  if (proof === undefined) throw new Error('there is one for each storefront');
  return proof;
};

const differencesOf = ({ differences }: Reconciliation): readonly (readonly [string, string])[] =>
  differences.map(({ kind, sourceId }) => [kind, sourceId]);

/** Somebody's work at the service itself. */
const stored = async (world: LiveWorld, id: string, differences: Partial<StoredTransaction>): Promise<void> => {
  const answer = right(await world.clock.run(world.service.service.find(id)));
  world.service.remove(id);
  world.service.insertForeign({ ...(answer._tag === 'Some' ? answer.value : { id }), ...differences, id });
};

const dearer = (sale: Sale): Sale => ({
  ...sale,
  lines: sale.lines.map((line) => ({ ...line, listed: line.listed + 500n })),
});

describe('a reconciliation', () => {
  it('is complete when the service holds exactly what was sold, and changes nothing', async () => {
    const world = await synced();
    const pushes = world.service.count('push');
    const proof = await prove(world);
    expect(proof).toMatchObject({
      storefront: 'us-store',
      range: { from: '2026-02-01', to: '2026-02-28', timeZone: 'America/New_York' },
      isComplete: true,
      source: { transactions: 10, excluded: {} },
      service: { transactions: 10 },
      differences: [],
      changes: [],
    });
    const totals = { count: 10, total: '1123.05', taxCollected: '72.50' };
    expect(proof.totals).toStrictEqual([
      { currency: 'USD', month: '2026-02', place: 'CA', source: totals, service: totals, isSame: true },
    ]);
    expect(world.service.count('push')).toBe(pushes);
  });

  it('finds the part of a split sale that was held by a setting, and is not now', async () => {
    const world = aLiveWorld({ policy: { marketplaceSales: 'hold' } });
    const sale = aSplitSale({ references: ['shopify:order:5012345678'] });
    world.shop.put(sale);
    right(await world.clock.run(historicalSync(world.ports.sync)(request)));
    const { connector } = world.shop;
    const sync = { ...world.ports.sync, storefronts: { 'us-store': { connector, policy: defaultPolicy } } };
    const ports = { sync, inbox: world.store.inbox };
    const [proof] = right(await world.clock.run(reconcile(ports)(['us-store'], request.range)));
    expect(proof?.differences.map(({ kind, transactionId: id }) => [kind, id])).toEqual([
      ['missing at the service', `${transactionId(sale.identity.recordId)}:marketplace`],
    ]);
  });

  it('counts a record once that moves between two pages while they are read', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock, { pageSize: 5 });
    const { connector } = shop;
    const drifting: typeof connector = {
      ...connector,
      // Two that were on the first page have moved to the second.
      readPage: (window, from) => async () => {
        const page = await connector.readPage(window, from)();
        const first = O.isSome(from) ? await connector.readPage(window, O.none)() : page;
        if (E.isLeft(page) || E.isLeft(first) || O.isNone(from)) return page;
        return E.right({ ...page.right, results: [...first.right.results.slice(3), ...page.right.results] });
      },
    };
    const world = aLiveWorld({ clock, shops: { 'us-store': { ...shop, connector: drifting } } });
    for (let n = 1; n <= 8; n += 1) {
      shop.put(n === 4 ? theSale(n, { refunds: [aRefund()] }) : n === 5 ? theSale(n, { isTest: true }) : theSale(n));
    }
    right(await clock.run(historicalSync(world.ports.sync)(request)));
    const asked = world.service.count('find');
    const proof = await prove(world);
    expect(proof).toMatchObject({ isComplete: true, source: { transactions: 7 }, service: { transactions: 7 } });
    expect(Object.values(proof.source.excluded)).toStrictEqual([1]);
    expect(proof.changes).toHaveLength(1);
    expect(world.service.count('find')).toBe(asked);
  });

  it('names what the service does not hold, after it has printed so itself', async () => {
    const world = await synced();
    world.service.remove(transactionId('9004'));
    const before = world.service.requests.length;
    const proof = await prove(world);
    expect(proof.isComplete).toBe(false);
    expect(differencesOf(proof)).toStrictEqual([['missing at the service', '9004']]);
    expect(proof.differences[0]?.day).toBe('2026-02-03');
    expect(proof.differences[0]?.message).toContain('run tax-nexus correct us-store 9004');
    expect(proof.days).toStrictEqual([{ day: '2026-02-03', source: 10, service: 9 }]);
    expect(proof.totals).toMatchObject([
      { isSame: false, source: { count: 10 }, service: { count: 9, total: '1010.76' } },
    ]);
    expect(world.service.requests.slice(before).filter(({ kind }) => kind === 'find')).toMatchObject([
      { about: transactionId('9004') },
    ]);
  });

  it('finds by its id what the list leaves out: a list proves presence, never absence', async () => {
    const world = await synced();
    const { service } = world.ports.sync;
    const forgetful = {
      ...service,
      list: (cursor: Parameters<typeof service.list>[0]) => async () => {
        const page = await service.list(cursor)();
        return E.isLeft(page)
          ? page
          : E.right({ ...page.right, transactions: page.right.transactions.filter(({ id }) => !id.endsWith('9004')) });
      },
    };
    const proof = right(
      await world.clock.run(
        reconcile({ sync: { ...world.ports.sync, service: forgetful }, inbox: world.store.inbox })(
          ['us-store'],
          request.range,
        ),
      ),
    );
    expect(proof).toMatchObject([{ isComplete: true, service: { transactions: 10 } }]);
  });

  it('names what the service holds otherwise, field by field, to the cent', async () => {
    const world = await synced();
    await stored(world, transactionId('9002'), { total: 112.28, taxCollected: 7.26 });
    await stored(world, transactionId('9003'), {
      shipToAddress: { country: 'US', state: 'NV' },
      transactedAt: '2026-02-04T17:20:00Z',
    });
    const proof = await prove(world);
    expect(proof.differences.map(({ sourceId, message }) => [sourceId, message])).toStrictEqual([
      ['9002', 'total 112.27 in the sale, 112.28 in the service; taxCollected 7.25 in the sale, 7.26 in the service.'],
      ['9003', 'transactedAt; shipToAddress.state.'],
    ]);
    expect(proof).toMatchObject({ isComplete: false, differing: 2, notCompared: 0 });
    expect(proof.totals.map(({ place, source, service }) => [place, source.count, service.count])).toStrictEqual([
      ['CA', 10, 9],
      ['NV', 0, 1],
    ]);
  });

  it('names a sale that changed after it was sent', async () => {
    const world = await synced();
    world.shop.put(dearer(theSale(5)));
    expect(differencesOf(await prove(world))).toStrictEqual([['differs', '9005']]);
  });

  it('names what the service holds and the platform does not have any more', async () => {
    const world = await synced();
    world.shop.remove('9006');
    const proof = await prove(world);
    expect(differencesOf(proof)).toStrictEqual([['deleted on the platform', '9006']]);
    expect(proof.totals).toMatchObject([{ isSame: false, source: { count: 9 }, service: { count: 10 } }]);
  });

  it('names what was sent and would not be pushed today', async () => {
    const world = await synced();
    world.shop.put(theSale(7, { isTest: true }));
    const proof = await prove(world);
    expect(differencesOf(proof)).toStrictEqual([['sent, but excluded now', '9007']]);
    expect(proof.source.excluded).toStrictEqual({ 'test order': 1 });
  });

  it('names what the service holds for these days and the platform dates otherwise', async () => {
    const world = await synced();
    world.shop.put(theSale(8, { occurredAt: '2025-12-24T12:00:00Z' }));
    expect(differencesOf(await prove(world))).toStrictEqual([['not among the sales', '9008']]);
  });

  it('leaves out what belongs to other days and to other storefronts', async () => {
    const world = await synced();
    await stored(world, 'shopify:548380009:1', { name: 'old', transactedAt: '2025-12-24T12:00:00Z' });
    await stored(world, 'shopify:999:1', { name: 'of another shop', transactedAt: '2026-02-04T12:00:00Z' });
    expect(await prove(world)).toMatchObject({ isComplete: true, service: { transactions: 10 } });
  });

  it('asks for the day of what the list does not date', async () => {
    const world = await synced();
    world.service.insertForeign({ id: 'shopify:548380009:1', name: 'undated' });
    expect(await prove(world)).toMatchObject({ isComplete: true });
    expect(world.service.requests.some(({ kind, about }) => kind === 'find' && about === 'shopify:548380009:1')).toBe(
      true,
    );
  });

  it('says of what the service holds without showing it that it was not compared, and is not complete', async () => {
    const world = await synced();
    const id = transactionId('9002');
    world.service.remove(id);
    world.service.insertForeign({ id, name: 'Shopify #2 · 9002' });
    expect(await prove(world)).toMatchObject({
      isComplete: false,
      differing: 0,
      notCompared: 1,
      differences: [],
      totals: [{ isSame: false, service: { count: 10, total: '1010.78' } }],
    });
  });

  it('counts what is set aside by its reason, and refunds that are transactions of their own', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock);
    const world = aLiveWorld({ clock, shops: { 'us-store': shop }, policy: sendsRefunds });
    shop.put(theSale(1, { refunds: [aRefund({ id: 'r1', occurredAt: '2026-02-20T10:00:00Z' })] }));
    shop.put(theSale(2, { payment: 'not paid' }));
    right(await clock.run(historicalSync(world.ports.sync)(request)));
    expect(await prove(world)).toMatchObject({
      isComplete: true,
      source: { transactions: 2, excluded: { 'not paid': 1 } },
      service: { transactions: 2 },
      changes: [],
    });
  });

  it('finds the refund of these days that was pushed of a sale of earlier days, and compares it', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock);
    const world = aLiveWorld({ clock, shops: { 'us-store': shop }, policy: sendsRefunds });
    const refund = aRefund({ id: 'r1', occurredAt: '2026-03-05T10:00:00Z' });
    shop.put(theSale(1, { refunds: [refund] }));
    right(await clock.run(historicalSync(world.ports.sync)(request)));
    const march = { from: '2026-03-01', to: '2026-03-31' };
    const prove = async (): Promise<Reconciliation | undefined> =>
      right(await clock.run(reconcile({ sync: world.ports.sync, inbox: world.store.inbox })(['us-store'], march)))[0];
    expect(await prove()).toMatchObject({
      isComplete: true,
      differences: [],
      source: { transactions: 1 },
      service: { transactions: 1 },
      totals: [{ month: '2026-03', isSame: true }],
    });
    shop.put(theSale(1, { refunds: [{ ...refund, adjustment: { amount: 1_100n, tax: 0n }, total: 1_100n }] }));
    expect(await prove()).toMatchObject({
      isComplete: false,
      differences: [{ kind: 'differs', transactionId: `${transactionId('9001')}:refund:r1`, day: '2026-03-05' }],
    });
  });

  it('lists what happened after the sale and was not sent, with what a person noted about it', async () => {
    const world = await synced();
    world.shop.put(theSale(9, { refunds: [aRefund({ id: 'r9' })] }));
    const id = `${transactionId('9009')}/r9`;
    expect((await prove(world)).changes).toMatchObject([{ kind: 'refund', id, amount: '-10.00', resolution: null }]);
    const note = { note: 'goodwill, no tax', by: 'mia', at: '2026-04-02T00:00:00Z' };
    right(await world.store.inbox.saveResolution({ storefront: 'us-store', id, ...note })());
    expect((await prove(world)).changes).toMatchObject([{ id, resolution: note }]);
  });

  it('is complete when a person has resolved every difference, until one of them becomes another', async () => {
    const world = await synced();
    world.shop.put(dearer(theSale(5)));
    const [difference] = (await prove(world)).differences;
    const note = { note: 'corrected at the service', by: 'mia', at: '2026-04-02T00:00:00Z' };
    right(await world.store.inbox.saveResolution({ storefront: 'us-store', id: difference?.id ?? '', ...note })());
    expect(await prove(world)).toMatchObject({ isComplete: true, differences: [{ resolution: note }] });
    world.shop.put(dearer(dearer(theSale(5))));
    expect(await prove(world)).toMatchObject({ isComplete: false, differences: [{ resolution: null }] });
  });

  it('proves several storefronts with one walk of the list', async () => {
    const clock = virtualClock();
    const [one, other] = [aLiveShop(clock), aLiveShop(clock, { account: { id: '777' } })];
    const world = aLiveWorld({ clock, shops: { 'us-store': one, 'eu-store': other } });
    for (let n = 1; n <= 5; n += 1) {
      one.put(theSale(n));
      const sale = theSale(100 + n);
      other.put({ ...sale, identity: { ...sale.identity, account: '777' } });
    }
    right(await clock.run(historicalSync(world.ports.sync)({ ...request, storefronts: ['us-store', 'eu-store'] })));
    world.service.remove('shopify:777:9103');
    const before = world.service.count('list');
    const [first, second] = right(await ask(world, ['us-store', 'eu-store']));
    expect(world.service.count('list') - before).toBe(1);
    expect(first).toMatchObject({ storefront: 'us-store', isComplete: true });
    expect(second).toMatchObject({ storefront: 'eu-store', isComplete: false, differences: [{ sourceId: '9103' }] });
  });

  it('proves nothing when the list cannot be read to its end', async () => {
    const world = await synced(
      {
        service: {
          pageSize: 2,
          cursorFault: (cursor) => (cursor === '4' ? { _tag: 'CursorRefused', message: 'unknown' } : undefined),
        },
      },
      3,
    );
    for (let n = 0; n < 9; n += 1) world.service.insertForeign({ id: `foreign-${n}`, name: null });
    expect(left(await ask(world))).toMatchObject({ _tag: 'ServiceFailed' });
  });

  it('proves nothing when it is interrupted, or the key refused, before all of it was asked for', async () => {
    const state = { isInterrupted: false, isRefused: false, isKeyGone: false };
    const world = await synced({
      sync: { isInterrupted: () => state.isInterrupted },
      service: {
        fault: ({ kind }) => {
          if (kind === 'find' && state.isRefused) state.isKeyGone = true;
          if (!state.isKeyGone) return undefined;
          return { when: 'before', reply: { _tag: 'CredentialsRefused', message: 'the key was refused (401)' } };
        },
      },
    });
    world.service.remove(transactionId('9004'));
    state.isRefused = true;
    expect(left(await ask(world))).toMatchObject({ _tag: 'ServiceFailed' });
    [state.isRefused, state.isKeyGone] = [false, false];
    world.shop.remove('9005');
    world.shop.fault = (question) => {
      state.isInterrupted = question === 'record';
      return undefined;
    };
    expect(left(await ask(world))).toMatchObject({ _tag: 'SourceFailed' });
  });

  it('proves nothing when the platform or the service is out of order, or the storefront is unknown', async () => {
    const world = await synced();
    expect(left(await ask(world, ['nowhere']))).toMatchObject({ _tag: 'UnknownStorefront' });
    world.shop.fault = (question) =>
      question === 'page' ? { _tag: 'SourceCredentialsRefused', message: 'the token was revoked' } : undefined;
    expect(left(await ask(world))).toMatchObject({ _tag: 'SourceFailed', message: 'us-store: the token was revoked' });
    const other = aLiveWorld({ service: { fault: () => faults.credentials } });
    expect(left(await ask(other))).toMatchObject({ _tag: 'ServiceFailed' });
  });
});
