import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ServicePage, StoredTransaction, TaxService } from '../../../src/domain/tax-service.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { correct } from '../../../src/reconcile/correct.ts';
import { findCorrections } from '../../../src/reconcile/find-corrections.ts';
import { correctByOffset } from '../../../src/live/correct-by-offset.ts';
import { reconcile } from '../../../src/reconcile/reconcile.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aRefund } from '../../support/a-refund.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { aSync, paged, sales, type Sync, transactionId } from '../../support/a-sync.ts';
import { memoryTaxService } from '../../support/memory-tax-service.ts';
import { right } from '../../support/right.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const saleId = transactionId('9001');
const refundId = `${saleId}:refund:901`;
const offsetId = `${refundId}:undone:txn_1`;

const [sale] = sales(1);
if (sale === undefined) throw new Error('a sale is needed');

const by = { id: 'txn_1', occurredAt: '2026-03-09T08:00:00Z', message: 'Refund 901 failed' };
const sent: Sale = { ...sale, statedTotal: 11_226n, refunds: [aRefund()] };
const failed: Sale = { ...sale, statedTotal: 11_226n, undone: [{ kind: 'refund', id: '901', by }] };

const reportsUndone = { adjustments: { ...sendsRefunds.adjustments, undoneAdjustments: 'report' } } as const;

/** A service whose list lacks some fields, which it shows when it is asked about one transaction. */
const listingWithout = (service: TaxService, hidden: readonly string[]): TaxService => ({
  ...service,
  list: (cursor) =>
    TE.map(({ transactions, ...page }: ServicePage) => ({
      ...page,
      transactions: transactions.map((one): StoredTransaction => {
        const lacking: Record<string, undefined> = Object.fromEntries(hidden.map((field) => [field, undefined]));
        return { ...one, ...lacking };
      }),
    }))(service.list(cursor)),
});

/** A refund that was sent and then failed, after the syncs of its month. */
const after = async (policy: Partial<Policy>, hidden: readonly string[] = []): Promise<Sync> => {
  const script = { pages: paged([sent], 1) };
  const clock = virtualClock();
  const world = memoryTaxService({ clock });
  const service = listingWithout(world.service, hidden);
  const sync = aSync({ script, policy, store: memoryStore(), clock, world, ports: { service } });
  await sync.finish();
  script.pages = paged([failed], 1);
  await sync.finish();
  return sync;
};

const auditOf = ({ ports: { reviews } }: Sync) => {
  if (reviews.auditRecords === undefined) throw new Error('no audit');
  return reviews.auditRecords;
};

const proofOf = async (sync: Sync, from: string, to: string) => {
  const proof = await sync.clock.run(
    reconcile({ sync: sync.ports, inbox: memoryStore().inbox })(['us-store'], { from, to }),
  );
  const [one] = right(proof);
  if (one === undefined) throw new Error('no proof');
  return one;
};

