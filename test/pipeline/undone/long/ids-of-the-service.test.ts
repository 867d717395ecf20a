import { describe, expect, it } from '@jest/globals';
import type { SyncStore } from '../../../../src/domain/sync-store.ts';
import type { Policy } from '../../../../src/mapping/policy.ts';
import type { Sale } from '../../../../src/mapping/sale.ts';
import type { SourceResult } from '../../../../src/mapping/source-connector.ts';
import { memoryStore } from '../../../support/memory-store.ts';
import { aLiveShop } from '../../../support/a-live-shop.ts';
import { aLiveWorld } from '../../../support/a-live-world.ts';
import { aRefund } from '../../../support/a-refund.ts';
import { sendsRefunds } from '../../../support/a-policy.ts';
import { aSync, paged, sales } from '../../../support/a-sync.ts';
import { type OddOptions, oddTaxService } from '../../../support/odd-tax-service.ts';
import { virtualClock } from '../../../support/virtual-clock.ts';

/*
 * Where the service assigns ids, a new sync database knows what was sent by its name alone.
 */

const [sale] = sales(1);
if (sale === undefined) throw new Error('a sale is needed');
const id = 'Re_9aZ';
const refunded: Sale = { ...sale, refunds: [aRefund({ id })] };
const failure = { id: 'txn_1B', occurredAt: '2026-03-09T08:00:00Z', message: 'the refund failed' };
const failed: Sale = { ...sale, undone: [{ kind: 'refund', id, by: failure }] };
const again = { id: 'txn_2', occurredAt: '2026-03-12T08:00:00Z', message: 'it was paid again' };
const paidAgain: Sale = { ...failed, refunds: [aRefund({ id, againBy: again })] };
const secondFailure = { id: 'txn_3', occurredAt: '2026-03-15T08:00:00Z', message: 'the refund failed again' };
const failedAgain: Sale = {
  ...failed,
  undone: [failure, secondFailure].map((by) => ({ kind: 'refund' as const, id, by })),
};
const changed: Sale = {
  ...sale,
  lastChangedAt: '2026-03-09T08:00:00Z',
  lines: sale.lines.map((line) => ({ ...line, listed: 9_500n })),
};
const voidedBy = { id: 'txn_9', occurredAt: '2026-03-09T08:00:00Z', message: 'the payment was voided' };
const voided: Sale = { ...sale, payment: 'voided', undoneBy: voidedBy };

const sendsAll: Partial<Policy> = { adjustments: { ...sendsRefunds.adjustments, undoneSales: 'send' } };

