import { seededRandom } from '../../support/seeded-random.ts';
import { type MonthsWorld, withMonths } from './a-months-world.ts';
import { monthOf, spanOf } from './month-of.ts';
import { drawLives, firstDay, monthsOfLife } from './draw-lives.ts';
import { saleOf } from './draw-late.ts';
import { type Held, type HistorySale, rightAt, timesOf, wrongIn } from './history.ts';

/** How a storefront is synced over the months. */
export type Manner = 'monthly' | 'overlapping' | 'in any order' | 'once' | 'live';

const monthAt = (index: number): string => new Date(Date.UTC(2026, index, 1)).toISOString().slice(0, 7);

const secondOfNext = (index: number): string => `${monthAt(index + 1)}-02`;

const last = monthsOfLife - 1;

/** Enough for every kind of sale and change in a few histories. */
const sales = 30;

/** Something that the service must hold, and does not, or the other way around. */
class Wrong extends Error {}

/**
 * Lives through a history, synced in a manner, and compares what the service holds with what is right, to the cent.
 *
 * @returns how many transactions it holds at the end
 * @throws Wrong where the service holds anything else
 */
export const checkLives = async (seed: number, platform: HistorySale['platform'], manner: Manner): Promise<number> => {
  const random = seededRandom(seed);
  const history = drawLives(random, platform, sales, manner !== 'live' && seed % 2 === 0);
  let held: readonly Held[] = [];
  const check = async (world: MonthsWorld, until: number): Promise<void> => {
    held = await world.held(platform);
    const right = rightAt(
      history.filter(({ soldAt }) => soldAt < until),
      world.now(),
    );
    const wrong = wrongIn(right, held);
    if (wrong.length === 0) return;
    const about = [...new Set(wrong.map((text) => saleOf(history, text)))];
    const at = new Date(world.now()).toISOString().slice(0, 10);
    throw new Wrong(JSON.stringify({ seed, platform, manner, at, wrong, about: about.map(dated) }, null, 1));
  };
  const endOf = (index: number): number => spanOf(monthOf(monthAt(index))).end;
  await withMonths(
    history,
    async (world) => {
      const sync = (from: number, to: number): Promise<void> =>
        world.sync(platform, { from: `${monthAt(from)}-01`, to: monthOf(monthAt(to)).to });
      switch (manner) {
        case 'once':
          world.goTo(secondOfNext(last));
          await sync(0, last);
          break;
        case 'live':
          for (const moment of momentsOf(history)) {
            world.goTo(moment);
            await world.catchUp();
          }
          world.goTo(secondOfNext(last));
          await world.catchUp();
          break;
        case 'monthly':
        case 'overlapping':
          for (let index = 0; index <= last; index += 1) {
            world.goTo(secondOfNext(index));
            const isLong = manner === 'overlapping' && random.next() < 0.4;
            const from = isLong ? Math.floor(random.next() * (index + 1)) : index;
            if (random.next() < 0.2) await world.sync(platform, monthOf(monthAt(index)), true);
            await sync(from, index);
            await check(world, endOf(index));
          }
          break;
        case 'in any order': {
          const open = new Set(Array.from({ length: monthsOfLife }, (_, index) => index));
          for (let index = 0; index <= last; index += 1) {
            world.goTo(secondOfNext(index));
            const ready = [...open].filter((one) => one <= index);
            for (const one of ready)
              if (random.next() < 0.5) {
                await sync(one, one);
                open.delete(one);
              }
          }
          const rest = [...open].map((one) => ({ one, key: random.next() })).sort((a, b) => a.key - b.key);
          for (const { one } of rest) await sync(one, one);
        }
      }
      // Whatever the last day brought after its own sync.
      if (manner === 'in any order') await sync(last, last);
      // A server sends what was sold since the last month as well.
      await check(world, manner === 'live' ? Infinity : endOf(last));
    },
    { liveSince: manner === 'live' ? firstDay : null },
  );
  return held.length;
};

const dated = (sale: HistorySale | undefined): object =>
  JSON.parse(
    JSON.stringify(sale ?? null, (key, value: unknown) =>
      typeof value === 'number' && /At$|^at$|From$/.test(key) && Number.isFinite(value)
        ? new Date(value).toISOString()
        : value,
    ),
  ) as object;

/** Days on which something happens, each with the day after it; a server asks more often. */
const momentsOf = (history: readonly HistorySale[]): readonly string[] => {
  const end = Date.UTC(2026, monthsOfLife, 1);
  const times = history.flatMap(timesOf);
  const days = times.filter((time) => time < end).map((time) => new Date(time + 86_400_000).toISOString().slice(0, 10));
  return [...new Set(days)].sort();
};
