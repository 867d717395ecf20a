import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { TaxService } from '../../src/domain/tax-service.ts';
import { maxEqualRefusals } from '../../src/pipeline/limits.ts';
import {
  pushGateOf,
  makePushGate,
  type PushEnd,
  type PushGate,
  withoutRefusals,
} from '../../src/pipeline/push-gate.ts';
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
    for (let n = 0; n < 999; n += 1) await push(`other ${n}`, sold);
    expect(await push('sale', sold)).toBe(sold);
    await push('other 999', sold);
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

  it('cancels them also when another one of the run comes and is canceled', async () => {
    const { state, start } = pushers(makePushGate());
    await start(10);
    state.isOver = true;
    await start(1);
    expect(state).toMatchObject({ started: 1, gone: 10 });
  });

  it('forgets the refusals from before each begin of a run, once', async () => {
    const gate = makePushGate();
    const refuse = async (): Promise<void> => (await gate.takeTurn(() => false))?.end(refused());
    gate.beginRun('run', '2026-03-01T00:00:00Z');
    await refuse();
    await refuse();
    gate.beginRun('run', '2026-03-01T00:00:00Z');
    expect([gate.refusedInARow(), gate.refusedEach()]).toStrictEqual([2, '422 total']);
    gate.beginRun('run', '2026-03-02T00:00:00Z');
    expect([gate.refusedInARow(), gate.refusedEach(), gate.refusedAll()]).toStrictEqual([0, null, null]);
    for (let n = 1; n <= maxEqualRefusals; n += 1) await refuse();
    expect(gate.refusedAll()).toBe('422 total');
    gate.beginRun('another', '2026-03-02T00:00:00Z');
    expect([gate.refusedInARow(), gate.refusedAll()]).toStrictEqual([0, null]);
  });

  it('starts what waits for the refusals of an earlier run when a run begins', async () => {
    const gate = makePushGate();
    gate.setFacts(someFacts());
    const { state, start, end } = pushers(gate);
    for (let n = 1; n < maxEqualRefusals; n += 1) (await gate.takeTurn(() => false))?.end(refused());
    await start(5);
    expect(state.started).toBe(1);
    gate.beginRun('run', '2026-03-01T00:00:00Z');
    await settle();
    expect(state.started).toBe(5);
    await end(other);
  });

  it('says what refused each sale of a short run: two at least, for one reason, at a service that never stored one', async () => {
    const after = async (
      ends: readonly PushEnd[],
      prepare: (gate: PushGate) => void = () => undefined,
    ): Promise<string | null> => {
      const gate = makePushGate();
      prepare(gate);
      for (const one of ends) (await gate.takeTurn(() => false))?.end(one);
      return gate.refusedEach();
    };
    expect(await after([refused(), refused()])).toBe('422 total');
    expect(await after([refused('422 lineItems.1.id'), refused('422 lineItems.2.id')])).toBe('422 lineItems.#.id');
    expect(await after([])).toBeNull();
    expect(await after([refused()])).toBeNull();
    expect(await after([refused(), refused(), refused('422 name')])).toBeNull();
    expect(await after([stored, refused(), refused()])).toBeNull();
    expect(await after([refused(), refused()], (gate) => gate.setFacts(someFacts()))).toBeNull();
  });

  it('inspects the next push again where the service changed what it was sent, and only there', () => {
    const gate = makePushGate();
    gate.forgetChangedFacts();
    expect(gate.facts()).toBeNull();
    gate.setFacts(someFacts());
    gate.forgetChangedFacts();
    expect(gate.facts()).toStrictEqual(someFacts());
    gate.setFacts(someFacts({ changed: ['total'] }));
    gate.forgetChangedFacts();
    expect(gate.facts()).toBeNull();
  });

  it('counts no refusal of pushes that were refused before', async () => {
    const gate = makePushGate();
    gate.setFacts(someFacts());
    const again = withoutRefusals(gate);
    for (let n = 1; n <= maxEqualRefusals; n += 1) (await again.takeTurn(() => false))?.end(refused());
    expect([gate.refusedInARow(), gate.refusedAll()]).toStrictEqual([0, null]);
    for (let n = 1; n <= maxEqualRefusals; n += 1) (await gate.takeTurn(() => false))?.end(refused());
    expect([again.refusedAll(), gate.refusedAll()]).toStrictEqual([null, '422 total']);
    (await again.takeTurn(() => false))?.end(stored);
    expect(gate.refusedInARow()).toBe(0);
    expect(await again.takeTurn(() => true)).toBeNull();
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
