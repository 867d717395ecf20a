import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { held, type Exclusion, skipped } from '../../src/domain/exclusion.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aRefund } from '../support/a-refund.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';

const record = { sourceId: '9001', name: '#1' };
const isVoided = skipped(record, 'voided', 'its payment was voided.');
const isHeld = held(record, 'missing address', 'there is no address');

/** The list moved while it was read: the second page hands the sale of the first one out again, as it is by then. */
const handedOutAgain = (...later: readonly Exclusion[]): readonly (readonly SourceResult[])[] => [
  ...paged(sales(1), 1),
  ...later.map((why) => [E.left(why)]),
];

describe('a sale that a run sent and that is excluded when the run reads it again', () => {
  it('stays sent, with its amounts, and is no longer true where the platform voided it', async () => {
    const sync = aSync({ script: { pages: handedOutAgain(isVoided) } });
    await sync.finish();
    const [entry, ...others] = await sync.entries();
    expect(others).toStrictEqual([]);
    expect(entry).toMatchObject({ outcome: 'succeeded', reason: null, adjustments: [] });
    expect(entry?.findings).toContain('no longer true');
    expect(entry?.message).toMatch(/^its payment was voided\. The service holds 112\.26 USD; it should hold 0\.00\./);
    const report = await sync.report();
    expect(report).toMatchObject({ considered: 1, attempted: 1, succeeded: 1, skipped: {}, held: {}, noLongerTrue: 1 });
    expect(report.review.decide).toContainEqual(expect.objectContaining({ what: 'no longer true', count: 1 }));
  });

  it('stays sent, with its amounts, and that it is held by now stands next to it', async () => {
    const [how, says] = ['held', 'there is no address'];
    const sync = aSync({ script: { pages: handedOutAgain(isHeld) } });
    await sync.finish();
    const [entry, ...others] = await sync.entries();
    expect(others).toStrictEqual([]);
    const message = `Now ${how}, after it was sent: ${says}. The sent transaction stays as it is; correct it at the service if needed.`;
    const drift = { kind: 'drift', amount: 0n, tax: null, sent: false, currency: 'USD', message };
    expect(entry).toMatchObject({ outcome: 'succeeded', reason: null, adjustments: [drift] });
    expect(entry?.amounts).not.toBeNull();
    const report = await sync.report();
    expect(report).toMatchObject({ considered: 1, attempted: 1, succeeded: 1, skipped: {}, held: {} });
    expect(report.totals['USD']?.['CA']).toMatchObject({ count: 1 });
    expect(report.review.decide).toContainEqual(expect.objectContaining({ what: 'drift', count: 1 }));
  });

  it('has one adjustment, however often it is read', async () => {
    const sync = aSync({ script: { pages: handedOutAgain(isHeld, isHeld) } });
    await sync.finish();
    expect((await sync.entries()).flatMap(({ adjustments }) => adjustments)).toHaveLength(1);
  });

  it('stays as it is where only the host’s rule failed this time: that proves nothing about the sale', async () => {
    let asked = 0;
    const beforePush = (transaction: Transaction): Transaction => {
      asked += 1;
      if (asked > 1) throw new Error('out of order');
      return transaction;
    };
    const sync = aSync({ script: { pages: [...paged(sales(1), 1), ...paged(sales(1), 1)] }, ports: { beforePush } });
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded', adjustments: [] }]);
  });
});

describe('a refund that a run sent and that is held when the run reads its sale again', () => {
  it('stays marked as sent in the line of its sale as well: entered by hand too, it would count twice', async () => {
    const [sale] = sales(1);
    if (sale === undefined) throw new Error('a sale is needed');
    const again = [aRefund({ adjustment: { amount: 0n, tax: 0n } }), aRefund({ id: '902' })];
    const sync = aSync({
      script: { pages: [...paged([{ ...sale, refunds: [aRefund()] }], 1), ...paged([{ ...sale, refunds: again }], 1)] },
      policy: sendsRefunds,
    });
    await sync.finish();
    const entries = await sync.entries();
    expect(entries.map(({ outcome }) => outcome)).toStrictEqual(['succeeded', 'succeeded', 'succeeded']);
    const ofSale = entries.find(({ kind }) => kind === 'sale')?.adjustments ?? [];
    expect(ofSale.map(({ id, sent }) => [id, sent])).toStrictEqual([
      ['901', true],
      ['902', true],
    ]);
  });
});

describe('an excluded record', () => {
  it('is reported as held by the service after the sync database was lost and rebuilt from the service’s list', async () => {
    const before = aSync({ script: { pages: paged(sales(1), 1) } });
    await before.finish();
    const { clock, world } = before;
    const sync = aSync({ script: { pages: [[E.left(isVoided)]] }, clock, world, store: memoryStore() });
    const known = right(await sync.store.lookUpTransactions('', [{ id: transactionId('9001'), name: '' }])());
    expect(known.remoteById.size).toBe(0);
    await sync.finish();
    expect(await sync.entries()).toMatchObject([
      { outcome: 'alreadyPresent', findings: ['no longer true'], reason: null },
    ]);
  });
});
