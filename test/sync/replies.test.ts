import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Logger } from '../../src/core/environment.ts';
import type { StoredTransaction } from '../../src/core/stored-transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { toWire } from '../../src/core/wire-transaction.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { memoryRecordBook } from '../../src/state/memory/memory-record-book.ts';
import { aSync, paged, sales, type Sync, transactionId } from '../support/a-sync.ts';
import { type Fault, faults, slowDown } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const one = sales(1);
const id = transactionId('9001');

const bodyOf = (sale: Sale | undefined): StoredTransaction => {
  if (sale === undefined) throw new Error('a sale is needed');
  return { ...right(toWire(right(saleToTransaction(defaultPolicy)(sale)).transaction)) };
};

/** One sale, and a service that answers its pushes (or questions) as told, attempt by attempt. */
const pushed = (pushes: readonly (Fault | undefined)[], finds: readonly (Fault | undefined)[] = []) =>
  aSync({
    script: { pages: paged(one, 1) },
    service: {
      fault: ({ kind }, count) =>
        kind === 'push' ? pushes[count - 1] : kind === 'find' ? finds[count - 1] : undefined,
    },
  });

/** The same, with a list that lags behind and shows nothing. */
const withBlindList = ({ clock, world, book }: Sync): Sync =>
  aSync({
    script: { pages: paged(one, 1) },
    clock,
    world,
    book,
    ports: {
      service: { ...world.service, list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })) },
    },
  });

const always = (fault: Fault): readonly Fault[] => Array.from({ length: 100 }, () => fault);

const sendingOf = async ({ book }: Sync): Promise<string | undefined> =>
  right(await book.lookUp('', [{ id, name: '' }])()).sendings.get(id)?.status;

