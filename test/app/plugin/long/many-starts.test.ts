import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { fieldOf } from '../../../../src/domain/fields.ts';
import { aPostgres } from '../../../support/a-postgres.ts';
import { plugins } from '../../../support/a-plugin.ts';

// What is over the database ends before it does.
const aPlugin = plugins();
const postgres = aPostgres();

const count = 300;

/** Days of their own, so that each request is a separate run. */
const rangeOf = (index: number): { readonly from: string; readonly to: string } => {
  const day = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
  return { from: day, to: day };
};

describe('300 historical syncs that are started at once', () => {
  it.each([
    ['left to workers', false],
    ['left to ticks', 'tick'],
  ] as const)(
    'are each recorded and answered, %s, while another transaction keeps their table for 12 seconds',
    async (_, worker) => {
      const state = await postgres().newDatabase();
      const { taxNexus } = await aPlugin({ state, worker });
      // Everything is open before the table is taken.
      const { id } = await taxNexus.historicalSync.start(rangeOf(count));
      const kept = postgres().ask(
        state,
        'do $$ begin lock table tax_nexus.run in access exclusive mode; perform pg_sleep(12); end $$',
      );
      await sleep(500);
      const answers = await Promise.allSettled(
        Array.from({ length: count }, (_, index) => taxNexus.historicalSync.start(rangeOf(index))),
      );
      await kept;
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []));
      expect(new Set(refused)).toStrictEqual(new Set());
      const ids = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []));
      expect(new Set([id, ...ids]).size).toBe(count + 1);
      const recorded = await postgres().ask(state, 'select id from tax_nexus.run');
      expect(recorded.map((row) => fieldOf(row, 'id')).toSorted()).toStrictEqual([id, ...ids].toSorted());
      await taxNexus.stop({ drainMs: 2_000 });
    },
    300_000,
  );
});
