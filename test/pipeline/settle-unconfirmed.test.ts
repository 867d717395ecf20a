import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { aRefund } from '../support/a-refund.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aSync, sales, type Sync, transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

const february = { from: '2026-02-01', to: '2026-02-28' };
const march = { from: '2026-03-01', to: '2026-03-31' };
const april = { from: '2026-04-01', to: '2026-04-30' };
const [sold] = sales(1);
if (sold === undefined) throw new Error('a sale is needed');
const refunded: Sale = { ...sold, refunds: [aRefund({ id: '901' })] };
const [saleId, refundId] = [transactionId('9001'), `${transactionId('9001')}:refund:901`];

/** A sale of February whose refund of March got no answer in the sync of March. */
const afterMarch = async () => {
  let [shown, isDown]: [Sale, boolean] = [sold, false];
  let changed: readonly Sale[] = [];
  let record: ReturnType<SourceConnector['readRecord']> | undefined;
  let reads = 0;
  const scripted = (): SourceConnector =>
    scriptedConnector({ pages: [[E.right(sold)]], changed: changed.map((sale) => E.right(sale)) });
  const connector: SourceConnector = {
    ...scripted(),
    changes: (interval) => scripted().changes(interval),
    readPage: (window, from) =>
      window.kind === 'changed' || window.key.startsWith('2026-02')
        ? scripted().readPage(window, from)
        : TE.right({ results: [], next: O.none }),
    readRecord: (id) => {
      reads += 1;
      return record ?? TE.right(id === '9001' ? O.some(E.right(shown)) : O.none);
    },
  };
  const sync: Sync = aSync({
    script: { pages: [] },
    service: {
      fault: ({ kind, about }) => (isDown && kind === 'push' && about === refundId ? faults.lostBefore : undefined),
    },
    ports: { storefronts: { 'us-store': { connector, policy: { ...defaultPolicy, ...sendsRefunds } } } },
  });
  const heldIds = (): readonly string[] => sync.world.journal.map(({ id }) => id);
  await sync.finish({ range: february });
  [shown, changed, isDown] = [refunded, [refunded], true];
  await sync.finish({ range: march });
  return {
    sync,
    heldIds,
    reads: () => reads,
    /** The service answers again, and no list of changes shows the refund any more. */
    recover: () => {
      [changed, isDown] = [[], false];
    },
    answerReads: (one: ReturnType<SourceConnector['readRecord']>) => {
      record = one;
    },
  };
};

describe('a refund of an older sale whose push got no definitive response', () => {
  it('is settled by the next sync, of any days, and by no further one', async () => {
    const { sync, heldIds, recover, reads } = await afterMarch();
    expect(await sync.report()).toMatchObject({ failed: 1, olderSales: 2 });
    expect(heldIds()).toStrictEqual([saleId]);
    recover();
    await sync.finish({ range: april });
    expect(await sync.report()).toMatchObject({ olderSales: 2, alreadyPresent: 1, succeeded: 1, failed: 0 });
    expect(heldIds()).toStrictEqual([saleId, refundId]);
    const before = reads();
    await sync.finish({ range: { from: '2026-05-01', to: '2026-05-31' } });
    expect(reads()).toBe(before);
  });

  it('is settled by a later sync of the same days', async () => {
    const { sync, heldIds, recover } = await afterMarch();
    recover();
    await sync.finish({ range: march });
    expect(await sync.report()).toMatchObject({ succeeded: 1, failed: 0 });
    expect(heldIds()).toStrictEqual([saleId, refundId]);
  });

  it('is shown by a dry run, which sends nothing', async () => {
    const { sync, heldIds, recover } = await afterMarch();
    recover();
    await sync.finish({ range: april, dryRun: true });
    expect(await sync.report()).toMatchObject({ olderSales: 2, skipped: { 'would be sent': 1 } });
    expect(heldIds()).toStrictEqual([saleId]);
  });

  it('does not stop a sync where its platform does not serve it, or has it no more', async () => {
    const { sync, heldIds, recover, answerReads } = await afterMarch();
    recover();
    answerReads(TE.left({ _tag: 'SourceRefused', message: 'no such payment' }));
    expect(await sync.finish({ range: april })).toMatchObject({ status: 'finished' });
    answerReads(TE.right(O.none));
    expect(await sync.finish({ range: april })).toMatchObject({ status: 'finished' });
    expect(heldIds()).toStrictEqual([saleId]);
  });
});
