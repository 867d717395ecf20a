import { describe, expect, it } from '@jest/globals';
import * as t from 'io-ts';
import * as O from 'fp-ts/lib/Option.js';
import { defineConnector } from '../../../src/connector-kit/define-connector.ts';
import { sale } from '../../../src/connector-kit/sale-facts.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { leaseLength } from '../../../src/pipeline/limits.ts';
import { readStops } from '../../../src/pipeline/run-marks.ts';
import { retryRun } from '../../../src/pipeline/retry-run.ts';
import { aSync, paged, sales } from '../../support/a-sync.ts';
import { faults } from '../../support/memory-tax-service.ts';
import { left, right } from '../../support/right.ts';

describe('a sync database and the key of an account', () => {
  it('of another account stop the run, instead of calling everything already present', async () => {
    const first = aSync({ script: { pages: paged(sales(5), 2) } });
    await first.run();
    const other = aSync({ script: { pages: paged(sales(6), 2) }, store: first.store, clock: first.clock });
    const refused = left(await other.run({ range: { from: '2026-02-01', to: '2026-02-27' } }));
    expect(refused._tag).toBe('OtherAccount');
    expect(refused.message).toContain('service.apiKey');
    expect(other.world.journal).toEqual([]);
    const run = O.toUndefined(right(await first.store.findRun(O.none)()));
    if (run === undefined) throw new Error('there are two runs');
    expect(run.status).toBe('stopped');
    expect(right(await readStops(first.store, run))).toStrictEqual([
      { who: 'service', cause: 'credentials', message: refused.message },
    ]);
  });

  it('of another account leave a run alone that another process is at work on', async () => {
    const first = aSync({ script: { pages: paged(sales(5), 2) } });
    await first.run();
    const now = first.clock.now();
    await first.store.acquireLease('us-store', 'the right key', { now, until: now + leaseLength }, () => false)();
    const { store, clock } = first;
    const other = aSync({ script: { pages: paged(sales(6), 2) }, store, clock, ports: { isGone: () => false } });
    const refused = left(await other.run({ range: { from: '2026-02-01', to: '2026-02-27' } }));
    expect(refused._tag).toBe('OtherAccount');
    expect(right(await store.findRun(O.none)())).toMatchObject({ value: { status: 'running' } });
  });

  it('of the same account go on, whatever key it is', async () => {
    const first = aSync({ script: { pages: paged(sales(5), 2) } });
    await first.run();
    const again = aSync({
      script: { pages: paged(sales(6), 2) },
      store: first.store,
      clock: first.clock,
      world: first.world,
    });
    expect(right(await again.run({ range: { from: '2026-02-01', to: '2026-02-27' } })).status).toBe('finished');
    expect(again.world.journal).toHaveLength(6);
  });

  it('of another account stop a retry, which would send to the wrong account', async () => {
    const isLast = ({ kind, about }: { kind: string; about: string }): boolean =>
      kind === 'push' && about.endsWith('9006');
    const script = { pages: paged(sales(6), 2) };
    const first = aSync({ script, service: { fault: (q) => (isLast(q) ? faults.refused : undefined) } });
    const { id } = await first.finish();
    const other = aSync({ script, store: first.store, clock: first.clock });
    const refused = left(await other.clock.run(retryRun(other.ports)(id)));
    expect(refused._tag).toBe('OtherAccount');
    expect(other.world.journal).toEqual([]);
  });
});

describe('accounts of a platform whose ids are not unique', () => {
  const aShop = (account: string, ids: readonly string[], idsAreUnique: boolean) => ({
    policy: defaultPolicy,
    connector: defineConnector({
      ...{ platform: 'woocommerce', platformName: 'WooCommerce', idsAreUnique },
      account: () => Promise.resolve({ id: account, name: account, timeZone: 'UTC' }),
      sold: () => Promise.resolve({ records: ids.map((id) => ({ id })) }),
      ...{ changed: 'keeps no history', find: () => Promise.resolve(undefined), webhook: 'sends no webhooks' },
      record: t.type({ id: t.string }),
      toSale: ({ id }) =>
        sale({
          ...{ id, number: id, at: '2026-02-03T17:20:00Z', total: '12.50', currency: 'USD' },
          lines: [{ id, name: 'All', price: '12.50' }],
          shipTo: { country: 'US', state: 'CA', zip: '94607' },
        }),
    }),
  });
  const send = async (shops: Readonly<Record<string, readonly string[]>>, idsAreUnique = false) => {
    const storefronts = Object.fromEntries(Object.entries(shops).map(([n, ids]) => [n, aShop(n, ids, idsAreUnique)]));
    const sync = aSync({ script: { pages: [] }, ports: { storefronts } });
    for (const one of Object.keys(shops)) await sync.finish({ storefronts: [one] });
    return { sent: sync.world.journal.map(({ name }) => name).sort(), entries: await sync.entries() };
  };

  it('send each order, although another account has one of the same id and number', async () => {
    const { sent } = await send({ us: ['1001'], eu: ['1001'] });
    expect(sent).toEqual(['WooCommerce eu · 1001 · 1001', 'WooCommerce us · 1001 · 1001']);
  });

  it('send each order of an account, although the ids differ in punctuation only', async () => {
    expect((await send({ us: ['A-1', 'a.1'] })).sent).toHaveLength(2);
    expect((await send({ us: ['A-1'], eu: ['a.1'] }, true)).sent).toHaveLength(2);
  });

  it('fail, and name the other transaction, where their author was wrong and the service takes a name once', async () => {
    const { sent, entries } = await send({ us: ['1001'], eu: ['1001'] }, true);
    expect(sent).toEqual(['WooCommerce 1001 · 1001']);
    expect(entries).toMatchObject([{ id: 'woocommerce:eu:1001', outcome: 'failed', reason: 'refused' }]);
    expect(entries[0]?.message).toContain('The service holds woocommerce:us:1001 under the same name');
  });
});
