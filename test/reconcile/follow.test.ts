import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../../src/domain/date-range.ts';
import { millisecondsOf } from '../../src/domain/instant.ts';
import { skipped } from '../../src/domain/exclusion.ts';
import type { Amendment, Sale } from '../../src/mapping/sale.ts';
import type { SourceConnector, Window } from '../../src/mapping/source-connector.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { Reconciliation } from '../../src/reconcile/reconciliation.ts';
import { aLiveWorld, type LiveWorld, type LiveWorldOptions, theSale } from '../support/a-live-world.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { right } from '../support/right.ts';
import { oddTaxService } from '../support/odd-tax-service.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const january = { from: '2026-01-01', to: '2026-01-31' };
const march = { from: '2026-03-01', to: '2026-03-31' };

/** A world on the second of February. */
const inFebruary = (options: LiveWorldOptions = {}): LiveWorld =>
  aLiveWorld({ clock: virtualClock(Date.UTC(2026, 1, 2, 12)), ...options });

const until = (world: LiveWorld, at: string): Promise<void> =>
  world.clock.run(() => world.wait(millisecondsOf(at) - world.clock.now()));

const sync = async (world: LiveWorld, range: DateRange): Promise<void> => {
  right(await world.clock.run(historicalSync(world.ports.sync)({ storefronts: ['us-store'], range, dryRun: false })));
};

const prove = async (world: LiveWorld, range: DateRange): Promise<Reconciliation> => {
  const ports = { sync: world.ports.sync, inbox: world.store.inbox };
  const [proof] = right(await world.clock.run(reconcile(ports)(['us-store'], range)));
  if (proof === undefined) throw new Error('there is one for each storefront');
  return proof;
};

const differencesOf = ({ differences }: Reconciliation): readonly (readonly [string, string])[] =>
  differences.map(({ kind, transactionId: id }) => [kind, id.slice('shopify:548380009:'.length)]);

const inJanuary = (n: number, differences: Partial<Sale> = {}): Sale =>
  theSale(n, { occurredAt: '2026-01-15T17:00:00Z', ...differences });

const notPaid = skipped({ sourceId: '9001', name: '#1' }, 'not paid', 'It is sent once it is paid.');

const inMarch = '2026-03-05T10:00:00Z';

const anAddition: Amendment = {
  ...aRefund({ id: '77', occurredAt: inMarch, total: -1_000n }),
  kind: 'edit',
  adjustment: { amount: -1_000n, tax: 0n },
  message: 'edited',
};

