import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { TaxService } from '../../src/domain/tax-service.ts';
import { maxEqualRefusals } from '../../src/pipeline/limits.ts';
import { pushGateOf, makePushGate, type PushEnd, type PushGate } from '../../src/pipeline/push-gate.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { someFacts } from '../support/some-facts.ts';

const stored: PushEnd = { _tag: 'Stored', facts: null };
const learned: PushEnd = { _tag: 'Stored', facts: someFacts() };
const other: PushEnd = { _tag: 'Other' };

let refusals = 0;
/** For another transaction each time. */
const refused = (fingerprint = '422 total'): PushEnd => {
  refusals += 1;
  return { _tag: 'Refused', fingerprint, id: `shopify:1:${refusals}` };
};

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Pushes that wait for the gate, and end with the given results. */
const pushers = (gate: PushGate) => {
  const state = { isOver: false, started: 0, probes: 0, gone: 0 };
  const open: ((result: PushEnd) => void)[] = [];
  const push = async (): Promise<void> => {
    const turn = await gate.takeTurn(() => state.isOver);
    if (turn === null) {
      state.gone += 1;
      return;
    }
    state.started += 1;
    if (turn.isProbe) state.probes += 1;
    open.push(turn.end);
  };
  return {
    state,
    inFlight: () => open.length,
    start: async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) void push();
      await settle();
    },
    end: async (result: PushEnd): Promise<void> => {
      open.shift()?.(result);
      await settle();
    },
  };
};

describe('two pushes of one sale in a process', () => {
  const sold = { remoteId: 'txn_1', shown: null };

  it('are one, also when the first has ended since the second was looked up', async () => {
    const { begin, end } = makePushGate().pushes;
    expect(await begin('sale', false)).toBe('begun');
    const waiting = begin('sale', false);
    end('sale', sold);
    expect([await waiting, await begin('sale', false)]).toStrictEqual([sold, sold]);
    expect(await begin('another', false)).toBe('begun');
    // Its attempt is known and not settled: the service is asked, which may have lost it.
    expect(await begin('sale', true)).toBe('begun');
  });

  it('are two when the first stored nothing, or a thousand others were stored since', async () => {
    const { begin, end } = makePushGate().pushes;
    const push = async (id: string, stored: typeof sold | null): Promise<unknown> => {
      const begun = await begin(id, false);
      if (begun === 'begun') end(id, stored);
      return begun;
    };
    expect([await push('sale', null), await push('sale', sold)]).toStrictEqual(['begun', 'begun']);
    for (let n = 0; n < 1_000; n += 1) await push(`other ${n}`, sold);
    expect(await push('sale', sold)).toBe('begun');
  });
});

