import { describe, expect, it } from '@jest/globals';
import { Cron } from 'croner';
import fc from 'fast-check';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import { dueAt } from '../../src/live/due-work.ts';
import { defaultSchedule, nextTime, scheduleComplaint } from '../../src/live/schedule.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import type { Clock } from '../../src/domain/environment.ts';
import type { LiveEvent } from '../../src/live/live-ports.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { itInAll } from '../support/it-in-all.ts';

const minute = 60_000;
const hour = 60 * minute;
const newYork = 'America/New_York';

describe('a schedule', () => {
  it('is read in the storefront’s own time zone, summer and winter', () => {
    expect(nextTime('0 4 * * *', newYork, Date.UTC(2026, 6, 1))).toBe(Date.UTC(2026, 6, 1, 8));
    expect(nextTime('0 4 * * *', newYork, Date.UTC(2026, 11, 1))).toBe(Date.UTC(2026, 11, 1, 9));
    expect(nextTime('0 4 * * *', 'Asia/Kolkata', Date.UTC(2026, 6, 1))).toBe(Date.UTC(2026, 6, 1, 22, 30));
  });

  it('returns the same for a moment whatever it was asked before, also about clock changes', () => {
    const moments = fc.array(fc.integer({ min: Date.UTC(2026, 9, 29), max: Date.UTC(2026, 10, 3) }), { minLength: 2 });
    const expressions = fc.constantFrom('*/15 * * * *', '30 2 * * *', '30 1 * * *', '0 4 * * 1');
    fc.assert(
      fc.property(expressions, moments, (expression, asked) => {
        const again = asked.map((at) =>
          new Cron(expression, { timezone: newYork, paused: true }).nextRun(new Date(at))?.getTime(),
        );
        expect(asked.map((at) => nextTime(expression, newYork, at))).toStrictEqual(again);
      }),
      { numRuns: 200, seed: 20_261_122 },
    );
  });

  it.each([
    ['is left out, in March', '2026-03-08'],
    ['comes twice, in November', '2026-11-01'],
  ])('keeps an hour that %s once', (_, day) => {
    const before = Date.parse(`${day}T00:00:00-05:00`) - hour;
    const first = nextTime('30 2 * * *', newYork, before);
    const second = nextTime('30 2 * * *', newYork, first);
    expect(first - before).toBeLessThan(5 * hour);
    expect(second - first).toBeGreaterThan(22 * hour);
    expect(second - first).toBeLessThan(26 * hour);
  });

  it('describes what is wrong with an expression, in one sentence', () => {
    expect(scheduleComplaint(defaultSchedule.catchUp ?? '')).toBeUndefined();
    expect(scheduleComplaint('every morning')).toBe(
      '"every morning" is not a cron expression; write minute, hour, day, month and weekday, such as */15 * * * *',
    );
  });

  it('makes up once for what was missed, however often that was', () => {
    const now = Date.UTC(2026, 3, 1, 12, 7);
    const due = dueAt('catchUp', '*/15 * * * *', newYork, now - 100 * hour, now);
    expect(due).toBeLessThan(now);
    expect(dueAt('catchUp', '*/15 * * * *', newYork, now, now)).toBe(Date.UTC(2026, 3, 1, 12, 15));
  });

  it('catches up at once the first time, and reconciles at its hour the first time', () => {
    const now = Date.UTC(2026, 3, 1, 12, 7);
    expect(dueAt('catchUp', '*/15 * * * *', newYork, null, now)).toBe(0);
    expect(dueAt('reconcile', '0 4 * * *', newYork, null, now)).toBe(Date.UTC(2026, 3, 2, 8));
  });
});

