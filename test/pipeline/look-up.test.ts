import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { RemoteTransaction, StoreError } from '../../src/domain/sync-store.ts';
import type { ServiceFailure, StoredTransaction } from '../../src/domain/tax-service.ts';
import { type AtService, lookUpAtService } from '../../src/pipeline/look-up.ts';
import { remoteTransactionOf } from '../../src/pipeline/remote-transaction.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { right } from '../support/right.ts';

const unclear: ServiceFailure = { _tag: 'Unclear', message: 'ECONNRESET' };
const remote: RemoteTransaction = { id: 'txn_1', name: 'Shopify #1', shown: { total: '1' } };
const stored: StoredTransaction = { id: 'shopify:1:1', name: 'Shopify #1', total: 1 };

interface Given {
  readonly identity?: 'client' | 'service';
  readonly remoteId?: string;
  /** What a question about the id gives; default none. */
  readonly single?: E.Either<ServiceFailure, O.Option<StoredTransaction>>;
  /** What the list has; default nothing, and it is read. */
  readonly found?: RemoteTransaction;
  readonly isRead?: boolean;
  readonly sameName?: string;
  /** After so many questions about the id. */
  readonly isOverAfter?: number;
}

/** Looks a transaction up, and which questions that took. */
const lookUp = async (given: Given) => {
  const clock = virtualClock();
  const asked: unknown[] = [];
  const { identity, remoteId = null, single = E.right(O.none), found = null, isRead = true, sameName } = given;
  const { isOverAfter = Number.POSITIVE_INFINITY } = given;
  const ports = {
    clock,
    random: { next: () => 0 },
    facts: () => (identity === undefined ? null : { identity }),
    client: {
      isOver: () => asked.length >= isOverAfter,
      find: (id: string) => {
        asked.push(id);
        return Promise.resolve(single);
      },
    },
    remoteList: {
      find: (wanted: object) => {
        asked.push(wanted);
        return Promise.resolve(E.right({ found, isRead, ...(sameName !== undefined && { sameName }) }));
      },
    },
  };
  const wanted = { id: 'shopify:1:1', name: 'Shopify #1', remoteId, since: 3 };
  const answer = right(await clock.run(() => lookUpAtService(ports)(wanted)));
  return { answer, asked: asked.map((one) => (typeof one === 'string' ? one : 'list')), wanted: asked.at(-1) };
};

const absent: AtService = { _tag: 'Absent' };
const inList: AtService = { _tag: 'Found', remoteId: 'txn_1', shown: { total: '1' } };

