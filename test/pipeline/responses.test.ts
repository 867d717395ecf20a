import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from '../../src/domain/environment.ts';
import type { StoredTransaction, TaxService } from '../../src/domain/tax-service.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { toWire } from '../../src/domain/wire-transaction.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { memoryStore } from '../support/memory-store.ts';
import { proofOfAbsenceAfter } from '../../src/pipeline/limits.ts';
import { aSync, paged, sales, type Sync, transactionId } from '../support/a-sync.ts';
import { type Fault, faults, memoryTaxService, slowDown } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { someFacts } from '../support/some-facts.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const one = sales(1);
const id = transactionId('9001');

const bodyOf = (sale: Sale | undefined): StoredTransaction => {
  if (sale === undefined) throw new Error('a sale is needed');
  return { ...right(toWire(right(saleToTransaction(defaultPolicy)(sale)).transaction)) };
};

/** One sale, and a service that answers its pushes (or questions) as sent, attempt by attempt. */
const pushed = (pushes: readonly (Fault | undefined)[], finds: readonly (Fault | undefined)[] = []) =>
  aSync({
    script: { pages: paged(one, 1) },
    service: {
      fault: ({ kind }, count) =>
        kind === 'push' ? pushes[count - 1] : kind === 'find' ? finds[count - 1] : undefined,
    },
  });

/** The same, with a list that lags behind and shows nothing. */
const withBlindList = ({ clock, world, store }: Sync): Sync =>
  aSync({
    script: { pages: paged(one, 1) },
    clock,
    world,
    store,
    ports: {
      service: { ...world.service, list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })) },
    },
  });

const always = (fault: Fault): readonly Fault[] => Array.from({ length: 100 }, () => fault);

const sendingOf = async ({ store }: Sync): Promise<string | undefined> =>
  right(await store.lookUpTransactions('', [{ id, name: '' }])()).submissions.get(id)?.status;