describe('a reconciliation', () => {
  it.each([
    ['of the month of the sale', '2026-02-01', '2026-02-28'],
    ['of the month of the refund and its offset', '2026-03-01', '2026-03-31'],
    ['of all', '2026-02-01', '2026-03-31'],
  ])('%s names nothing once a refund that failed was offset', async (_, from, to) => {
    const { differences, totals } = await proofOf(await after(sendsRefunds), from, to);
    // The scripted shop shows the sale of February in each range.
    expect(differences.filter(({ transactionId }) => transactionId !== saleId)).toStrictEqual([]);
    if (from < '2026-03') expect(totals.every(({ isSame }) => isSame)).toBe(true);
  });

  it.each([
    ['of the month of the sale', '2026-02-01', '2026-02-28'],
    ['of the month of its correction', '2026-03-01', '2026-03-31'],
    ['of both', '2026-02-01', '2026-03-31'],
  ])('%s names nothing once a sale that changed was corrected, and the next change of it', async (_, from, to) => {
    const changed = (price: bigint, day: string): Sale => ({
      ...sale,
      ...{ statedTotal: price + 1_225n, lastChangedAt: `${day}T00:00:00Z` },
      lines: sale.lines.map((line) => ({ ...line, listed: price })),
    });
    const script = { pages: paged([{ ...sale, statedTotal: 11_226n }], 1) };
    const policy = { adjustments: { ...sendsRefunds.adjustments, undoneSales: 'send' } } as const;
    const sync = aSync({ script, policy });
    await sync.finish();
    script.pages = paged([changed(9_500n, '2026-03-03')], 1);
    await sync.finish();
    expect(sync.world.journal).toHaveLength(3);
    expect((await proofOf(sync, from, to)).differences).toStrictEqual([]);
    script.pages = paged([changed(9_000n, '2026-03-05')], 1);
    const { differences } = await proofOf(sync, from, to);
    const named = to < '2026-03' ? [] : [`${saleId}:restored:changed-1`];
    expect(differences.map(({ transactionId }) => transactionId)).toStrictEqual(named);
  });

  it('does not call a corrected sale compared once nothing shows what it should be', async () => {
    const lowered = sale.lines.map((line) => ({ ...line, listed: 9_500n }));
    const changed: Sale = { ...sale, statedTotal: 10_725n, lastChangedAt: '2026-03-03T00:00:00Z', lines: lowered };
    const script = { pages: paged([{ ...sale, statedTotal: 11_226n }], 1) };
    const sync = aSync({ script, policy: { adjustments: { ...sendsRefunds.adjustments, undoneSales: 'send' } } });
    await sync.finish();
    script.pages = paged([changed], 1);
    await sync.finish();
    script.pages = paged([{ ...changed, destinations: [] }], 1);
    expect(await proofOf(sync, '2026-02-01', '2026-03-31')).toMatchObject({ isComplete: false, notCompared: 1 });
  });

  const touched = [
    ['the refund', 'the month of the sale', refundId, '2026-02-01', '2026-02-28'],
    ['the refund', 'the month of both', refundId, '2026-03-01', '2026-03-31'],
    ['its offset', 'the month of the sale', offsetId, '2026-02-01', '2026-02-28'],
    ['its offset', 'the month of both', offsetId, '2026-03-01', '2026-03-31'],
  ] as const;

  it.each(touched)('names both once the service holds other money for %s: %s', async (_, __, id, from, to) => {
    // Where the list shows too little of one, both are compared as the service shows them alone.
    for (const hidden of [[], ['taxCollected'], ['transactedAt'], ['total', 'taxCollected']]) {
      const sync = await after(sendsRefunds, hidden);
      sync.world.change(id, { total: id === offsetId ? 11 : -11 });
      const { isComplete, differences } = await proofOf(sync, from, to);
      expect(isComplete).toBe(false);
      expect(differences.filter(({ transactionId }) => transactionId !== saleId)).toMatchObject([
        { kind: 'differs', transactionId: refundId },
        { kind: 'differs', transactionId: offsetId },
      ]);
    }
  });

  it.each(touched)('names what the service holds no longer of %s: %s', async (_, __, id, from, to) => {
    const sync = await after(sendsRefunds);
    sync.world.remove(id);
    const { isComplete, differences } = await proofOf(sync, from, to);
    expect(isComplete).toBe(false);
    expect(differences.filter(({ transactionId }) => transactionId !== saleId)).toMatchObject([
      { kind: 'missing at the service', transactionId: id },
    ]);
  });

  it('names a refund that failed and was not offset', async () => {
    const { differences } = await proofOf(await after(reportsUndone), '2026-02-01', '2026-03-31');
    expect(differences).toMatchObject([{ kind: 'no longer true', transactionId: refundId }]);
  });
});

describe('a person and a sale that changed', () => {
  it('sees what differs, and corrects it by a pair, as often as it changes', async () => {
    const script = { pages: paged([sale], 1) };
    const sync = aSync({ script });
    await sync.finish();
    for (const [index, price] of [9_500n, 9_000n].entries()) {
      const changed = { ...sale, lines: sale.lines.map((line) => ({ ...line, listed: price })) };
      script.pages = paged([{ ...changed, lastChangedAt: `2026-03-0${index + 1}T00:00:00Z` }], 1);
      await sync.finish();
      expect(await sync.report()).toMatchObject({ differing: 1 });
      const [found] = right(await sync.clock.run(findCorrections(sync.ports)('us-store', '9001')));
      if (found?._tag !== 'Differs') throw new Error(`it is ${found?._tag}`);
      expect(found.differences.map(({ field }) => field)).toContain('total');
      const given = { recordId: '9001', id: found.id, by: 'Ada' };
      const event = `changed-${index + 1}`;
      expect(right(await sync.clock.run(correctByOffset(sync.ports)('us-store', given)))).toStrictEqual({
        _tag: 'Corrected',
        offset: `${saleId}:undone:${event}`,
        replacement: `${saleId}:restored:${event}`,
      });
      const audit = right(await auditOf(sync)({ sourceId: '9001' }, O.none)()).records;
      expect(audit.slice(-2).map(({ by, cause }) => [by, cause])).toStrictEqual([
        ['Ada', 'person'],
        ['Ada', 'person'],
      ]);
      await sync.finish();
      expect(await sync.report()).toMatchObject({ differing: 0, noLongerTrue: 0 });
      expect(right(await sync.clock.run(findCorrections(sync.ports)('us-store', '9001')))).toMatchObject([
        { _tag: 'Same' },
      ]);
    }
    expect(sync.world.journal).toHaveLength(5);
  });
});

