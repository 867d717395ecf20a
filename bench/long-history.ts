import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FarSide } from './far-side/start.ts';
import { runClient } from './client/run.ts';
import type { Measurement } from './measurement.ts';
import { concurrency, type Plan } from './plan.ts';
import { ratioOf, type Row } from './row.ts';

const megabytes = ({ peakRssKb }: Measurement): number => peakRssKb / 1024;

/** What it costs to look at a history again, beside what it cost the first time. */
const rerun = (what: string, again: Measurement, first: Measurement, asked: string): Row => ({
  what,
  ratio: ratioOf(again.cpuUs / again.orders, first.cpuUs / first.orders),
  goal: '',
  measured: `${(again.cpuUs / again.orders).toFixed(0)} µs an order, ${(again.wallMs / 1000).toFixed(0)} s, ${megabytes(again).toFixed(0)} MB; ${again.pushed} pushed, ${again.alreadyPresent} already present`,
  'compared with': `first run ${(first.cpuUs / first.orders).toFixed(0)} µs an order; the service was asked for ${asked}`,
});

/**
 * Memory of a short and of a long history, each in a process of its own from its start to its end; then the long one
 * again, wholly present, with its sync database and without it.
 */
export const longHistory = async (farSide: FarSide, folder: string, plan: Plan): Promise<readonly Row[]> => {
  const store = join(folder, 'long.db');
  const run = (path: string): Promise<Measurement> =>
    runClient('sync', { origin: farSide.origin, store: path, concurrency, warmsUp: false });

  await farSide.begin({ warmUp: 0, measured: plan.few });
  const few = await run(join(folder, 'short.db'));
  await farSide.begin({ warmUp: 0, measured: plan.many });
  const many = await run(store);
  const afterFirst = await farSide.counts();
  const again = await run(store);
  const afterAgain = await farSide.counts();
  for (const end of ['', '-wal', '-shm']) rmSync(`${store}${end}`, { force: true });
  const withoutBook = await run(store);
  const afterAll = await farSide.counts();
  const asked = (before: typeof afterFirst, after: typeof afterFirst): string =>
    `${after.listed - before.listed} pages of its list and ${after.questions - before.questions} single transactions`;

  return [
    {
      what: `(b) peak RSS at ${plan.many} orders`,
      ratio: ratioOf(megabytes(many), megabytes(few)),
      goal: '<= 1.10 x, 200 MB',
      measured: `${megabytes(many).toFixed(0)} MB`,
      'compared with': `${megabytes(few).toFixed(0)} MB at ${plan.few} orders`,
    },
    rerun(`(c) ${plan.many} orders, all present`, again, many, asked(afterFirst, afterAgain)),
    rerun('    the same without the sync database', withoutBook, many, asked(afterAgain, afterAll)),
  ];
};
