import { startPostgres } from '../../test/support/start-postgres.ts';
import type { FarSide } from '../far-side/start.ts';
import { median } from '../median.ts';
import { ratioOf, type Row } from '../row.ts';
import { type Backfill, backfill, type BackfillPlan } from './backfill.ts';

const ways = [
  { workers: 1, kills: false },
  { workers: 2, kills: false },
  { workers: 4, kills: false },
  { workers: 4, kills: true },
] as const;

const rateOf = ({ orders, wallMs }: Backfill): number => (orders * 1_000) / wallMs;

/**
 * A history of four storefronts by one, two and four workers, each at one storefront at a time with a few pushes at a time:
 * the service's latency is what limits them, so that two cores can show whether workers get in each other's way.
 */
export const compareWorkers = async (
  farSide: FarSide,
  { rounds, ...plan }: BackfillPlan & { readonly rounds: number },
): Promise<readonly Row[]> => {
  const postgres = await startPostgres(true);
  const all: Backfill[][] = ways.map(() => []);
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { workers, kills }] of ways.entries()) {
        all[index]?.push(await backfill(farSide, await postgres.newDatabase(), plan, workers, kills));
      }
    }
  } finally {
    await postgres.stop();
  }
  const rates = all.map((measured) => median(measured.map(rateOf)));
  return ways.map(({ workers, kills }, index) => {
    const [one] = all[index] ?? [];
    const again = (one?.pushes ?? 0) - (one?.stored ?? 0);
    const failed = all[index]?.reduce((sum, round) => sum + round.failed, 0) ?? 0;
    return {
      what: `${index === 0 ? '(h)' : '   '} backfill on PostgreSQL, ${workers} worker${workers === 1 ? '' : 's'}${kills ? ', one killed' : ''}`,
      ratio: ratioOf(rates[index] ?? Number.NaN, rates[0] ?? Number.NaN),
      goal: '',
      measured: `${(rates[index] ?? Number.NaN).toFixed(0)} orders/s; ${one?.stored ?? 0} sent, ${failed} failed, ${again} pushed twice`,
      'compared with': `one worker; ${plan.concurrency} pushes at a time for each, a ${plan.latency} ms service`,
    };
  });
};