describe('a reply to a push', () => {
  it('that accepts it is a success, and the frozen body with its address is dropped', async () => {
    const sync = pushed([]);
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded', reason: null }]);
    expect(right(await sync.store.lookUpTransactions('', [{ id, name: '' }])()).submissions.get(id)).toMatchObject({
      status: 'confirmed',
      body: null,
    });
  });

  it.each([
    ['was lost before it was stored', faults.lostBefore, 2],
    ['was lost after it was stored', faults.lostAfter, 1],
    ['was a web page with status 200', faults.garbage, 1],
  ])('that %s is asked after before the same body goes out again, and is our success', async (_, fault, pushes) => {
    const sync = pushed([fault]);
    right(await sync.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    await sync.finish();
    expect(sync.world.journal).toHaveLength(1);
    expect(sync.world.requests.map(({ kind }) => kind).slice(1, 3)).toStrictEqual(['push', 'find']);
    expect(sync.world.count('push')).toBe(pushes);
    expect(sync.world.count('find')).toBe(1);
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(await sendingOf(sync)).toBe('confirmed');
  });

  it('that was lost is not repeated for a minute while it is not known who assigns ids: the list may yet show it', async () => {
    const sync = pushed([faults.lostBefore]);
    await sync.finish();
    const pushes = sync.world.requests.filter(({ kind }) => kind === 'push').map(({ startedAt }) => startedAt);
    expect(pushes).toHaveLength(2);
    expect((pushes[1] ?? 0) - (pushes[0] ?? 0)).toBeGreaterThanOrEqual(proofOfAbsenceAfter);
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it.each([2, 3, 4])(
    'is definitive in the end where a failure of the service is each request number %i',
    async (each) => {
      let requests = 0;
      const sync = aSync({
        script: { pages: paged(sales(5), 5) },
        service: { fault: () => (++requests % each === 0 ? faults.lostBefore : undefined) },
      });
      right(await sync.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
      await sync.finish();
      expect((await sync.entries()).map(({ outcome }) => outcome)).toStrictEqual(Array(5).fill('succeeded'));
      expect(sync.world.journal).toHaveLength(5);
    },
  );

  it('409 for the same content by another program means already present', async () => {
    const sync = withBlindList(pushed([]));
    sync.world.insertForeign(bodyOf(one[0]));
    await sync.finish();
    expect(sync.world.journal).toHaveLength(0);
    expect(sync.world.count('find')).toBe(1);
    expect(await sync.entries()).toMatchObject([{ outcome: 'alreadyPresent' }]);
  });

  it('409 for another content by another program means already present, and differs', async () => {
    const sync = withBlindList(pushed([]));
    sync.world.insertForeign({ ...bodyOf(one[0]), total: 1 });
    await sync.finish();
    expect(sync.world.count('push')).toBe(1);
    const [entry] = await sync.entries();
    expect(entry).toMatchObject({
      outcome: 'alreadyPresent',
      reason: null,
      findings: expect.arrayContaining(['differs']),
    });
    expect(entry?.message).toContain('total 112.26 in the sale, 1.00 in the service');
    expect(await sync.report()).toMatchObject({ failed: 0, alreadyPresent: 1, differing: 1, notCompared: 0 });
    expect(await sendingOf(sync)).toBe('confirmed');
  });

  it('is not waited for where the list shows the id with other values: the line names fields, and no value but money', async () => {
    const sync = pushed([faults.lostBefore]);
    const shipToAddress = {
      line1: '1 CANARY_ADDR Street',
      city: 'CANARY_CITY',
      state: 'NV',
      zip: '89101',
      country: 'US',
    };
    sync.world.insertForeign({ ...bodyOf(one[0]), name: 'Another program', total: 1, shipToAddress });
    await sync.finish();
    const [entry] = await sync.entries();
    expect(entry).toMatchObject({ outcome: 'alreadyPresent', findings: expect.arrayContaining(['differs']) });
    expect(entry?.message).toContain(
      'total 112.26 in the sale, 1.00 in the service; shipToAddress.state; shipToAddress.zip',
    );
    expect(entry?.message).not.toMatch(/NV|89101/);
    // The ZIP is kept for exports, and in no message.
    const { detail, ...others } = entry ?? { detail: undefined };
    expect(detail).toMatchObject({ zip: '94607' });
    expect(inspect(others, { depth: 9 })).not.toMatch(/CANARY|Oakland|94607/);
    expect(sync.world.count('push')).toBe(0);
  });

  it('409 about what neither question nor list show proves nothing, however often it comes', async () => {
    const exists: Fault = { when: 'before', reply: { _tag: 'Exists' } };
    const sync = pushed(always(exists));
    await sync.finish();
    expect(sync.world.count('push')).toBe(5);
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', message: expect.stringContaining('409') }]);
    expect(await sync.report()).toMatchObject({ alreadyPresent: 0, failed: 1 });
    expect(await sendingOf(sync)).toBe('intent');
  });

  it('409 with a web page, of what the service does not show, proves nothing: it is pushed again', async () => {
    const page: Fault = { when: 'before', reply: { _tag: 'Exists', isWebPage: true } };
    const sync = pushed([page]);
    await sync.finish();
    expect(sync.world.count('push')).toBe(2);
    expect(sync.world.journal).toHaveLength(1);
    expect(await sync.report()).toMatchObject({ succeeded: 1, alreadyPresent: 0 });

    const hopeless = pushed(always(page));
    await hopeless.finish();
    expect(await hopeless.report()).toMatchObject({ alreadyPresent: 0, failed: 1 });
    expect(await hopeless.entries()).toMatchObject([{ outcome: 'failed', reason: 'no definitive response' }]);
  });

  it('409 after an attempt without an answer is not believed while the service shows nothing, and nothing is doubled', async () => {
    const { clock, world } = pushed([faults.lostAfter]);
    const service = {
      ...world.service,
      find: () => () => Promise.resolve(E.right(O.none)),
      list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })),
    };
    const sync = aSync({ script: { pages: paged(one, 1) }, clock, world, ports: { service } });
    await sync.finish();
    // Once without an answer; what is answered with a 409 stored nothing, and is sent again as ever.
    expect(world.count('push')).toBe(1 + 5);
    expect(world.journal).toHaveLength(1);
    expect(await sync.report()).toMatchObject({ succeeded: 0, failed: 1 });
    expect(await sendingOf(sync)).toBe('intent');
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
    ['answered 422 (total)', 'answered 422 (total). Correct the named field, then retry.'],
    ['answered 413', 'answered 413. It gives no reason: ask its support, then retry.'],
  ])('that refuses a body is sent with what to do: %s', async (message, words) => {
    const sync = pushed([{ ...faults.refused, reply: { _tag: 'Refused', message, fingerprint: message } }]);
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

  it.each([
    ['within five minutes where ids are ours', someFacts(), 5],
    [
      'where the service assigns ids, with two minutes before each',
      someFacts({ identity: 'service', list: 'prompt' }),
      15,
    ],
    ['where nothing is known yet, with two minutes before each', null, 15],
  ])('that never comes is given up after eight attempts, and the intent stays: %s', async (_, facts, minutes) => {
    const sync = pushed(always(faults.lostBefore));
    if (facts !== null) right(await sync.store.saveServiceFacts('', JSON.stringify(facts), '2026-03-01T00:00:00Z')());
    const start = sync.clock.now();
    expect((await sync.finish()).status).toBe('finished');
    expect(sync.world.count('push')).toBe(8);
    expect(sync.clock.now() - start).toBeLessThan(minutes * 60_000);
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'no definitive response' }]);
    expect(await sendingOf(sync)).toBe('intent');
  });

  it('that was given up is settled as our own success by the next run, although it had arrived', async () => {
    const state = { isDown: true };
    const sync = aSync({
      script: { pages: paged(one, 1) },
      service: { fault: ({ kind }) => (state.isDown && kind !== 'list' ? faults.lostAfter : undefined) },
    });
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'no definitive response' }]);
    expect(sync.world.count('push')).toBe(1);
    state.isDown = false;
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(sync.world.journal).toHaveLength(1);
    expect(sync.world.count('push')).toBe(1);
  });

  it.each([
    ['of minutes is a warning, once, for the run is silent until then', 600_000, 1],
    ['of seconds is not a warning', 5_000, 0],
  ])('that asks for a pause %s', async (_, retryAfterMs, times) => {
    const warned: string[] = [];
    const quiet = (): void => undefined;
    const log: Logger = { debug: quiet, info: quiet, error: quiet, warn: (message) => warned.push(message) };
    const clock = virtualClock();
    const begun = clock.now();
    const fault = ({ kind, about }: { readonly kind: string; readonly about: string }): Fault | undefined =>
      // The first one goes alone; the wave behind it is put off as a whole.
      kind === 'push' && about !== id && clock.now() - begun < 1_000 ? slowDown(retryAfterMs) : undefined;
    const sync = aSync({ script: { pages: paged(sales(12), 12) }, clock, service: { fault }, ports: { log } });
    await sync.finish();
    expect(sync.world.count('push')).toBeGreaterThan(13);
    expect(warned).toStrictEqual(
      Array.from(
        { length: times },
        () => 'The Tax Nexus Service asked for a long pause. Pending transactions continue automatically in 10 min.',
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
          fault: () => (state.isBroken && sync.world.count('push') >= 6 ? fault : undefined),
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
    const store = memoryStore();
    const sync = aSync({
      store,
      script: { pages: paged(one, 1) },
      service: { fault: ({ kind }) => (state.isDown && kind === 'push' ? faults.lostBefore : undefined) },
    });
    await sync.finish();
    state.isDown = false;
    right(await store.inbox.eraseRecords('us-store', ['9001'])());
    const { clock, world } = sync;
    const changed = one.map((sale) => ({ ...sale, orderDiscount: 500n }));
    const next = (): Sync => aSync({ script: { pages: paged(changed, 1) }, clock, world, store });
    const [first, second] = [next(), next()];
    await first.finish();
    await second.finish();
    expect(world.journal.map(({ body }) => JSON.parse(body) as unknown)).toEqual([bodyOf(changed[0])]);
    expect(await second.entries()).toMatchObject([{ outcome: 'alreadyPresent', adjustments: [] }]);
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
      store: sync.store,
    });
    await edited.finish();
    expect(sync.world.journal.map(({ body }) => JSON.parse(body) as unknown)).toEqual([bodyOf(one[0])]);
    expect(await edited.entries()).toMatchObject([
      { outcome: 'succeeded', adjustments: [{ kind: 'drift', amount: -500n, sent: false }] },
    ]);
  });
});

