import { join } from 'node:path';
import type { FarSide } from './far-side/start.ts';
import { type Kind, runClient } from './client/run.ts';
import type { Measurement } from './measurement.ts';
import { median } from './median.ts';
import { bareConcurrency, concurrency, type Plan } from './plan.ts';
import { ratioOf, type Row } from './row.ts';

const cpuOf = ({ cpuUs, orders }: Measurement): number => cpuUs / orders;
const shown = (values: readonly number[]): string =>
  `${median(values).toFixed(0)} µs (${Math.min(...values).toFixed(0)}-${Math.max(...values).toFixed(0)})`;

/** Milliseconds before each answer of the service. */
const latency = 20;

const kinds = ['bare', 'durable', 'sync', 'hosted'] as const;
const isOurs = (kind: Kind): boolean => kind === 'sync' || kind === 'hosted';

/** CPU per order of the whole sync, beside bare loops over the same orders, in turns. */
export const compareCpu = async (farSide: FarSide, folder: string, plan: Plan): Promise<readonly Row[]> => {
  const all: Readonly<Record<Kind, Measurement[]>> = { bare: [], durable: [], sync: [], hosted: [] };
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const kind of kinds) {
      await farSide.begin({ ...plan, latency });
      const store = join(folder, `${kind}-${round}.db`);
      const most = isOurs(kind) ? concurrency : bareConcurrency;
      all[kind].push(await runClient(kind, { origin: farSide.origin, store, concurrency: most, warmsUp: true }));
    }
  }
  const [bare, durable] = [all.bare.map(cpuOf), all.durable.map(cpuOf)];
  const [sync, hosted] = [all.sync.map(cpuOf), all.hosted.map(cpuOf)];
  const rateOf = ({ orders, wallMs }: Measurement): number => (orders * 1000) / wallMs;
  const rss = (of: readonly Measurement[]): string => `${median(of.map((one) => one.peakRssKb / 1024)).toFixed(0)} MB`;
  return [
    {
      what: '(a) CPU per order, whole historical sync',
      ratio: ratioOf(median(sync), median(bare)),
      goal: '<= 2.8 x',
      measured: shown(sync),
      'compared with': `bare loop ${shown(bare)}`,
    },
    {
      what: "    in a host's process, with Node's own heap",
      ratio: ratioOf(median(hosted), median(bare)),
      goal: '<= 2.8 x',
      measured: `${shown(hosted)}, ${median(all.hosted.map(rateOf)).toFixed(0)}/s, peak RSS ${rss(all.hosted)}`,
      'compared with': `bare loop ${shown(bare)}`,
    },
    {
      what: '    beside a bare loop with a durable state',
      ratio: ratioOf(median(sync), median(durable)),
      goal: '',
      measured: shown(sync),
      'compared with': `bare loop and bare SQLite ${shown(durable)}`,
    },
    {
      what: '    orders per second (wall)',
      ratio: ratioOf(median(all.sync.map(rateOf)), median(all.bare.map(rateOf))),
      goal: '',
      measured: `${median(all.sync.map(rateOf)).toFixed(0)}/s, peak RSS ${rss(all.sync)}`,
      'compared with': `bare loop ${median(all.bare.map(rateOf)).toFixed(0)}/s, ${rss(all.bare)}, ${bareConcurrency} at a time; a ${latency} ms service`,
    },
  ];
};