describe('a person and an order that was deleted', () => {
  it('offsets all that was sent of it, found by its number, and nothing of it twice', async () => {
    const script = { pages: paged([sent], 1) };
    const sync = aSync({ script, policy: sendsRefunds });
    await sync.finish();
    script.pages = paged([], 1);
    for (const id of ['9001', '#1', saleId])
      expect(right(await sync.clock.run(findCorrections(sync.ports)('us-store', id)))).toMatchObject([
        { _tag: 'NoLongerTrue', about: { sourceId: '9001' } },
        ...(id === saleId ? [] : [{ _tag: 'NoLongerTrue', id: refundId }]),
      ]);
    for (const id of [saleId, refundId]) {
      const corrected = correctByOffset(sync.ports)('us-store', { recordId: '9001', id, by: 'Ada' });
      expect(right(await sync.clock.run(corrected))).toStrictEqual({ _tag: 'Corrected', offset: `${id}:undone:1` });
    }
    expect(right(await sync.clock.run(findCorrections(sync.ports)('us-store', '9001')))).toStrictEqual([]);
    expect(sync.world.journal).toHaveLength(4);
  });
});

describe('a person who deletes what is no longer true', () => {
  it('does so where the service allows it: nothing is offset then, and who did it is noted', async () => {
    const sync = await after(reportsUndone);
    const [found] = right(await sync.clock.run(findCorrections(sync.ports)('us-store', refundId)));
    if (found?._tag !== 'NoLongerTrue') throw new Error('it is no longer true');
    const { reviews } = memoryStore();
    const remove = (id: string) => () => {
      sync.world.remove(id);
      return Promise.resolve({ _tag: 'Accepted', stored: null } as const);
    };
    const ports = { ...sync.ports, service: { ...sync.ports.service, remove }, reviews };
    expect(right(await sync.clock.run(correct(ports)(found, 'Ada')))).toStrictEqual({ _tag: 'Corrected' });
    expect(right(await reviews.auditRecords({}, O.none)()).records.at(-1)).toMatchObject({
      ...{ id: refundId, action: 'correct', answer: 'accepted', by: 'Ada', body: null },
    });
    await sync.finish();
    expect(sync.world.journal.map(({ id }) => id)).toStrictEqual([saleId, refundId]);
    expect(await sync.report()).toMatchObject({ noLongerTrue: 0 });
  });
});

describe('a person', () => {
  it('sees what is no longer true with both amounts, and offsets it by the same transaction as the policy', async () => {
    const sync = await after(reportsUndone);
    const found = right(await sync.clock.run(findCorrections(sync.ports)('us-store', '9001')));
    expect(found).toMatchObject([
      {
        _tag: 'NoLongerTrue',
        id: refundId,
        message: 'Refund 901 failed. The service holds -10.00 USD; it should hold 0.00.',
      },
      { _tag: 'Same', id: saleId },
    ]);
    const offset = correctByOffset(sync.ports)('us-store', { recordId: '9001', id: refundId, by: 'Ada' });
    expect(right(await sync.clock.run(offset))).toStrictEqual({ _tag: 'Corrected', offset: offsetId });
    expect(sync.world.journal.map(({ id }) => id)).toStrictEqual([saleId, refundId, offsetId]);
    expect(right(await sync.clock.run(findCorrections(sync.ports)('us-store', '9001')))).toMatchObject([
      { _tag: 'Same', id: saleId },
    ]);
    await sync.finish();
    expect(await sync.report()).toMatchObject({ noLongerTrue: 0, alreadyPresent: 3 });
  });
});
