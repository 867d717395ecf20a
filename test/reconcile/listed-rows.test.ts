import { describe, expect, it } from '@jest/globals';
import type { Sale } from '../../src/mapping/sale.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { Reconciliation } from '../../src/reconcile/reconciliation.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aRefund } from '../support/a-refund.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aSync, paged, request, sales, type Sync, type SyncOptions, transactionId } from '../support/a-sync.ts';
import { memoryTaxService, type MemoryTaxServiceOptions } from '../support/memory-tax-service.ts';
import { oddTaxService } from '../support/odd-tax-service.ts';
import { right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const synced = async (sold: readonly Sale[], options: Omit<SyncOptions, 'script'> = {}): Promise<Sync> => {
  const sync = aSync({ script: { pages: paged(sold, 10) }, policy: sendsRefunds, store: memoryStore(), ...options });
  await sync.finish();
  return sync;
};

const proofOf = async ({ clock, ports }: Sync): Promise<Reconciliation> => {
  const [proof] = right(
    await clock.run(reconcile({ sync: ports, inbox: memoryStore().inbox })(['us-store'], request.range)),
  );
  if (proof === undefined) throw new Error('there is one for each storefront');
  return proof;
};

describe('a list that has two transactions of one id', () => {
  it.each([100, 3])('has one sale twice, with pages of %d', async (pageSize) => {
    const clock = virtualClock();
    const world = memoryTaxService({ clock, pageSize });
    const sync = await synced(sales(10), { clock, world });
    const twice = transactionId('9004');
    const body = world.journal.find(({ id }) => id === twice)?.body ?? '{}';
    world.insertForeign(JSON.parse(body) as { id: string });
    const proof = await proofOf(sync);
    expect(proof).toMatchObject({ isComplete: false, service: { transactions: 11 } });
    expect(proof.differences).toMatchObject([{ kind: 'held twice', transactionId: twice }]);
    expect(proof.differences[0]?.message).toContain('twice, under one id');
  });

  it('has it once where it moved to the next page while the list was read', async () => {
    const clock = virtualClock();
    const moved: { id: string }[] = [];
    const fault: MemoryTaxServiceOptions['fault'] = ({ kind, about }) => {
      if (kind === 'list' && about !== '') for (const one of moved.splice(0, 2)) world.insertForeign(one);
      return undefined;
    };
    const world = memoryTaxService({ clock, pageSize: 3, fault });
    const sync = await synced(sales(10), { clock, world });
    moved.push(...['a', 'b', 'c', 'd'].map((id) => ({ id })));
    const proof = await proofOf(sync);
    expect(moved).toStrictEqual([]);
    expect(proof).toMatchObject({ isComplete: true, differences: [], service: { transactions: 10 } });
  });
});

describe('a refund of a later month', () => {
  it.each([
    ['answers with its id', { answers: 'id' }],
    ['answers with nothing, and no question', { answers: 'nothing', isAsked: false }],
  ] as const)('is found in the list of a service that assigns ids and %s', async (_, options) => {
    const clock = virtualClock();
    const odd = oddTaxService({ clock, ...options });
    const [first, ...others] = sales(3);
    if (first === undefined) throw new Error('a sale is needed');
    const sold = [{ ...first, refunds: [aRefund()] }, ...others];
    const sync = await synced(sold, { clock, ports: { service: odd.service } });
    const [lists, finds] = [odd.calls.list, odd.calls.find];
    expect(odd.stored.some(({ wire }) => wire.transactedAt > request.range.to)).toBe(true);
    expect(await proofOf(sync)).toMatchObject({ isComplete: true, differences: [] });
    expect([odd.calls.list - lists, odd.calls.find - finds]).toStrictEqual([1, 0]);
  });
});