describe('scheduled tasks', () => {
  const schedule = { catchUp: '*/15 * * * *', reconcile: '0 4 * * *' };

  it('run once for each due time, of however many processes', async () => {
    const world = aLiveWorld({ ports: { schedule } });
    const others = [1, 2].map((n) => world.another({ sync: { ...world.ports.sync, owner: `process ${n}` } }));
    await world.clock.run(async () => {
      for (const worker of [world.worker, ...others]) right(await worker.start());
      await world.wait(50 * minute);
      for (const worker of [world.worker, ...others]) await worker.stop(minute);
    });
    const finished = world.events.filter(({ type }) => type === 'catchUp.finished');
    // At the start (noon), and at a quarter past, half past and a quarter to one.
    expect(finished).toHaveLength(4);
  });

  it('reconcile the days before today at their hour, in the storefront’s own days', async () => {
    const world = aLiveWorld({ ports: { schedule: { catchUp: null, reconcile: '0 4 * * *' } } });
    await world.clock.run(async () => {
      // Every quarter of an hour for a day, from eight in the morning in New York on.
      for (let quarter = 0; quarter < 96; quarter += 1) {
        right(await world.worker.tick(minute));
        await world.wait(15 * minute);
      }
    });
    expect(world.events).toStrictEqual([
      {
        storefront: 'us-store',
        type: 'reconcile.finished',
        range: { from: '2026-03-26', to: '2026-04-01' },
        isComplete: true,
        differences: 0,
      },
    ]);
    const counted = await world.store.reviews.dailyCounts('us-store', { from: '2026-01-01', to: '2026-12-31' })();
    expect(right(counted).map(({ day, source }) => [day, source])).toStrictEqual(
      ['03-26', '03-27', '03-28', '03-29', '03-30', '03-31', '04-01'].map((day) => [`2026-${day}`, 0]),
    );
  });

  const finishedOf = ({ events }: LiveWorld, type: LiveEvent['type']): number =>
    events.filter((event) => event.type === type).length;

  itInAll('run in their time although a clock that was hours ahead has begun them in the future', async () => {
    const world = aLiveWorld({ ports: { schedule } });
    for (const task of ['catchUp', 'reconcile']) {
      const ahead = instantOfMilliseconds(world.clock.now() + 40 * hour);
      right(await world.store.inbox.startTask(task, 'us-store', instantOfMilliseconds(0), ahead)());
    }
    const others = [1, 2].map((n) => world.another({ sync: { ...world.ports.sync, owner: `process ${n}` } }));
    await world.clock.run(async () => {
      for (const worker of [world.worker, ...others]) right(await worker.start());
      await world.wait(50 * minute);
      expect(finishedOf(world, 'catchUp.finished')).toBe(4);
      // From eight in the morning in New York to after four.
      await world.wait(20 * hour);
      expect(finishedOf(world, 'reconcile.finished')).toBe(1);
      for (const worker of [world.worker, ...others]) await worker.stop(minute);
    });
  });

  it('run at their time, and resync requests are handled, in a process whose clock is set back by hours', async () => {
    const clock = virtualClock();
    const state = { ahead: 40 * hour };
    const wrong: Clock = { ...clock, now: () => clock.now() + state.ahead };
    const world = aLiveWorld({ clock, ports: { schedule }, sync: { clock: wrong } });
    await world.live(async () => {
      await world.wait(20 * minute);
      expect(finishedOf(world, 'catchUp.finished')).toBe(2);
      state.ahead = 0;
      await world.wait(16 * minute);
      expect(finishedOf(world, 'catchUp.finished')).toBe(3);
      const receivedAt = instantOfMilliseconds(clock.now());
      const recordId = world.shop.put(theSale(1));
      // As another process does it, which cannot wake this one.
      right(
        await world.store.inbox.receiveDelivery({
          storefront: 'us-store',
          deliveryId: 'd1',
          recordId,
          isDeletion: false,
          receivedAt,
        })(),
      );
      await world.wait(minute);
      expect(world.service.journal).toHaveLength(1);
    });
  });

  it('run in their time in a host that ticks, when its clock is set back by hours', async () => {
    const clock = virtualClock();
    const state = { ahead: 40 * hour };
    const wrong: Clock = { ...clock, now: () => clock.now() + state.ahead };
    const world = aLiveWorld({ clock, ports: { schedule }, sync: { clock: wrong } });
    await clock.run(async () => {
      right(await world.worker.tick(minute));
      state.ahead = 0;
      for (let quarter = 0; quarter < 3; quarter += 1) {
        await world.wait(15 * minute);
        right(await world.worker.tick(minute));
      }
    });
    expect(finishedOf(world, 'catchUp.finished')).toBeGreaterThanOrEqual(3);
  });

  it('wait for their next time when their storefront cannot be opened, and are not lost', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock);
    shop.fault = () => ({ _tag: 'SourceUnreachable', message: 'no answer', cause: 'ECONNRESET' });
    const world = aLiveWorld({ clock, shops: { 'us-store': shop }, ports: { schedule } });
    await world.live(async () => {
      await world.wait(5 * minute);
      expect(world.events).toStrictEqual([]);
      shop.fault = () => undefined;
      await world.wait(2 * minute);
    });
    expect(world.events).toMatchObject([{ type: 'catchUp.finished' }]);
  });

  it('run for each of many storefronts, a few at a time', async () => {
    const clock = virtualClock();
    const shops = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`shop-${n}`, aLiveShop(clock, { account: { id: String(n) } })]),
    );
    const world = aLiveWorld({ clock, shops, ports: { schedule: { ...schedule, reconcile: null } } });
    await world.live(() => world.wait(minute));
    expect(new Set(world.events.map(({ storefront }) => storefront)).size).toBe(30);
  });

  it('forget deliveries that are too old to come again', async () => {
    const world = aLiveWorld();
    const old = instantOfMilliseconds(world.clock.now() - 20 * 24 * hour);
    const delivery = { storefront: 'us-store', deliveryId: 'old', recordId: null, isDeletion: false, receivedAt: old };
    right(await world.store.inbox.receiveDelivery(delivery)());
    await world.live(() => world.wait(minute));
    expect(right(await world.store.inbox.receiveDelivery(delivery)())).toBe(true);
  });
});