const nameless: StoredTransaction = Object.fromEntries(
  Object.entries(bodyOf(one[0])).filter(([field]) => field !== 'name'),
) as StoredTransaction;

describe('what the list says', () => {
  it('about our name under another id, in whatever form, is already present before anything is pushed', async () => {
    const sync = pushed([]);
    sync.world.insertForeign({ ...bodyOf(one[0]), id: 'typed-in-by-hand', name: 'SHOPIFY  1 - 9001' });
    await sync.finish();
    expect(sync.world.count('push')).toBe(0);
    expect(await sync.report()).toMatchObject({ alreadyPresent: 1, differing: 0, notCompared: 0 });
  });

  it('about our id, without a name, is already present, and costs no question', async () => {
    const sync = pushed([]);
    sync.world.insertForeign(nameless);
    await sync.finish();
    expect(sync.world.requests.map(({ kind }) => kind)).toStrictEqual(['list']);
    expect(await sync.report()).toMatchObject({ alreadyPresent: 1, differing: 0, notCompared: 0 });
  });

  it('about our id alone, without a value, is already present, and was not compared', async () => {
    const sync = pushed([]);
    sync.world.insertForeign({ id });
    await sync.finish();
    expect(sync.world.requests.map(({ kind }) => kind)).toStrictEqual(['list']);
    expect(await sync.report()).toMatchObject({ alreadyPresent: 1, differing: 0, notCompared: 1 });
  });
});

