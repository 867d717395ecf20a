import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditAnswer } from '../../src/domain/audit.ts';
import type { PushReply, StoredTransaction } from '../../src/domain/tax-service.ts';
import { toWire } from '../../src/domain/wire-transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { correct } from '../../src/reconcile/correct.ts';
import { aSync, paged, sales, type Sync, transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';

const one = sales(1);
const id = transactionId('9001');

const bodyOf = (sale: Sale | undefined): StoredTransaction => {
  if (sale === undefined) throw new Error('a sale is needed');
  return { ...right(toWire(right(saleToTransaction(defaultPolicy)(sale)).transaction)) };
};

const sendingOf = async ({ store }: Sync): Promise<string | undefined> =>
  right(await store.lookUpTransactions('', [{ id, name: '' }])()).submissions.get(id)?.status;

describe('a frozen body that never arrived, while the service holds the sale as it is now', () => {
  const edited = one.map((sale) => ({ ...sale, orderDiscount: 500n }));

  const isClosed = async (serviceOf: (sync: Sync) => Sync['world']['service']): Promise<void> => {
    const state = { isDown: true };
    const before = aSync({
      script: { pages: paged(one, 1) },
      service: { fault: ({ kind }) => (state.isDown && kind === 'push' ? faults.lostBefore : undefined) },
    });
    await before.finish();
    expect(await sendingOf(before)).toBe('intent');
    state.isDown = false;
    before.world.insertForeign(bodyOf(edited[0]));
    const { clock, world, store } = before;
    const sync = aSync({
      script: { pages: paged(edited, 1) },
      clock,
      world,
      store,
      ports: { service: serviceOf(before) },
    });
    for (let run = 1; run <= 2; run += 1) {
      await sync.finish();
      expect(await sync.entries()).toMatchObject([{ outcome: 'alreadyPresent', adjustments: [] }]);
      expect(right(await store.lookUpTransactions('', [{ id, name: '' }])()).submissions.get(id)).toMatchObject({
        status: 'confirmed',
        body: null,
      });
    }
    expect(world.journal).toHaveLength(0);
  };

  it('is closed for good when the list lags behind: its address is dropped, and nothing drifts later', () =>
    isClosed(({ world }) => ({
      ...world.service,
      list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })),
    })));

  it('is closed for good when the list shows it: its address is dropped, and nothing drifts later', () =>
    isClosed(({ world }) => world.service));
});

describe('an order that was corrected to what the service holds', () => {
  /** Pushed with a discount that the service's own transaction of that id does not have; then the discount is taken back. */
  const corrected = async (): Promise<Sync> => {
    const pages: SourceResult[][] = one.map((sale) => [E.right({ ...sale, orderDiscount: 500n })]);
    const sync = aSync({
      script: { pages },
      service: {
        fault: ({ kind }) => {
          // Another program is quicker than the first push.
          if (kind === 'push' && sync.world.count('push') === 1) sync.world.insertForeign(bodyOf(one[0]));
          return undefined;
        },
      },
    });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ failed: 0, alreadyPresent: 1, differing: 1 });
    pages.splice(0, 1, ...paged(one, 1).map((page) => [...page]));
    await sync.finish();
    return sync;
  };

  it('differs no more, and its address is not kept', async () => {
    const sync = await corrected();
    expect(await sync.report()).toMatchObject({ failed: 0, alreadyPresent: 1, differing: 0 });
    expect(right(await sync.store.lookUpTransactions('', [{ id, name: '' }])()).submissions.get(id)).toMatchObject({
      status: 'confirmed',
      body: null,
    });
  });

  it('has not drifted: the service holds it as it is now', async () => {
    const sync = await corrected();
    expect(await sync.entries()).toMatchObject([{ outcome: 'alreadyPresent', adjustments: [] }]);
  });
});

describe('a correction at the service', () => {
  const message = 'why';

  it.each<[PushReply, AuditAnswer]>([
    [{ _tag: 'Accepted', stored: null }, 'accepted'],
    [{ _tag: 'Exists' }, 'present'],
    [{ _tag: 'Refused', message, fingerprint: '' }, 'refused'],
    [{ _tag: 'Unclear', message }, 'no answer'],
    [{ _tag: 'NotStarted' }, 'not sent'],
    [{ _tag: 'SlowDown', retryAfterMs: null }, 'not sent'],
    [{ _tag: 'Misdirected', message }, 'not sent'],
    [{ _tag: 'CredentialsRefused', message }, 'credentials refused'],
  ])('that got %j is recorded as what became of it', async (reply, expected) => {
    const { ports } = aSync({ script: { pages: [] } });
    const answers: AuditAnswer[] = [];
    const reviews = {
      saveCorrection: ({ answer }: { readonly answer: AuditAnswer }) => TE.fromIO(() => void answers.push(answer)),
    };
    const service = { ...ports.service, correct: () => () => Promise.resolve(reply) };
    const about = { storefront: 'us-store', sourceId: '9001', name: '#1' };
    const gone = { _tag: 'Gone', id, body: '{}', about } as const;
    right(await correct({ ...ports, service, reviews })(gone, 'Ada')());
    expect(answers).toStrictEqual(['no answer', expected]);
  });
});
