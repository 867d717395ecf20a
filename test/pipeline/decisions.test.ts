import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Decision, DecisionAction } from '../../src/domain/decision.ts';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { leftOutResult } from '../../src/pipeline/apply-decisions.ts';
import { retryRun } from '../../src/pipeline/retry-run.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aRefund } from '../support/a-refund.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aSync, paged, sales, type Sync, type SyncOptions } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';

const at = '2026-03-20T00:00:00Z';
const partly: readonly Sale[] = sales(3).map((sale) => ({ ...sale, payment: 'partially paid' }));

interface World extends Sync {
  readonly database: SyncDatabase;
  readonly decide: (what: string, action: DecisionAction) => Promise<number>;
  readonly printed: () => Promise<readonly string[]>;
}

const aWorld = (options: Partial<SyncOptions> = {}): World => {
  const database = memoryStore();
  const sync = aSync({ script: { pages: paged(partly, 2) }, store: database, ...options });
  return {
    ...sync,
    database,
    decide: async (what, action) =>
      right(
        await database.reviews.decide(
          { storefronts: ['us-store'], state: 'open', now: at, what },
          { action, note: 'agreed with the buyer', by: 'Ada', at, until: null, batch: 'b-1' },
        )(),
      ),
    printed: async () =>
      (await sync.entries()).map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`)),
  };
};

describe('a sale that was left out', () => {
  const leftOut = (by: string, note: string) => {
    const decision: Decision = {
      ...{ storefront: 'us-store', lineId: '1', id: '1', what: 'partially paid', action: 'leave out', note, by, at },
      ...{ until: null, batch: 'b-1' },
    };
    return leftOutResult({ decisions: new Map([['1', [decision]]]) }, '1')?.message;
  };

  it('says by which person and why, as far as that is known', () => {
    expect(leftOut('Ada', 'agreed')).toBe('Left out by Ada on 2026-03-20: agreed');
    expect(leftOut('', '')).toBe('Left out on 2026-03-20');
  });
});

describe('a sale that a person decided to send', () => {
  it('is sent by the next retry, once, and by no run after it', async () => {
    const world = aWorld();
    const { id } = await world.finish();
    expect(await world.printed()).toEqual(Array(3).fill('held: partially paid'));
    expect(await world.decide('partially paid', 'send')).toBe(3);
    right(await world.clock.run(retryRun(world.ports)(id)));
    expect(await world.printed()).toEqual(Array(3).fill('succeeded'));
    expect(world.world.journal).toHaveLength(3);
    const { records } = right(await world.database.reviews.auditRecords({}, O.none)());
    expect(records.map(({ cause, by, runId, answer }) => [cause, by, runId, answer])).toEqual(
      Array(3).fill(['run', 'Ada', id, 'accepted']),
    );
    await world.finish();
    expect(await world.printed()).toEqual(Array(3).fill('alreadyPresent'));
    expect(world.world.journal).toHaveLength(3);
  });

  it('is sent by the next run of its days, with its refunds', async () => {
    const refunded = partly.map((sale) => ({ ...sale, refunds: [aRefund()] })).slice(0, 1);
    const world = aWorld({ script: { pages: paged(refunded, 2) }, policy: sendsRefunds });
    await world.finish();
    await world.decide('partially paid', 'send');
    await world.finish();
    expect(await world.printed()).toEqual(['succeeded', 'succeeded']);
  });

  it('is held for the next reason that it has, which is another decision', async () => {
    const both = partly.map((sale) => ({ ...sale, taxIsEstimated: true }));
    const world = aWorld({ script: { pages: paged(both, 2) } });
    await world.finish();
    await world.decide('partially paid', 'send');
    await world.finish();
    expect(world.world.journal).toHaveLength(0);
    expect(await world.printed()).toEqual(Array(3).fill('held: tax still estimated'));
  });

  it('stays out of a closed period until that is decided, too', async () => {
    const world = aWorld();
    right(await world.database.reviews.closePeriod({ month: '2026-02', by: 'Ada', at })());
    await world.finish();
    await world.decide('partially paid', 'send');
    await world.finish();
    expect(await world.printed()).toEqual(Array(3).fill('held: period closed'));
    expect(world.world.journal).toHaveLength(0);
    await world.decide('period closed', 'send');
    await world.finish();
    expect(world.world.journal).toHaveLength(3);
  });
});

describe('a sale that a person left out', () => {
  it('is never held again, and its report says who left it out and why', async () => {
    const world = aWorld();
    await world.finish();
    await world.decide('partially paid', 'leave out');
    await world.finish();
    const [line] = await world.entries();
    expect(line).toMatchObject({
      ...{ outcome: 'skipped', reason: 'left out' },
      message: 'Left out by Ada on 2026-03-20: agreed with the buyer',
    });
    expect(await world.report()).toMatchObject({ considered: 3, attempted: 0, held: {}, skipped: { 'left out': 3 } });
    expect(world.world.journal).toHaveLength(0);
  });

  it('is not sent when nothing holds it any longer, nor are its refunds', async () => {
    const state = { isRefused: true };
    const world = aWorld({
      script: {
        pages: paged(
          sales(1).map((sale) => ({ ...sale, refunds: [aRefund()] })),
          2,
        ),
      },
      policy: sendsRefunds,
      service: { fault: ({ kind }) => (state.isRefused && kind === 'push' ? faults.refused : undefined) },
    });
    await world.finish();
    await world.decide('refused', 'leave out');
    state.isRefused = false;
    await world.finish({ dryRun: true });
    expect(await world.printed()).toEqual(['skipped: left out', 'skipped: left out']);
    await world.finish();
    expect(await world.printed()).toEqual(['skipped: left out', 'skipped: left out']);
    expect(world.world.journal).toHaveLength(0);
  });
});
