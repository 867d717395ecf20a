import { describe, expect, it } from '@jest/globals';
import type { Inbox } from '../../src/domain/inbox.ts';
import type { CrashPoint } from '../../src/pipeline/ports.ts';
import { liveWorker } from '../../src/live/live-worker.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { mortal, type Mortal } from '../support/mortal.ts';
import { right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';

const points: readonly CrashPoint[] = [
  'after_claim',
  'after_record_read',
  'after_intents',
  'before_post',
  'after_post_before_commit',
  'after_get_before_commit',
  'after_record_commit',
];

const mortalInbox = ({ task }: Pick<Mortal, 'task'>, inbox: Inbox): Inbox => ({
  receiveDelivery: (...all) => task(inbox.receiveDelivery(...all)),
  newestDeliveries: (...all) => task(inbox.newestDeliveries(...all)),
  enqueue: (...all) => task(inbox.enqueue(...all)),
  claim: (...all) => task(inbox.claim(...all)),
  storefrontsWithRequests: (...all) => task(inbox.storefrontsWithRequests(...all)),
  recordOutcome: (...all) => task(inbox.recordOutcome(...all)),
  forgetParked: (...all) => task(inbox.forgetParked(...all)),
  state: task(inbox.state),
  catchUpCursor: (...all) => task(inbox.catchUpCursor(...all)),
  setCatchUpCursor: (...all) => task(inbox.setCatchUpCursor(...all)),
  lastTaskStart: (...all) => task(inbox.lastTaskStart(...all)),
  knownStorefronts: task(inbox.knownStorefronts),
  unfinishedRuns: task(inbox.unfinishedRuns),
  startTask: (...all) => task(inbox.startTask(...all)),
  saveResolution: (...all) => task(inbox.saveResolution(...all)),
  resolutions: (...all) => task(inbox.resolutions(...all)),
  accountFacts: (...all) => task(inbox.accountFacts(...all)),
  countedDays: (...all) => task(inbox.countedDays(...all)),
  eraseRecords: (...all) => task(inbox.eraseRecords(...all)),
  eraseStorefront: (...all) => task(inbox.eraseStorefront(...all)),
  erasedOf: (...all) => task(inbox.erasedOf(...all)),
  reopenStorefront: (...all) => task(inbox.reopenStorefront(...all)),
  purge: task(inbox.purge),
  forgetDeliveries: (...all) => task(inbox.forgetDeliveries(...all)),
});

const deaths = points.flatMap((point) => [1, 2, 5].map((hit) => ({ point, hit })));

describe('a process that dies', () => {
  it.each(deaths)('at $point, the $hit. time, loses and doubles nothing', async ({ point, hit }) => {
    // The first push of every other sale arrives and its answer is lost, so that the service is asked as well.
    const world = aLiveWorld({
      policy: sendsRefunds,
      service: {
        fault: ({ kind, about }, count) =>
          kind === 'push' && count === 1 && /[02468]$/.test(about) ? faults.lostAfter : undefined,
      },
    });
    const dying = mortal(world.ports.sync, { point, hit });
    const first = liveWorker({ ...world.ports, sync: dying.ports, inbox: mortalInbox(dying, world.store.inbox) });
    const second = world.another({ sync: { ...world.ports.sync, owner: 'the next process' } });

    await world.clock.run(async () => {
      for (let n = 1; n <= 10; n += 1) {
        const refunds = n % 3 === 0 ? [aRefund({ id: `r${n}` })] : [];
        await world.deliver(world.shop.put(theSale(n, { refunds })), `d${n}`);
      }
      right(await first.start());
      await dying.death;
      right(await second.start());
      await world.wait(10 * 60_000);
      await second.stop(60_000);
    });
    const expected = Array.from({ length: 10 }, (_, index) => transactionId(String(9_001 + index)));
    const refunds = ['9003', '9006', '9009'].map((id) => `${transactionId(id)}:refund:r${Number(id) - 9_000}`);
    expect(world.service.journal.map(({ id }) => id).sort()).toStrictEqual([...expected, ...refunds].sort());
    const entries = await world.entries();
    expect(entries).toHaveLength(13);
    expect(entries.filter(({ outcome }) => outcome !== 'succeeded')).toStrictEqual([]);
    expect(right(await second.state())).toStrictEqual([]);
  });
});

describe('a live worker that is stopped', () => {
  it('finishes what is in progress, begins nothing new, and leaves the rest to the next start', async () => {
    const world = aLiveWorld({ service: { latency: 2_000 } });
    await world.clock.run(async () => {
      for (let n = 1; n <= 10; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      right(await world.worker.start());
      await world.wait(1_000);
      await world.worker.stop(60_000);
      const pushed = world.service.journal.length;
      expect(pushed).toBe(4);
      expect(await world.entries()).toHaveLength(pushed);
      await world.wait(60_000);
      expect(world.service.journal).toHaveLength(pushed);
      right(await world.worker.start());
      await world.wait(30_000);
      await world.worker.stop(60_000);
    });
    expect(world.service.journal).toHaveLength(10);
    expect(world.service.count('push')).toBe(10);
  });

  it('does not wait longer than its limit', async () => {
    const world = aLiveWorld({ service: { fault: () => faults.lostBefore } });
    await world.clock.run(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      right(await world.worker.start());
      await world.wait(1_000);
      const askedAt = world.clock.now();
      await world.worker.stop(2_000);
      expect(world.clock.now() - askedAt).toBeLessThan(3_000);
    });
    expect(right(await world.worker.state())).toMatchObject([{ due: 1 }]);
  });
});
