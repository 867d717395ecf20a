import { describe, expect, it } from '@jest/globals';
import type { SyncStore } from '../../../../src/domain/sync-store.ts';
import type { Sale } from '../../../../src/mapping/sale.ts';
import { historicalSync } from '../../../../src/pipeline/historical-sync.ts';
import type { CrashPoint } from '../../../../src/pipeline/ports.ts';
import { memoryStore } from '../../../support/memory-store.ts';
import { aRefund } from '../../../support/a-refund.ts';
import { sendsRefunds } from '../../../support/a-policy.ts';
import { aSync, paged, request, sales, transactionId } from '../../../support/a-sync.ts';
import { faults, memoryTaxService } from '../../../support/memory-tax-service.ts';
import { mortal } from '../../../support/mortal.ts';
import { virtualClock } from '../../../support/virtual-clock.ts';

const saleId = transactionId('9001');
const expected = [saleId, `${saleId}:refund:901`, `${saleId}:refund:901:undone:txn_1`];

const [sale] = sales(1);
if (sale === undefined) throw new Error('a sale is needed');

const by = { id: 'txn_1', occurredAt: '2026-03-09T08:00:00Z', message: 'refund 901 failed' };
const sent: Sale = { ...sale, refunds: [aRefund()] };
const failed: Sale = { ...sale, undone: [{ kind: 'refund', id: '901', by }] };

const changed: Sale = {
  ...sale,
  lastChangedAt: '2026-03-09T08:00:00Z',
  lines: sale.lines.map((line) => ({ ...line, listed: 9_500n })),
};
const sendsChanges = { adjustments: { ...sendsRefunds.adjustments, undoneSales: 'send' } } as const;
const pair = [saleId, `${saleId}:undone:changed-1`, `${saleId}:restored:changed-1`];

const points: readonly CrashPoint[] = [
  ...(['after_page_read', 'after_intents', 'before_post', 'after_post_before_commit', 'after_page_commit'] as const),
];

/** A process that dies while it offsets a refund, and another one that goes on. */
const killedAt = async (point: CrashPoint, loses: boolean, isLost: boolean): Promise<readonly string[]> => {
  const clock = virtualClock();
  const world = memoryTaxService({
    clock,
    fault: ({ kind, about }, count) =>
      loses && kind === 'push' && about.includes(':undone:') && count === 1 ? faults.lostAfter : undefined,
  });
  const store: SyncStore = memoryStore();
  const common = { policy: sendsRefunds, clock, world };
  await aSync({ ...common, store, script: { pages: paged([sent], 1) } }).finish();
  const script = { pages: paged([failed], 1) };
  const doomed = mortal(aSync({ ...common, store, script }).ports, { point, hit: 1 });
  await clock.run(() => Promise.race([historicalSync(doomed.ports)(request)(), doomed.death]));
  const next = aSync({ ...common, store: isLost ? memoryStore() : store, script });
  await next.finish();
  await next.finish();
  expect(await next.report()).toMatchObject({ failed: 0, held: {}, noLongerTrue: 0, differing: 0 });
  return world.journal.map(({ id }) => id);
};

/** A process that dies at that moment of correcting a sale that changed, and another one that goes on, later changes included. */
const killedAtChange = async (point: CrashPoint, hit: number, loses: boolean, isLost: boolean) => {
  const clock = virtualClock();
  const world = memoryTaxService({
    clock,
    fault: ({ kind, about }, count) =>
      loses && kind === 'push' && about.includes('changed-1') && count === hit ? faults.lostAfter : undefined,
  });
  const store: SyncStore = memoryStore();
  const common = { policy: sendsChanges, clock, world };
  const script = { pages: paged([sale], 1) };
  await aSync({ ...common, store, script }).finish();
  script.pages = paged([changed], 1);
  const doomed = mortal(aSync({ ...common, store, script }).ports, { point, hit });
  await clock.run(() => Promise.race([historicalSync(doomed.ports)(request)(), doomed.death]));
  // Its platform shows a later date by then: both of a pair keep one.
  script.pages = paged([{ ...changed, lastChangedAt: '2026-04-02T00:00:00Z' }], 1);
  const next = aSync({ ...common, store: isLost ? memoryStore() : store, script });
  await next.finish();
  await next.finish();
  expect(await next.report()).toMatchObject({ failed: 0, held: {}, noLongerTrue: 0 });
  return world.journal.map(({ id, body }) => [id, (JSON.parse(body) as { transactedAt: string }).transactedAt]);
};

describe('a process that is killed while it corrects a sale that changed', () => {
  for (const point of points)
    for (const hit of [1, 2])
      for (const loses of [false, true]) {
        it(`${point} (${hit})${loses ? ', with an answer that was lost' : ''}: the next one goes on`, async () => {
          const all = await killedAtChange(point, hit, loses, false);
          expect(all.map(([id]) => id)).toStrictEqual(pair);
          expect(all[1]?.[1]).toBe(all[2]?.[1]);
        });
      }

  it.each([1, 2])('a new database finishes a pair of which only the offset stands (%s)', async (hit) => {
    const all = await killedAtChange('after_post_before_commit', hit, false, true);
    expect(all.map(([id]) => id)).toStrictEqual(pair);
    expect(all[1]?.[1]).toBe(all[2]?.[1]);
  });
});

describe('a process that is killed while it offsets what is no longer true', () => {
  for (const point of points) {
    for (const loses of [false, true]) {
      it(`${point}${loses ? ', with an answer that was lost' : ''}: the next one offsets it once`, async () => {
        expect(await killedAt(point, loses, false)).toStrictEqual(expected);
      });

      it(`${point}${loses ? ', with an answer that was lost' : ''}: a new database offsets it once`, async () => {
        expect(await killedAt(point, loses, true)).toStrictEqual(expected);
      });
    }
  }
});