describe('a reply to a push', () => {
  it('that accepts it is a success, and the frozen body with its address is dropped', async () => {
    const sync = pushed([]);
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded', reason: null }]);
    expect(right(await sync.book.lookUp('', [{ id, name: '' }])()).sendings.get(id)).toMatchObject({
      status: 'confirmed',
      body: null,
    });
  });

  it.each([
    ['was lost before it was stored', faults.lostBefore, 1],
    ['was lost after it was stored', faults.lostAfter, 2],
    ['was garbage with status 200', faults.garbage, 2],
  ])('that %s is tried again with the same body, and is our success', async (_, fault, requests) => {
    const sync = pushed([fault]);
    await sync.finish();
    expect(sync.world.journal).toHaveLength(1);
    expect(sync.world.count('push')).toBe(2);
    expect(sync.world.count('push') + sync.world.count('find')).toBe(requests + 1);
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(await sendingOf(sync)).toBe('confirmed');
  });

  it('409 for the same content by somebody else means already present', async () => {
    const sync = withBlindList(pushed([]));
    sync.world.insertForeign(bodyOf(one[0]));
    await sync.finish();
    expect(sync.world.journal).toHaveLength(0);
    expect(sync.world.count('find')).toBe(1);
    expect(await sync.entries()).toMatchObject([{ outcome: 'alreadyPresent' }]);
  });

  it('409 for another content by somebody else is no success: it is a conflict', async () => {
    const sync = withBlindList(pushed([]));
    sync.world.insertForeign({ ...bodyOf(one[0]), total: 1 });
    await sync.finish();
    expect(sync.world.count('push')).toBe(1);
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'conflict' }]);
    expect(await sendingOf(sync)).toBe('conflict');
  });

  it('for an id that the list shows with another content is a conflict that names the fields and no value', async () => {
    const sync = pushed([faults.lostBefore]);
    sync.world.insertForeign({ ...bodyOf(one[0]), name: 'Somebody', total: 1, shipToAddress: { city: 'CANARY_CITY' } });
    await sync.finish();
    const [entry] = await sync.entries();
    expect(entry).toMatchObject({ outcome: 'failed', reason: 'conflict' });
    expect(entry?.message).toContain('name, total, shipToAddress.city');
    expect(inspect(entry, { depth: 9 })).not.toMatch(/CANARY|Oakland|94607/);
    expect(sync.world.count('push')).toBe(0);
  });

  it('409 while the question finds nothing is tried again, and given up when it stays so', async () => {
    const exists: Fault = { when: 'before', reply: { _tag: 'Exists' } };
    const sync = pushed(always(exists));
    await sync.finish();
    expect(sync.world.count('push')).toBe(8);
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'gave up' }]);
    expect(await sendingOf(sync)).toBe('intent');
  });

  it('409 while the list lags is settled once the transaction can be seen', async () => {
    const exists: Fault = { when: 'before', reply: { _tag: 'Exists' } };
    const sync = pushed([exists, exists]);
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it('that refuses the body is a failure of that one, with what the service says', async () => {
    const sync = pushed([faults.refused]);
    await sync.finish();
    expect(sync.world.count('push')).toBe(1);
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'refused' }]);
    expect((await sync.report()).failures[0]?.message).toContain('422 (total)');
    expect(await sendingOf(sync)).toBe('refused');
  });

  it.each([
    ['answered 422 (total)', 'answered 422 (total). Correct what it names, then retry.'],
    ['answered 413', 'answered 413. It does not say why: ask whoever runs it, then retry.'],
  ])('that refuses a body is told with what to do: %s', async (message, words) => {
    const sync = pushed([{ ...faults.refused, reply: { _tag: 'Refused', message } }]);
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', message: words }]);
  });

  it('that refuses what an earlier unclear attempt had stored is a success: the service is asked', async () => {
    const sync = pushed([faults.lostAfter, faults.refused]);
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it('that refuses one transaction does not keep the others from it', async () => {
    const sync = aSync({
      script: { pages: paged(sales(9), 3) },
      service: { fault: ({ about, kind }) => (kind === 'push' && about === id ? faults.refused : undefined) },
    });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ attempted: 9, succeeded: 8, failed: 1 });
  });

  it('that never comes is given up after a bounded number of attempts, and the intent stays', async () => {
    const sync = pushed(always(faults.lostBefore));
    const start = sync.clock.now();
    expect((await sync.finish()).status).toBe('finished');
    expect(sync.world.count('push')).toBe(8);
    expect(sync.clock.now() - start).toBeLessThan(5 * 60_000);
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'gave up' }]);
    expect(await sendingOf(sync)).toBe('intent');
  });

  it('that was given up is settled as our own success by the next run, although it had arrived', async () => {
    const state = { isDown: true };
    const sync = aSync({
      script: { pages: paged(one, 1) },
      service: { fault: ({ kind }) => (state.isDown && kind !== 'list' ? faults.lostAfter : undefined) },
    });
    await sync.finish();
    state.isDown = false;
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(sync.world.journal).toHaveLength(1);
  });

  it.each([
    ['of minutes is a warning, once, for nothing else is heard of the run meanwhile', 600_000, 1],
    ['of seconds is none', 5_000, 0],
  ])('that asks for a pause %s', async (_, retryAfterMs, times) => {
    const warned: string[] = [];
    const quiet = (): void => undefined;
    const log: Logger = { debug: quiet, info: quiet, error: quiet, warn: (message) => warned.push(message) };
    const clock = virtualClock();
    const begun = clock.now();
    const fault = ({ kind }: { readonly kind: string }): Fault | undefined =>
      kind === 'push' && clock.now() - begun < 1_000 ? slowDown(retryAfterMs) : undefined;
    const sync = aSync({ script: { pages: paged(sales(12), 12) }, clock, service: { fault }, ports: { log } });
    await sync.finish();
    expect(sync.world.count('push')).toBeGreaterThan(13);
    expect(warned).toStrictEqual(
      Array.from(
        { length: times },
        () => 'the Tax Nexus Service asks for a long pause; what is pending goes on by itself in 10 min',
      ),
    );
  });

  it('that asks to slow down is obeyed, with no attempt burnt', async () => {
    const sync = pushed(Array.from({ length: 12 }, () => slowDown(1_000)));
    await sync.finish();
    expect(sync.world.count('push')).toBe(13);
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it.each([faults.credentials, faults.misdirected])(
    'that concerns all of them ($reply._tag) stops the lane: nothing more starts and everything stays pending',
    async (fault) => {
      const state = { isBroken: true };
      const sync = aSync({
        script: { pages: paged(sales(30), 10) },
        service: {
          fault: ({ kind }) => (state.isBroken && kind === 'push' && sync.world.count('push') >= 6 ? fault : undefined),
        },
      });
      expect((await sync.finish()).status).toBe('stopped');
      const requests = sync.world.requests.length;
      expect(sync.world.count('push')).toBeLessThanOrEqual(8 + 4);
      expect(await sync.report()).toMatchObject({ failed: 0, succeeded: sync.world.journal.length });
      await sync.clock.run(() => sync.clock.sleep(3_600_000)());
      expect(sync.world.requests).toHaveLength(requests);

      state.isBroken = false;
      expect((await sync.finish()).status).toBe('finished');
      expect(await sync.report()).toMatchObject({ considered: 30, succeeded: 30, failed: 0 });
      expect(sync.world.journal).toHaveLength(30);
    },
  );

  it('that the key was refused before the first page leaves the storefront unread', async () => {
    const sync = aSync({ script: { pages: paged(one, 1) }, service: { fault: () => faults.credentials } });
    expect((await sync.finish()).status).toBe('stopped');
    expect(sync.world.count('push')).toBe(0);
    expect(await sync.report()).toMatchObject({ considered: 0 });
  });

  it('sends the sale as it is now when its frozen body was erased, and finds no drift in it later', async () => {
    const state = { isDown: true };
    const book = memoryRecordBook();
    const sync = aSync({
      book,
      script: { pages: paged(one, 1) },
      service: { fault: ({ kind }) => (state.isDown && kind === 'push' ? faults.lostBefore : undefined) },
    });
    await sync.finish();
    state.isDown = false;
    right(await book.inbox.eraseRecords('us-store', ['9001'])());
    const { clock, world } = sync;
    const changed = one.map((sale) => ({ ...sale, orderDiscount: 500n }));
    const next = (): Sync => aSync({ script: { pages: paged(changed, 1) }, clock, world, book });
    const [first, second] = [next(), next()];
    await first.finish();
    await second.finish();
    expect(world.journal.map(({ body }) => JSON.parse(body) as unknown)).toEqual([bodyOf(changed[0])]);
    expect(await second.entries()).toMatchObject([{ outcome: 'alreadyPresent', movements: [] }]);
  });

  it('sends the body that was frozen at the first attempt, though the order was edited since', async () => {
    const script = { pages: paged(one, 1) };
    const state = { isDown: true };
    const sync = aSync({
      script,
      service: { fault: ({ kind }) => (state.isDown && kind === 'push' ? faults.lostBefore : undefined) },
    });
    await sync.finish();
    state.isDown = false;
    const edited = aSync({
      script: {
        pages: paged(
          one.map((sale) => ({ ...sale, orderDiscount: 500n })),
          1,
        ),
      },
      clock: sync.clock,
      world: sync.world,
      book: sync.book,
    });
    await edited.finish();
    expect(sync.world.journal.map(({ body }) => JSON.parse(body) as unknown)).toEqual([bodyOf(one[0])]);
    expect(await edited.entries()).toMatchObject([
      { outcome: 'succeeded', movements: [{ kind: 'drift', amount: -500n, sent: false }] },
    ]);
  });
});

