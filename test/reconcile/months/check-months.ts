import { seededRandom } from '../../support/seeded-random.ts';
import { type MonthsWorld, withMonths } from './a-months-world.ts';
import { monthOf, spanOf } from './month-of.ts';
import { drawHistory } from './draw-history.ts';
import { type HistorySale, rightAt, wrongIn } from './history.ts';

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];

const secondOfNext = (month: string): string => `2026-0${Number(month.slice(5)) + 1}-02`;

/** What a person did at the service by hand. */
const spoil = async (world: MonthsWorld, platform: string, next: () => number): Promise<void> => {
  const rows = await world.held(platform);
  const row = rows[Math.floor(next() * rows.length)];
  if (row === undefined || next() < 0.5) return;
  if (next() < 0.5) world.service.remove(row.id);
  else world.service.change(row.id, { total: 1 });
};

/** How many proofs were complete, and how many had something wrong to name. */
interface Found {
  readonly complete: number;
  readonly wrong: number;
}

/** A proof that is not true. */
export class Untrue extends Error {}

/**
 * Proves each month after each monthly sync, against the checker.
 *
 * @throws Untrue where a proof says complete and the checker does not agree, or the other way around
 */
export const checkMonths = async (
  seed: number,
  platform: HistorySale['platform'],
  { isSpoilt, undoes }: { readonly isSpoilt: boolean; readonly undoes: boolean },
  alter?: Parameters<typeof withMonths>[2],
): Promise<Found> => {
  const random = seededRandom(seed);
  const history = drawHistory(random, platform, 8, undoes);
  const found = { complete: 0, wrong: 0 };
  await withMonths(
    history,
    async (world) => {
      for (const month of months) {
        world.goTo(secondOfNext(month));
        // Now and then a month is synced again from the first day on.
        const from = random.next() < 0.25 ? '2026-01-01' : `${month}-01`;
        await world.sync(platform, { from, to: monthOf(month).to });
        if (isSpoilt) await spoil(world, platform, random.next);
        for (const proved of months.filter((one) => one <= month)) {
          const proof = await world.prove(platform, monthOf(proved));
          const wrong = wrongIn(rightAt(history, world.now()), await world.held(platform), spanOf(monthOf(proved)));
          const context = { seed, platform, at: month, proved, wrong };
          if (proof.isComplete && wrong.length > 0) throw new Untrue(`untrue: ${JSON.stringify(context)}`);
          if (proof.isComplete) found.complete += 1;
          if (wrong.length > 0) found.wrong += 1;
          const tied = await world.tie(platform, proved);
          if (tied.isTied && wrong.length > 0) throw new Untrue(`tied, and untrue: ${JSON.stringify(context)}`);
        }
        const whole = wrongIn(rightAt(history, world.now()), await world.held(platform), {
          start: 0,
          end: world.now(),
        });
        for (const proved of whole.length > 0 ? [] : months.filter((one) => one <= month)) {
          const proof = await world.prove(platform, monthOf(proved));
          if (!proof.isComplete)
            throw new Untrue(
              `cries wolf: ${JSON.stringify({ seed, platform, proved, differences: proof.differences, compared: proof.compared })}`,
            );
        }
      }
    },
    alter,
  );
  return found;
};