const aWorld = (options: Omit<OddOptions, 'clock'>, setting: 'auto' | 'service') => {
  const clock = virtualClock();
  const odd = oddTaxService({ clock, ...options });
  let store: SyncStore = memoryStore();
  const syncNow = async (shown: SourceResult | Sale, policy: Partial<Policy> = sendsAll) => {
    const sync = aSync({
      ...{ script: { pages: paged([shown], 1) }, clock, store, policy },
      ports: {
        service: odd.service,
        ...(setting !== 'auto' && { wire: { settings: { identity: setting }, fingerprint: 'one' } }),
      },
    });
    await sync.finish();
    return sync.report();
  };
  return {
    syncNow,
    loseDatabase: () => {
      store = memoryStore();
    },
    names: () => odd.stored.map(({ wire }) => wire.name.replace(/^Shopify #1 · 9001/, 'sale')),
    ...{ odd, clock },
    dates: () => odd.stored.map(({ wire }) => wire.transactedAt),
    net: () => Math.round(odd.stored.reduce((sum, { wire }) => sum + wire.total, 0) * 100),
  };
};

const upper = (wire: object): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(wire), (key, value: unknown) =>
    typeof value === 'string' && key !== 'id' && key !== 'transactedAt' ? value.toUpperCase() : value,
  ) as Readonly<Record<string, unknown>>;

const services: Readonly<Record<string, Omit<OddOptions, 'clock'>>> = {
  'answers with all': {},
  'answers with ids alone': { answers: 'id' },
  'answers nothing and no question': { answers: 'nothing', isAsked: false },
  'lists names in upper case': { keeps: upper },
  'lists ids and names alone': { lists: ({ id: own, name = null }) => ({ id: own, name }) },
};

const well = { failed: 0, held: {}, noLongerTrue: 0, differing: 0 };
const offset = `sale · refund ${id} · undone txn_1B`;
const restored = `sale · refund ${id} · restored txn_2`;

describe.each(Object.keys(services))(
  'after the sync database was lost, at a service that assigns ids and %s',
  (kind) => {
    const settings = kind === 'answers with all' ? (['auto', 'service'] as const) : (['auto'] as const);
    describe.each(settings)('by the setting %s', (setting) => {
      const world = () => aWorld(services[kind] ?? {}, setting);

      it('a refund that failed since is found by its name, and offset once', async () => {
        const { syncNow, loseDatabase, names, net } = world();
        await syncNow(sale);
        const sold = net();
        await syncNow(refunded);
        loseDatabase();
        expect(await syncNow(failed)).toMatchObject({ ...well, considered: 3 });
        loseDatabase();
        expect(await syncNow(failed)).toMatchObject({ ...well, considered: 3 });
        await syncNow(failed);
        expect(names()).toStrictEqual(['sale', `sale · refund ${id}`, offset]);
        expect(net()).toBe(sold);
      });

      it('an offset is recognized: what counts again is sent again, and taken back again, once', async () => {
        const { syncNow, loseDatabase, names } = world();
        await syncNow(refunded);
        await syncNow(failed);
        const four = ['sale', `sale · refund ${id}`, offset, restored];
        for (const _ of [1, 2]) {
          loseDatabase();
          expect(await syncNow(paidAgain)).toMatchObject(well);
          expect(names()).toStrictEqual(four);
        }
        for (const _ of [1, 2]) {
          loseDatabase();
          expect(await syncNow(failedAgain)).toMatchObject(well);
          expect(names()).toStrictEqual([...four, `sale · refund ${id} · undone txn_3`]);
        }
        expect(await syncNow(failedAgain)).toMatchObject(well);
        expect(names()).toHaveLength(5);
      });

      it('a sale that was voided since is offset once', async () => {
        const { syncNow, loseDatabase, names, net } = world();
        await syncNow(sale);
        loseDatabase();
        await syncNow(voided);
        loseDatabase();
        await syncNow(voided);
        await syncNow(voided);
        expect(names()).toStrictEqual(['sale', 'sale · undone txn_9']);
        expect(net()).toBe(0);
      });

      it('a sale that changed and was corrected is corrected no second time', async () => {
        const { syncNow, loseDatabase, names } = world();
        await syncNow(sale);
        await syncNow(changed);
        const pair = ['sale', 'sale · undone changed-1', 'sale · restored changed-1'];
        expect(names()).toStrictEqual(pair);
        loseDatabase();
        expect(await syncNow(changed)).toMatchObject(well);
        expect(await syncNow(changed)).toMatchObject(well);
        expect(names()).toStrictEqual(pair);
      });
    });
  },
);

describe('after the sync database was lost, at a service that assigns ids', () => {
  it('of a pair of which only the offset stands, the other one is sent, with the same date', async () => {
    let isDown = true;
    const { syncNow, loseDatabase, names, dates } = aWorld(
      { fault: (name) => (isDown && name.includes('restored') ? 'before' : undefined) },
      'auto',
    );
    await syncNow(sale);
    await syncNow(changed);
    expect(names()).toStrictEqual(['sale', 'sale · undone changed-1']);
    loseDatabase();
    isDown = false;
    // The platform shows a later date by then.
    await syncNow({ ...changed, lastChangedAt: '2026-04-02T00:00:00Z' });
    expect(names()).toStrictEqual(['sale', 'sale · undone changed-1', 'sale · restored changed-1']);
    expect(dates()[2]).toBe(dates()[1]);
  });

  it('live, before the list was ever read: a refund that failed since is offset once', async () => {
    const { syncNow, names, odd, clock } = aWorld({}, 'auto');
    await syncNow(refunded);
    const shop = aLiveShop(clock);
    const shops = { 'us-store': shop };
    for (const delivery of ['d1', 'd2']) {
      const world = aLiveWorld({ clock, shops, policy: sendsAll, sync: { service: odd.service } });
      await world.live(async () => {
        await world.deliver(shop.put(failed), delivery);
        await world.wait(5_000);
      });
      expect(names()).toStrictEqual(['sale', `sale · refund ${id}`, offset]);
      expect((await world.entries()).map(({ outcome }) => outcome)).not.toContain('failed');
    }
  });
});