describe('a frozen body that never arrived, while the service holds the sale as it is now', () => {
  const edited = one.map((sale) => ({ ...sale, orderDiscount: 500n }));

  it.each([
    ['shows it', (sync: Sync) => sync.world.service],
    [
      'lags behind',
      (sync: Sync) => ({
        ...sync.world.service,
        list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })),
      }),
    ],
  ])('is closed for good when the list %s: its address is dropped, and nothing drifts later', async (_, serviceOf) => {
    const state = { isDown: true };
    const before = aSync({
      script: { pages: paged(one, 1) },
      service: { fault: ({ kind }) => (state.isDown && kind === 'push' ? faults.lostBefore : undefined) },
    });
    await before.finish();
    expect(await sendingOf(before)).toBe('intent');
    state.isDown = false;
    before.world.insertForeign(bodyOf(edited[0]));
    const { clock, world, book } = before;
    const sync = aSync({
      script: { pages: paged(edited, 1) },
      clock,
      world,
      book,
      ports: { service: serviceOf(before) },
    });
    for (let run = 1; run <= 2; run += 1) {
      await sync.finish();
      expect(await sync.entries()).toMatchObject([{ outcome: 'alreadyPresent', movements: [] }]);
      expect(right(await book.lookUp('', [{ id, name: '' }])()).sendings.get(id)).toMatchObject({
        status: 'confirmed',
        body: null,
      });
    }
    expect(world.journal).toHaveLength(0);
  });
});

const nameless: StoredTransaction = Object.fromEntries(
  Object.entries(bodyOf(one[0])).filter(([field]) => field !== 'name'),
) as StoredTransaction;

describe('what the list says', () => {
  it('about our name under another id is a conflict before anything is pushed', async () => {
    const sync = pushed([]);
    sync.world.insertForeign({ id: 'typed-in-by-hand', name: bodyOf(one[0]).name ?? null });
    await sync.finish();
    expect(sync.world.count('push')).toBe(0);
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'conflict' }]);
  });

  it('about our id without a name is asked after, once', async () => {
    const sync = pushed([]);
    sync.world.insertForeign(nameless);
    await sync.finish();
    expect(sync.world.count('find')).toBe(1);
    expect(await sync.entries()).toMatchObject([{ outcome: 'alreadyPresent' }]);
  });

  it('about our id is no proof any more when the question finds nothing: it is pushed, with an intent', async () => {
    const sync = aSync({
      script: { pages: paged(one, 1) },
      service: {
        fault: ({ kind }) => {
          if (kind === 'find') sync.world.remove(id);
          return undefined;
        },
      },
    });
    sync.world.insertForeign(nameless);
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(await sendingOf(sync)).toBe('confirmed');
  });
});

describe('an order that changed after it was told', () => {
  it('is already present, and drifted by the named fields and the difference', async () => {
    const sync = aSync({ script: { pages: paged(one, 1) } });
    await sync.finish();
    const edited = aSync({
      script: {
        pages: paged(
          one.map((sale) => ({ ...sale, orderDiscount: 500n })),
          1,
        ),
      },
      clock: sync.clock,
      world: sync.world,
      book: sync.book,
    });
    await edited.finish();
    const [entry] = await edited.entries();
    expect(entry).toMatchObject({
      outcome: 'alreadyPresent',
      movements: [{ kind: 'drift', amount: -500n, sent: false }],
    });
    expect(entry?.movements[0]?.message).toContain('total, subtotal');
    expect(sync.world.journal).toHaveLength(1);
    expect((await edited.report()).review.decide).toContainEqual(expect.objectContaining({ what: 'drift', count: 1 }));
  });
});
