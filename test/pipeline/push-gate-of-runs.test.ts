import { describe, expect, it } from '@jest/globals';
import { maxEqualRefusals } from '../../src/pipeline/limits.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { sized } from '../support/size.ts';
import { someFacts } from '../support/some-facts.ts';
import { itInAll } from '../support/it-in-all.ts';

describe('a service that refuses every body for the same reason', () => {
  const aRefusing = (isKnown: boolean, reply: Fault = faults.refused) => {
    const state = { isRefusing: true };
    const sync = aSync({
      script: { pages: paged(sales(100), 50) },
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
      expect(await sync.report()).toMatchObject({ considered: 100, succeeded: 100, failed: 0 });
      expect(sync.world.journal).toHaveLength(100);
    },
  );

  it('but one, stops nothing: nineteen refusals between two successes are failures of single sales', async () => {
    const sync = aSync({
      script: { pages: paged(sales(100), 50) },
      service: { fault: ({ kind, about }) => (kind === 'push' && !/[05]$/.test(about) ? faults.refused : undefined) },
      ports: { concurrency: 1 },
    });
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ considered: 100, succeeded: 20, failed: 80 });
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

describe('sales that fail in each run', () => {
  const unclear = { _tag: 'Unclear', message: 'the service answered 500' } as const;
  const replies: readonly (readonly [string, Fault])[] = [
    ['refuses', faults.refused],
    ['answers 403 to', { when: 'before', reply: { _tag: 'CredentialsRefused', status: 403, message: 'forbidden' } }],
    ['answers 500 to', { when: 'before', reply: unclear }],
    ['answers 200 with an error to', { when: 'before', reply: { ...unclear, answeredWith: 'error' } }],
    ['answers 409 to, and does not show', { when: 'before', reply: { _tag: 'Exists' } }],
  ];
  const fails = (about: string): boolean => Number(about.slice(-2)) % 2 === 0 && Number(about.slice(-2)) <= 60;

  itInAll.each(sized({ quick: replies.slice(0, 3), all: replies }))(
    'and that the service %s, do not keep the sales behind them from being sent',
    async (_, fault) => {
      const first = aSync({
        script: { pages: paged(sales(60), 10) },
        service: { fault: ({ kind, about }) => (kind === 'push' && fails(about) ? fault : undefined) },
        ports: { concurrency: 1 },
      });
      await first.finish();
      expect(await first.report()).toMatchObject({ succeeded: 30, failed: 30 });

      const { store, world, clock } = first;
      const later = aSync({
        ...{ store, world, clock, script: { pages: paged(sales(80), 10) } },
        ports: { concurrency: 1 },
      });
      const before = world.count('push');
      await later.finish({ range: { from: '2026-02-01', to: '2026-02-27' } });
      expect(await later.report()).toMatchObject({ succeeded: 20, alreadyPresent: 30, failed: 30 });
      expect(world.count('push') - before).toBeLessThanOrEqual(20 + maxEqualRefusals);
      const [message] = (await later.entries()).flatMap((line) => line.message ?? []);
      expect(message).toBe((await first.entries()).flatMap((line) => line.message ?? [])[0]);
    },
  );
});
