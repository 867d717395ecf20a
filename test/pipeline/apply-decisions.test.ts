import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Decision } from '../../src/domain/decision.ts';
import type { PageLookup, StoreError } from '../../src/domain/sync-store.ts';
import { applyDecisions, asIfSent, withDecisions } from '../../src/pipeline/apply-decisions.ts';
import type { MappedRecord } from '../../src/pipeline/mapped-record.ts';
import { type MapContext, mapRecord } from '../../src/pipeline/map-page.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { memoryStore } from '../support/memory-store.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

const id = 'shopify:548380009:5012345678';

/** A sale with a refund, as a policy maps it. */
const mapped = (policy: Partial<Policy> = {}, isStated = true): MappedRecord => {
  const context: MapContext = {
    ...{ storefront: 'us-store', platform: 'shopify', account: '548380009' },
    policy: { ...defaultPolicy, ...sendsRefunds, ...policy },
    calendar: { isInRange: () => true, monthOf: () => '2026-02' },
  };
  const marketplaces = isStated ? [{ kind: 'stated' as const, value: 'ETSY', field: 'x' }] : [];
  const [record] = mapRecord(context, E.right(aSale({ marketplaces, refunds: [aRefund()] })), '');
  if (record === undefined) throw new Error('a record is needed');
  return record;
};

const decided = (action: Decision['action'], what = 'marketplace sale held', lineId = id): PageLookup => {
  const about = { storefront: 'us-store', lineId, id: lineId, what, action };
  const decision: Decision = { ...about, note: '', by: 'Ada', at: '2026-03-01T00:00:00Z', until: null, batch: '1' };
  return {
    ...{ submissions: new Map(), remoteById: new Map(), remoteByName: new Map(), settledInRun: new Map() },
    owners: new Map(),
    decisions: new Map([[lineId, [decision]]]),
  };
};

const held = mapped({ marketplaceSales: 'hold' });

describe('a held sale about which a person decided', () => {
  it('is sent with its refunds where that is the decision about this reason', () => {
    expect(left(held.sale).reason).toBe('marketplace sale held');
    const sent = applyDecisions(held, decided('send'));
    expect([right(sent.sale).id, sent.refunds.map(({ refund }) => right(refund).id)]).toStrictEqual([
      id,
      [`${id}:refund:901`],
    ]);
    expect(left(applyDecisions(held, decided('send', 'zero total held')).sale).outcome).toBe('held');
    expect(left(applyDecisions(held, decided('send', 'marketplace sale held', 'another')).sale).outcome).toBe('held');
  });

  it('is skipped where a person left it out', () => {
    const line = left(applyDecisions(held, decided('leave out')).sale);
    expect(line).toMatchObject({ outcome: 'skipped', reason: 'left out by decision', name: '#1001' });
  });

  it('is as it was where none decided, and one that is sent is not held by it', () => {
    expect(applyDecisions(held, {})).toBe(held);
    expect(applyDecisions(held, { decisions: new Map() })).toMatchObject({ sale: held.sale });
    const sent = mapped({}, false);
    expect(applyDecisions(sent, decided('send')).sale).toStrictEqual(sent.sale);
  });

  it('is looked up as if it were sent', () => {
    const all = asIfSent(held);
    expect([right(all.sale).id, all.refunds.map(({ refund }) => right(refund).id)]).toStrictEqual([
      id,
      [`${id}:refund:901`],
    ]);
    const sent = mapped({}, false);
    expect(asIfSent(sent).refunds.map(({ refund }) => refund)).toStrictEqual(sent.refunds.map(({ refund }) => refund));
  });
});

describe('records that are only compared', () => {
  const broken: StoreError = { _tag: 'StoreError', problem: 'disk full', message: '' };

  it('have the decisions about the ones that are held, and ask for no others', async () => {
    const asked: string[][] = [];
    const lookUpTransactions: ReturnType<typeof memoryStore>['lookUpTransactions'] = (runId, wanted) => {
      asked.push([runId, ...wanted.map((one) => one.id)]);
      return TE.right(decided('send'));
    };
    const sent = mapped({}, false);
    expect(right(await withDecisions({ lookUpTransactions }, 'run')([sent]))).toStrictEqual([sent]);
    expect(asked).toStrictEqual([]);
    const [first, second] = right(await withDecisions({ lookUpTransactions }, 'run')([held, sent]));
    expect([first?.sale, second?.sale].map((sale) => sale?._tag)).toStrictEqual(['Right', 'Right']);
    expect(asked).toStrictEqual([['run', id]]);
    expect(left(await withDecisions({ lookUpTransactions: () => TE.left(broken) }, 'run')([held]))).toBe(broken);
  });
});