describe('the push gate of a service', () => {
  it('sends the first push alone, and the others once it has shown the facts of the service', async () => {
    const { state, start, end, inFlight } = pushers(makePushGate());
    await start(50);
    expect([state.started, inFlight(), state.probes]).toStrictEqual([1, 1, 1]);
    await end(learned);
    expect([state.started, inFlight(), state.probes]).toStrictEqual([50, 49, 1]);
  });

  it.each([
    ['got no definitive response', other],
    ['was refused', refused()],
  ])('lets the next one go alone as well when the first %s', async (_, result) => {
    const { state, start, end, inFlight } = pushers(makePushGate());
    await start(50);
    await end(result);
    expect([state.started, inFlight(), state.probes]).toStrictEqual([2, 1, 2]);
  });

  it('sends no push alone when the sync database knows the service, but at most as many at once as may be refused', async () => {
    const gate = makePushGate();
    const { state, start, end } = pushers(gate);
    gate.setFacts(someFacts());
    await start(50);
    expect([state.started, state.probes]).toStrictEqual([maxEqualRefusals, 0]);
    await end(stored);
    expect(state.started).toBe(50);
  });

  it('starts waiting pushes when the facts of the sync database are set', async () => {
    const gate = makePushGate();
    const { state, start } = pushers(gate);
    await start(10);
    gate.setFacts(someFacts());
    await settle();
    expect(state.started).toBe(10);
    expect(gate.facts()).toStrictEqual(someFacts());
  });

  it('stops at twenty equal refusals, including pushes in progress, and names their kind', async () => {
    const gate = makePushGate();
    gate.setFacts(someFacts());
    const { state, start, end } = pushers(gate);
    await start(100);
    for (let n = 1; n < maxEqualRefusals; n += 1) {
      await end(refused());
      expect(gate.refusedAll()).toBeNull();
    }
    await end(refused());
    expect(gate.refusedAll()).toBe('422 total');
    expect(state.started).toBe(maxEqualRefusals + 1);
  });

  it('counts refusals that differ in line numbers as one kind, and other paths as another', async () => {
    const gate = makePushGate();
    for (let n = 1; n < maxEqualRefusals; n += 1) {
      const turn = await gate.takeTurn(() => false);
      turn?.end(refused(`422 lineItems.${n}.amount`));
      (await gate.takeTurn(() => false))?.end(refused(`422 lineItems.${n}.quantity`));
    }
    expect(gate.refusedAll()).toBeNull();
    (await gate.takeTurn(() => false))?.end(refused('422 lineItems.99.amount'));
    expect(gate.refusedAll()).toBe('422 lineItems.#.amount');
  });

  it('counts from zero after a success: refusals of single sales stop nothing', async () => {
    const gate = makePushGate();
    gate.setFacts(someFacts());
    for (let n = 1; n <= 10 * maxEqualRefusals; n += 1) {
      const turn = await gate.takeTurn(() => false);
      turn?.end(n % maxEqualRefusals === 0 ? stored : refused());
      expect(gate.refusedAll()).toBeNull();
    }
  });

  it('counts a transaction that is refused repeatedly once', async () => {
    const gate = makePushGate();
    gate.setFacts(someFacts());
    for (let n = 1; n <= 10 * maxEqualRefusals; n += 1) {
      const turn = await gate.takeTurn(() => false);
      turn?.end({ _tag: 'Refused', fingerprint: '422 total', id: `shopify:1:${n % 5}` });
    }
    expect(gate.refusedAll()).toBeNull();
    expect(gate.refusedInARow()).toBe(5);
  });

  it('has no limit after a success, and a limit again after the next refusal', async () => {
    const gate = makePushGate();
    gate.setFacts(someFacts());
    const { state, start, end, inFlight } = pushers(gate);
    await start(200);
    await end(stored);
    expect(inFlight()).toBe(199);
    await end(refused());
    await start(50);
    expect(state.started).toBe(200);
  });

  it('sends one push after all were refused, so that a later run notices the repair', async () => {
    const gate = makePushGate();
    gate.setFacts(someFacts());
    for (let n = 1; n <= maxEqualRefusals; n += 1) (await gate.takeTurn(() => false))?.end(refused());
    expect(gate.refusedAll()).not.toBeNull();
    const later = pushers(gate);
    await later.start(50);
    expect(later.inFlight()).toBe(1);
    await later.end(stored);
    expect(gate.refusedAll()).toBeNull();
    expect(later.state.started).toBe(50);
  });

  it('cancels all waiting pushes when the run is over', async () => {
    const { state, start, end } = pushers(makePushGate());
    await start(10);
    state.isOver = true;
    await end(other);
    expect(state).toMatchObject({ started: 1, gone: 9 });
  });

  it('never has more than twenty refusals before a success, in any order of responses', async () => {
    const ends = fc.array(fc.boolean(), { maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(ends, fc.boolean(), async (results, isKnown) => {
        const gate = makePushGate();
        if (isKnown) gate.setFacts(someFacts());
        const { state, start, end, inFlight } = pushers(gate);
        await start(300);
        let count = 0;
        for (const isRefused of results) {
          if (gate.refusedAll() !== null) state.isOver = true;
          await end(isRefused ? refused() : other);
          if (isRefused) count += 1;
          expect(Math.min(count, maxEqualRefusals) + inFlight()).toBeLessThanOrEqual(maxEqualRefusals + 1);
          if (inFlight() === 0) break;
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is shared by all users of a client, and separate for another client', () => {
    const client = (): TaxService => ({
      list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })),
      find: () => () => Promise.resolve(E.right(O.none)),
      push: () => () => Promise.resolve({ _tag: 'Exists' }),
    });
    const [one, another] = [client(), client()];
    expect(pushGateOf(one)).toBe(pushGateOf(one));
    expect(pushGateOf(one)).not.toBe(pushGateOf(another));
  });
});

describe('a service that refuses every body for the same reason', () => {
  const aRefusing = (isKnown: boolean, reply: Fault = faults.refused) => {
    const state = { isRefusing: true };
    const sync = aSync({
      script: { pages: paged(sales(200), 50) },
      service: { fault: ({ kind }) => (kind === 'push' && state.isRefusing ? reply : undefined) },
      ports: { concurrency: 32 },
    });
    const ready = async (): Promise<void> => {
      if (isKnown) right(await sync.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    };
    return { sync, state, ready };
  };

  it.each([
    ['is not known', false],
    ['is known', true],
  ])(
    'and that %s, ends the run after twenty pushes: one message, everything pending, and it goes on later',
    async (_, isKnown) => {
      const { sync, state, ready } = aRefusing(isKnown);
      await ready();
      const failure = left(await sync.run());
      expect(failure).toMatchObject({ _tag: 'ServiceFailed', cause: 'refused' });
      expect(failure.message).toContain('refuses each transaction for the same reason (422 total)');
      expect(failure.message).toContain('service.wire');
      expect(sync.world.count('push')).toBe(maxEqualRefusals);
      expect(await sync.report()).toMatchObject({ status: 'stopped', considered: 0, failed: 0 });
      const known = right(await sync.store.lookUpTransactions('', [{ id: transactionId('9001'), name: '' }])());
      expect(known.submissions.get(transactionId('9001'))).toMatchObject({
        status: 'intent',
        body: expect.any(String),
      });

      const before = sync.world.count('push');
      expect(left(await sync.run())).toMatchObject({ _tag: 'ServiceFailed', cause: 'refused' });
      expect(sync.world.count('push')).toBe(before + maxEqualRefusals);

      state.isRefusing = false;
      expect((await sync.finish()).status).toBe('finished');
      expect(await sync.report()).toMatchObject({ considered: 200, succeeded: 200, failed: 0 });
      expect(sync.world.journal).toHaveLength(200);
    },
  );

  it('but one, stops nothing: nineteen refusals between two successes are failures of single sales', async () => {
    const sync = aSync({
      script: { pages: paged(sales(200), 50) },
      service: { fault: ({ kind, about }) => (kind === 'push' && !/[05]$/.test(about) ? faults.refused : undefined) },
      ports: { concurrency: 1 },
    });
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ considered: 200, succeeded: 40, failed: 160 });
  });

  it('keeps everything pending with short pages, too', async () => {
    const state = { isRefusing: true };
    const sync = aSync({
      script: { pages: paged(sales(100), 5) },
      service: { fault: ({ kind }) => (kind === 'push' && state.isRefusing ? faults.refused : undefined) },
    });
    expect(left(await sync.run())).toMatchObject({ _tag: 'ServiceFailed', cause: 'refused' });
    state.isRefusing = false;
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 100, succeeded: 100, failed: 0 });
  });

  it('keeps live sales pending, and sends them once the service accepts them', async () => {
    const state = { isRefusing: true };
    const world = aLiveWorld({
      service: { fault: ({ kind }) => (kind === 'push' && state.isRefusing ? faults.refused : undefined) },
    });
    await world.live(async () => {
      for (let n = 1; n <= 30; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      await world.wait(60_000);
      expect(world.service.count('push')).toBeLessThanOrEqual(maxEqualRefusals + 1);
      state.isRefusing = false;
      await world.wait(60 * 60_000);
    });
    expect(world.service.journal).toHaveLength(30);
    expect((await world.entries()).map(({ outcome }) => outcome)).toStrictEqual(Array(30).fill('succeeded'));
  });
});