describe('a refusal after an attempt without an answer', () => {
  it('is looked up once more: the first attempt may have arrived since', async () => {
    const sync = aSync({ script: { pages: paged(one, 1) } });
    const { service } = sync.world;
    let pushes = 0;
    let isVisible = false;
    const odd: typeof service = {
      ...service,
      list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })),
      find: (wanted) => (isVisible ? service.find(wanted) : () => Promise.resolve(E.right(O.none))),
      push: (body, begin) => async () => {
        pushes += 1;
        if (pushes > 1) {
          isVisible = true;
          return { _tag: 'Refused', message: 'answered 422', fingerprint: '422' };
        }
        await service.push(body, begin)();
        return { _tag: 'Unclear', message: 'ECONNRESET' };
      },
    };
    const { clock, world, store } = sync;
    const run = aSync({ script: { pages: paged(one, 1) }, clock, world, store, ports: { service: odd } });
    await run.finish();
    expect(await run.entries()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(pushes).toBe(2);
  });
});

describe('an order that changed after it was sent', () => {
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
      store: sync.store,
    });
    await edited.finish();
    const [entry] = await edited.entries();
    expect(entry).toMatchObject({
      outcome: 'alreadyPresent',
      adjustments: [{ kind: 'drift', amount: -500n, sent: false }],
    });
    expect(entry?.adjustments[0]?.message).toContain('total 107.26 in the sale, 112.26 in the service; subtotal');
    expect(sync.world.journal).toHaveLength(1);
    expect((await edited.report()).review.decide).toContainEqual(expect.objectContaining({ what: 'drift', count: 1 }));
  });

  it.each<[string, (answer: StoredTransaction) => StoredTransaction | null | undefined, string]>([
    ['finds it no more', () => null, ' (the service does not show what it holds)'],
    ['gives no clear answer', () => undefined, ' (the service does not show what it holds)'],
    ['shows only its id', ({ id: own }) => ({ id: own, name: null }), ''],
  ])('drifted by an amount that is not known, where the service %s', async (_, answerTo, why) => {
    const [body] = one.map(bodyOf);
    if (body === undefined) throw new Error('there is no body');
    const answer = answerTo(body);
    const clock = virtualClock();
    const { service } = memoryTaxService({ clock });
    const silentService: TaxService = {
      list: () => TE.right({ transactions: [], next: O.none }),
      find: () => (answer === undefined ? TE.left({ _tag: 'Unclear', message: '' }) : TE.right(O.fromNullable(answer))),
      push: (text, begin) => async () => {
        const reply = await service.push(text, begin)();
        return reply._tag === 'Accepted' ? { ...reply, stored: null } : reply;
      },
    };
    const sync = aSync({ script: { pages: paged(one, 1) }, clock, ports: { service: silentService } });
    right(await sync.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    await sync.finish();
    const edited = one.map((sale) => ({ ...sale, orderDiscount: 500n }));
    const { store } = sync;
    const changed = aSync({ script: { pages: paged(edited, 1) }, clock, store, ports: { service: silentService } });
    await changed.finish();
    const [entry] = await changed.entries();
    expect(entry).toMatchObject({ outcome: 'alreadyPresent', adjustments: [{ kind: 'drift', amount: 0n, tax: null }] });
    expect(entry?.adjustments[0]?.message).toBe(
      `The order changed after it was sent${why}. The sent transaction stays as it is; correct it at the service if needed.`,
    );
  });

  it('drifted with old and new tax and its state, where the platform recalculated the tax for a new address', async () => {
    const sync = aSync({ script: { pages: paged(one, 1) } });
    await sync.finish();
    const moved = one.map((sale) => ({
      ...sale,
      lines: sale.lines.map((line) => ({ ...line, taxes: [{ amount: 900n, liable: 'seller' as const, title: 'NY' }] })),
      statedTotal: null,
      destinations: sale.destinations.map(({ basis, address }) => ({
        basis,
        address: { ...address, state: 'NY', zip: '10001' },
      })),
    }));
    const { clock, world, store } = sync;
    const changed = aSync({ script: { pages: paged(moved, 1) }, clock, world, store });
    await changed.finish();
    const [entry] = await changed.entries();
    const message = entry?.adjustments[0]?.message ?? '';
    expect(message).toMatch(
      /^The shipping address was changed after the order was sent, and the taxes were recalculated/,
    );
    expect(message).toMatch(/taxCollected 9\.00 in the sale, \d+\.\d\d in the service/);
    expect(message).toContain('shipToAddress.state');
    expect(message).not.toContain('10001');
    expect(world.journal).toHaveLength(1);
  });
});
