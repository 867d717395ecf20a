import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Transaction } from '../../src/domain/transaction.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { leaseLength } from '../../src/pipeline/limits.ts';
import type { BeforePush } from '../../src/pipeline/ports.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLiveWorld } from '../support/a-live-world.ts';
import { aSync, paged, request, sales, type Sync, transactionId } from '../support/a-sync.ts';
import { right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const withHook = (beforePush: BeforePush, policy: Parameters<typeof aSync>[0]['policy'] = {}): Sync =>
  aSync({ script: { pages: paged(sales(3), 2) }, policy, ports: { beforePush } });

const marked: BeforePush = (transaction) => ({ ...transaction, marketplace: 'ETSY' });

const bodyOf = ({ world }: Sync, recordId: string): unknown =>
  JSON.parse(world.journal.find(({ id }) => id === transactionId(recordId))?.body ?? '{}');

describe('the host’s word before a transaction is pushed', () => {
  it('changes what is sent, and the report shows it', async () => {
    const sync = withHook((transaction, { sourceId }) =>
      sourceId === '9002' ? marked(transaction, { storefront: '', sourceId }) : transaction,
    );
    await sync.finish();
    expect(bodyOf(sync, '9002')).toMatchObject({ marketplace: 'ETSY' });
    expect(bodyOf(sync, '9001')).not.toHaveProperty('marketplace');
    expect(await sync.report()).toMatchObject({ succeeded: 3, findings: { 'changed by your app': 1 } });
  });

  it('finds what is exempt by what the host sends, not by what it was given', async () => {
    const hooks: readonly BeforePush[] = [
      (transaction) => ({ ...transaction, purpose: 'RESALE' }),
      (transaction) => ({ ...transaction, purpose: 'RESALE', taxCollected: 0n, total: transaction.total - 725n }),
      // In JavaScript, without what should be null.
      (transaction) =>
        ({ ...transaction, marketplace: 'ETSY', purpose: undefined, entity: undefined }) as unknown as Transaction,
    ];
    const found = [];
    for (const hook of hooks) {
      const sync = withHook(hook);
      await sync.finish();
      const { findings } = await sync.report();
      found.push([findings['exempt sale'], findings['exempt, but taxed']]);
    }
    expect(found).toStrictEqual([
      [3, 3],
      [3, undefined],
      [undefined, undefined],
    ]);
  });

  it('leaves open what was taxed where the host changes amounts', async () => {
    const hooks: readonly BeforePush[] = [
      marked,
      (transaction) => ({ ...transaction, taxCollected: 700n, total: transaction.total - 25n }),
    ];
    const isKnown = [];
    for (const hook of hooks) {
      const sync = withHook(hook);
      await sync.finish();
      isKnown.push((await sync.entries()).map(({ detail }) => detail?.taxed !== undefined));
    }
    expect(isKnown).toStrictEqual([
      [true, true, true],
      [false, false, false],
    ]);
  });

  it('counts a change that the host makes in place', async () => {
    const sync = withHook((transaction) => {
      Object.assign(transaction, { marketplace: 'ETSY' });
      return transaction;
    });
    await sync.finish();
    expect(bodyOf(sync, '9001')).toMatchObject({ marketplace: 'ETSY' });
  });

  it('is asked once for each record, of which storefront and record it is, and may take its time', async () => {
    const asked: unknown[] = [];
    const sync = withHook(async (transaction, context) => {
      await Promise.resolve();
      asked.push(context);
      return transaction;
    });
    await sync.finish();
    expect(asked).toStrictEqual(['9001', '9002', '9003'].map((sourceId) => ({ storefront: 'us-store', sourceId })));
  });

  it('keeps the storefront also when it takes minutes for a page', async () => {
    const clock = virtualClock();
    const beforePush: BeforePush = async (transaction) => {
      await clock.sleep(5_000)();
      return transaction;
    };
    const sync = aSync({ script: { pages: paged(sales(60), 60) }, clock, ports: { beforePush, isGone: () => false } });
    const taken: number[] = [];
    const state = { isOver: false };
    await clock.run(async () => {
      const others = async (): Promise<void> => {
        await clock.sleep(7_000)();
        while (!state.isOver) {
          const now = clock.now();
          const times = { now, until: now + leaseLength };
          const holder = right(await sync.store.acquireLease('us-store', 'another', times, () => false)());
          if (O.isNone(holder)) taken.push(now);
          await clock.sleep(7_000)();
        }
      };
      const trying = others();
      const run = await historicalSync(sync.ports)(request)();
      state.isOver = true;
      await trying;
      expect(run).toMatchObject({ right: { status: 'finished' } });
    });
    expect(taken).toStrictEqual([]);
    expect(sync.world.journal).toHaveLength(60);
  });

  it('skips a sale with its refunds, and the report shows why', async () => {
    const pages = paged([{ ...sales(1)[0], refunds: [aRefund()] } as ReturnType<typeof sales>[number]], 2);
    const sync = aSync({ script: { pages }, policy: sendsRefunds, ports: { beforePush: () => 'skip' } });
    await sync.finish();
    expect(sync.world.journal).toStrictEqual([]);
    expect(await sync.report()).toMatchObject({ considered: 1, skipped: { 'skipped by your app': 1 } });
    expect(await sync.entries()).toMatchObject([{ message: "Your app's rule leaves it out." }]);
  });

  it('cannot change which sale it is', async () => {
    const sync = withHook((transaction) => ({
      ...transaction,
      id: 'mine',
      name: 'mine',
      parentId: 'mine',
      marketplace: 'EBAY',
    }));
    await sync.finish();
    expect(sync.world.journal.map(({ id }) => id).sort()).toStrictEqual(['9001', '9002', '9003'].map(transactionId));
    expect(bodyOf(sync, '9001')).not.toHaveProperty('parentId');
  });

  it.each<[string, BeforePush, string]>([
    [
      'throws',
      () => {
        throw new TypeError('CANARY');
      },
      "Your app's rule failed (TypeError). Correct the rule, then retry.",
    ],
    [
      'throws something odd',
      () => {
        throw Object.assign(new Error('CANARY'), { name: Symbol('CANARY') });
      },
      "Your app's rule failed (a thrown value). Correct the rule, then retry.",
    ],
    [
      'gives a total that its parts do not come to',
      (transaction) => ({ ...transaction, total: transaction.total + 1n }),
      "The totals of the transaction that your app's rule returned don't add up. ",
    ],
    ['gives nothing', () => undefined as unknown as Transaction, "What your app's rule returned is not a transaction."],
    [
      'gives an amount that cannot be sent',
      (transaction) => ({ ...transaction, lines: [] as never, subtotal: 'x' as never }),
      "What your app's rule returned is not a transaction.",
    ],
  ])('holds the sale when it %s, and the other sales go on', async (_, hook, message) => {
    const sync = withHook((transaction, context) =>
      context.sourceId === '9002' ? hook(transaction, context) : transaction,
    );
    await sync.finish();
    const report = await sync.report();
    expect(report).toMatchObject({ succeeded: 2, held: { 'app rule failed': 1 } });
    const shown = inspect([report, await sync.entries()], { depth: 9 });
    expect(shown).not.toContain('CANARY');
    expect(shown).toContain("our app's rule");
    const line = (await sync.entries()).find(({ outcome }) => outcome === 'held');
    expect(line?.message?.startsWith(message)).toBe(true);
    expect(line).toMatchObject({ occurredAt: expect.any(String), stated: { currency: 'USD', jurisdiction: 'CA' } });
  });

  it('gives the same result in every run: what it changed is present the next time, and no conflict', async () => {
    const first = withHook(marked);
    await first.finish();
    const again = aSync({
      script: { pages: paged(sales(3), 2) },
      ports: { beforePush: marked },
      clock: first.clock,
      world: first.world,
    });
    await again.finish();
    expect(await again.report()).toMatchObject({ alreadyPresent: 3, failed: 0 });
  });

  it('applies to live work as well', async () => {
    const world = aLiveWorld({ ports: { beforePush: marked } });
    const [sale] = sales(1);
    if (sale === undefined) throw new Error('there is one');
    await world.live(async () => {
      await world.deliver(world.shop.put(sale), 'd1');
      await world.wait(3_000);
    });
    expect(JSON.parse(world.service.journal[0]?.body ?? '{}')).toMatchObject({ marketplace: 'ETSY' });
    expect(await world.entries()).toMatchObject([
      { findings: expect.arrayContaining(['changed by your app']) as unknown },
    ]);
  });
});