describe('the proof of a month, of what happened in it to sales of other months', () => {
  it.each([
    [
      'is not complete where the platform hides changes of sales that were sent',
      '2026-01-20T12:00:00Z',
      ['Grant the scope'],
    ],
    ['is complete where it hides those of before the first day alone', '1969-12-20T12:00:00Z', []],
  ])('%s', async (_, madeBefore, notFollowed) => {
    const world = inFebruary();
    const { 'us-store': shop } = world.ports.sync.storefronts;
    if (shop === undefined) throw new Error('there is a shop');
    const hides = { madeBefore, message: 'Grant the scope.' };
    const connector: SourceConnector = {
      ...shop.connector,
      changes: (...words) =>
        TE.map((windows: readonly Window[]) => windows.map((window) => ({ ...window, hides })))(
          shop.connector.changes(...words),
        ),
    };
    const hiding = { 'us-store': { ...shop, connector } };
    await sync(world, january);
    await until(world, '2026-04-02T15:00:00Z');
    const ports = { sync: { ...world.ports.sync, storefronts: hiding }, inbox: world.store.inbox };
    const [proof] = right(await world.clock.run(reconcile(ports)(['us-store'], march)));
    expect(proof).toMatchObject({ isComplete: notFollowed.length === 0, compared: { notFollowed } });
  });

  it('finds the sale of January that was paid in March and never sent, and its own command settles it', async () => {
    const world = inFebruary();
    world.shop.put(E.left(notPaid));
    await sync(world, january);
    await until(world, '2026-03-03T15:00:00Z');
    world.shop.put(inJanuary(1, { paidAt: ['2026-03-03T15:00:00Z'] }));
    await until(world, '2026-04-02T12:00:00Z');
    const proof = await prove(world, march);
    expect(proof.isComplete).toBe(false);
    expect(differencesOf(proof)).toStrictEqual([['missing at the service', '9001']]);
    const [difference] = proof.differences;
    expect(difference?.day).toBe('2026-01-15');
    expect(difference?.message).toBe(
      'It was paid on 2026-03-03, and the service does not hold it. Send it: tax-nexus sync --storefront us-store --from 2026-01-15 --to 2026-01-15',
    );
    expect(proof.compared).toMatchObject({ transactions: 0, followed: 1, notFollowed: [] });
    await sync(world, { from: '2026-01-15', to: '2026-01-15' });
    expect(await prove(world, march)).toMatchObject({ isComplete: true, compared: { followed: 1 } });
  });

  it('finds the sale that was entered in March and dated back to January', async () => {
    const world = inFebruary();
    await sync(world, january);
    await until(world, '2026-03-06T12:00:00Z');
    world.shop.put(inJanuary(1, { madeAt: '2026-03-06T12:00:00Z', paidAt: ['2026-01-15T17:00:00Z'] }));
    const proof = await prove(world, march);
    expect(differencesOf(proof)).toStrictEqual([['missing at the service', '9001']]);
    expect(proof.differences[0]?.message).toContain('It was entered on 2026-03-06');
  });

  it('finds the refund in March of a sale of January that the service lacks', async () => {
    const world = inFebruary({ policy: sendsRefunds });
    world.shop.put(inJanuary(1));
    await sync(world, january);
    await until(world, inMarch);
    world.shop.put(inJanuary(1, { refunds: [aRefund({ occurredAt: inMarch })] }));
    const proof = await prove(world, march);
    expect(proof).toMatchObject({ isComplete: false, changes: [] });
    expect(differencesOf(proof)).toStrictEqual([['missing at the service', '9001:refund:901']]);
    expect(proof.differences[0]?.message).toBe(
      'It was made on 2026-03-05, and the service does not hold it. Send it: tax-nexus sync --storefront us-store --from 2026-01-15 --to 2026-01-15',
    );
    await sync(world, { from: '2026-01-15', to: '2026-01-15' });
    const after = await prove(world, march);
    expect(after).toMatchObject({ isComplete: true, compared: { transactions: 1, followed: 1 } });
    expect(after.totals).toMatchObject([{ month: '2026-03', isSame: true, source: { count: 1, total: '-10.00' } }]);
  });

  it('lists the refund in March where refunds are only listed', async () => {
    const world = inFebruary();
    world.shop.put(inJanuary(1));
    await sync(world, january);
    await until(world, inMarch);
    world.shop.put(inJanuary(1, { refunds: [aRefund({ occurredAt: inMarch })] }));
    const proof = await prove(world, march);
    expect(proof).toMatchObject({ isComplete: true, compared: { changes: 1, followed: 1 } });
    expect(proof.changes).toMatchObject([{ kind: 'refund', amount: '-10.00', occurredAt: inMarch }]);
  });

  it('finds an addition and a refund that cancel each other in the sums', async () => {
    const world = inFebruary({ policy: sendsRefunds });
    for (const n of [1, 2]) world.shop.put(inJanuary(n));
    await sync(world, january);
    await until(world, inMarch);
    world.shop.put(inJanuary(1, { refunds: [aRefund({ occurredAt: inMarch })] }));
    world.shop.put(inJanuary(2, { amendments: [anAddition] }));
    const proof = await prove(world, march);
    expect(differencesOf(proof)).toStrictEqual([
      ['missing at the service', '9001:refund:901'],
      ['missing at the service', '9002:edit:77'],
    ]);
  });

  it.each([
    ['under our id', 'client'],
    ['under an id of its own', 'service'],
  ] as const)('names a refund that the service holds %s, and the platform no longer has', async (_, identity) => {
    const clock = virtualClock(Date.UTC(2026, 1, 2, 12));
    const { service } = oddTaxService({ clock, identity });
    const world = inFebruary({ policy: sendsRefunds, clock, sync: { service } });
    world.shop.put(inJanuary(1, { refunds: [aRefund({ occurredAt: inMarch })] }));
    await sync(world, january);
    await until(world, '2026-03-08T12:00:00Z');
    world.shop.put(inJanuary(1));
    const proof = await prove(world, march);
    expect(differencesOf(proof)).toStrictEqual([['no longer true', '9001:refund:901']]);
    expect(proof.differences[0]?.message).toBe(
      'The service holds this refund, and it no longer exists at Shopify: it failed, was canceled or was deleted. Correct it: tax-nexus correct us-store 9001',
    );
  });

  it('compares a sale of the range that only the changes show, and never calls it not among the sales', async () => {
    const world = inFebruary();
    await sync(world, january);
    world.shop.put(inJanuary(1));
    const { connector } = world.shop;
    const blind = { ...connector, windows: () => connector.windows({ from: '2020-01-01', to: '2020-01-01' }) };
    const configured = world.ports.sync.storefronts['us-store'];
    if (configured === undefined) throw new Error('it is configured');
    const storefronts = { 'us-store': { ...configured, connector: blind } };
    const seen = { ...world, ports: { ...world.ports, sync: { ...world.ports.sync, storefronts } } };
    expect(differencesOf(await prove(seen, january))).toStrictEqual([['missing at the service', '9001']]);
    await sync(world, january);
    expect(await prove(seen, january)).toMatchObject({ isComplete: true, source: { transactions: 1 } });
    // Changed too long ago for the platform's feed: the service's own list leads to it.
    const silent = { ...blind, changes: () => connector.windows({ from: '2020-01-01', to: '2020-01-01' }) };
    const mute = { ...seen.ports.sync, storefronts: { 'us-store': { ...configured, connector: silent } } };
    expect(await prove({ ...world, ports: { ...world.ports, sync: mute } }, january)).toMatchObject({
      isComplete: true,
      source: { transactions: 1 },
    });
  });

  it('asks for no sale of before the first day, and still lists what happened to it', async () => {
    const world = inFebruary({ since: '2026-02-01' });
    world.shop.put(inJanuary(1));
    await until(world, inMarch);
    world.shop.put(inJanuary(1, { paidAt: [inMarch], refunds: [aRefund({ occurredAt: inMarch })] }));
    const proof = await prove(world, march);
    expect(proof).toMatchObject({ isComplete: true, source: { excluded: { 'before the first day': 1 } } });
    expect(proof.changes).toMatchObject([{ kind: 'refund', amount: '-10.00' }]);
  });

  it('follows no sale of another month to which nothing happened', async () => {
    const world = inFebruary();
    world.shop.put(inJanuary(1, { paidAt: ['2026-01-15T17:00:00Z'] }));
    await until(world, inMarch);
    world.shop.put(inJanuary(1, { paidAt: ['2026-01-15T17:00:00Z'] }));
    expect(await prove(world, march)).toMatchObject({ isComplete: true, compared: { followed: 0 } });
    expect(world.service.count('find')).toBe(0);
  });

  it('names what it could not follow, and is not complete', async () => {
    const world = inFebruary();
    await until(world, inMarch);
    world.shop.fault = (question, about) =>
      question === 'page' && about.startsWith('changed:')
        ? { _tag: 'SourceRefused', message: 'the key may not read changes' }
        : undefined;
    const proof = await prove(world, march);
    expect(proof.isComplete).toBe(false);
    expect(proof.compared.notFollowed).toStrictEqual(['Changes since 2026-03-01: the key may not read changes']);
  });

  it('reads changes up to now, because a later change hides the one in the range', async () => {
    const world = inFebruary({ policy: sendsRefunds });
    world.shop.put(inJanuary(1));
    await sync(world, january);
    await until(world, '2026-06-01T12:00:00Z');
    world.shop.put(inJanuary(1, { refunds: [aRefund({ occurredAt: inMarch })] }));
    expect(differencesOf(await prove(world, march))).toStrictEqual([['missing at the service', '9001:refund:901']]);
  });
});
