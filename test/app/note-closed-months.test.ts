import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { noteClosedMonths } from '../../src/app/note-closed-months.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import { memoryStore } from '../support/memory-store.ts';
import { right } from '../support/right.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const busy: StoreError = { _tag: 'StoreError', problem: 'busy', message: 'another process holds it' };

describe('the closed months that a run meets', () => {
  it('are logged also while the sync database is busy: reading them is retried like in the run itself', async () => {
    const clock = virtualClock();
    const { reviews } = memoryStore();
    right(await reviews.closePeriod({ month: '2026-02', by: 'Ada', at: '2026-03-20T00:00:00Z' })());
    let looks = 0;
    const closedMonths: typeof reviews.closedPeriods = () => {
      looks += 1;
      return looks === 1 ? TE.left(busy)() : reviews.closedPeriods();
    };
    const warned: string[] = [];
    const note = noteClosedMonths({
      reviews: { closedPeriods: closedMonths },
      log: { warn: (message) => void warned.push(message) },
      clock,
      random: seededRandom(1),
    });
    const range = { from: '2026-02-10', to: '2026-02-11' };
    right(await clock.run(() => note({ range, dryRun: false })));
    expect(warned).toMatchObject([expect.stringContaining('2026-02')]);
  });
});