describe('a transaction that is looked for at the service', () => {
  it.each([undefined, 'client'] as const)(
    'is asked for by its id, and then in the list, where ids may be ours: %s',
    async (identity) => {
      const given = identity === undefined ? {} : { identity };
      expect(await lookUp(given)).toStrictEqual({
        ...{ answer: absent, asked: ['shopify:1:1', 'list'] },
        wanted: { id: 'shopify:1:1', name: 'Shopify #1', since: 3 },
      });
      const single = E.right(O.some(stored));
      const byId = await lookUp({ ...given, single });
      expect([byId.answer, byId.asked]).toStrictEqual([
        { _tag: 'Found', remoteId: 'shopify:1:1', shown: expect.objectContaining({ total: '1' }), isAlone: true },
        ['shopify:1:1'],
      ]);
      expect((await lookUp({ ...given, found: remote })).answer).toStrictEqual(inList);
      expect((await lookUp({ ...given, sameName: 'shopify:2:2' })).answer).toStrictEqual({
        ...absent,
        sameName: 'shopify:2:2',
      });
    },
  );

  it('is asked for by the id of the service where that is known, else only in the list, where the service assigns ids', async () => {
    expect((await lookUp({ identity: 'service' })).asked).toStrictEqual(['list']);
    expect((await lookUp({ identity: 'service', remoteId: 'txn_1' })).asked).toStrictEqual(['txn_1', 'list']);
    expect((await lookUp({ identity: 'client', remoteId: 'txn_1' })).asked).toStrictEqual(['txn_1', 'list']);
  });

  it('has no clear answer where a question has none, and it is not known who assigns ids', async () => {
    const { answer, asked } = await lookUp({ single: E.left(unclear) });
    expect(answer).toStrictEqual({ _tag: 'NoClearAnswer', message: 'ECONNRESET' });
    expect(asked).not.toContain('list');
  });

  it('is absent by the list alone, where a question has no clear answer, and ids are known', async () => {
    for (const identity of ['client', 'service'] as const) {
      const given = { identity, remoteId: 'txn_1', single: E.left(unclear) };
      expect((await lookUp(given)).answer).toStrictEqual(absent);
      expect((await lookUp({ ...given, found: remote })).answer).toStrictEqual(inList);
    }
    const unread = { single: E.left(unclear), isRead: false };
    expect((await lookUp({ ...unread, identity: 'client' })).answer).toStrictEqual({
      ...{ _tag: 'NoClearAnswer', message: 'ECONNRESET' },
    });
  });

  it('is absent by a question where the list could not be read, but not where the service assigns ids', async () => {
    expect((await lookUp({ isRead: false })).answer).toStrictEqual(absent);
    expect((await lookUp({ isRead: false, identity: 'client' })).answer).toStrictEqual(absent);
    for (const remoteId of [undefined, 'txn_1']) {
      const given = remoteId === undefined ? {} : { remoteId };
      expect((await lookUp({ isRead: false, identity: 'service', ...given })).answer).toStrictEqual({
        _tag: 'NoClearAnswer',
        message: 'The list of the Tax Nexus Service could not be read; only the list has it by name',
      });
    }
  });

  it('is not asked for when the run is over', async () => {
    expect((await lookUp({ isOverAfter: 1 })).answer).toStrictEqual({ _tag: 'NotAsked' });
    expect((await lookUp({ isOverAfter: 1, found: remote })).answer).toStrictEqual(inList);
    const refused = await lookUp({ single: E.left({ _tag: 'CredentialsRefused', message: '' }) });
    expect([refused.answer, refused.asked]).toStrictEqual([{ _tag: 'NotAsked' }, ['shopify:1:1']]);
  });

  it('fails with the sync database', async () => {
    const broken: StoreError = { _tag: 'StoreError', problem: 'busy', message: '' };
    const failed = await lookUpAtService({
      clock: virtualClock(),
      random: { next: () => 0 },
      facts: () => ({ identity: 'service' }),
      client: { isOver: () => false, find: () => Promise.resolve(E.right(O.none)) },
      remoteList: { find: () => Promise.resolve(E.left(broken)) },
    })({ id: '1', name: '', remoteId: null });
    expect(failed).toStrictEqual(E.left(broken));
  });
});

describe('the tax that the service reports of a transaction', () => {
  const reported = (fields: object): unknown =>
    remoteTransactionOf({ id: '1', name: null, ...fields }).shown?.['reportedTax'];

  it.each(['tax', 'taxAmount', 'calculatedTax', 'estimatedTax', 'totalTax', 'taxes'])('is its field %s', (field) => {
    expect(reported({ [field]: { amount: 7.3 } })).toBe('{"amount":7.3}');
    expect(reported({ [field]: 0 })).toBe('0');
    expect(reported({ [field]: null })).toBeUndefined();
  });

  it('is the first of them, and no long text', () => {
    expect(reported({ taxes: 1, tax: 2 })).toBe('2');
    expect(reported({ tax: null, taxes: 1 })).toBe('1');
    expect(reported({ tax: 'x'.repeat(198) })).toHaveLength(200);
    expect(reported({ tax: 'x'.repeat(199) })).toBeUndefined();
    expect(reported({ taxCollected: 7 })).toBeUndefined();
  });
});
