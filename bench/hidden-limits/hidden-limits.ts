import * as O from 'fp-ts/lib/Option.js';
import { defaultConcurrency } from '../../src/app/configuration/service-settings.ts';
import { makeRequestPacer } from '../../src/pipeline/rate-limit/request-pacer.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { virtualClock } from '../../test/support/virtual-clock.ts';
import { median } from '../median.ts';
import type { Row } from '../row.ts';
import { bestSchedule } from './best-schedule.ts';
import { drive, type Driven } from './drive.ts';
import { knownBeforehand } from './known-beforehand.ts';
import { models } from './models.ts';
import type { MakeModel } from './service-model.ts';

/** Others than those by which the pace was chosen. */
const seeds = [11, 12, 13, 14, 15];
/** As the configuration has it by default. */
const most = defaultConcurrency;
const goal = '>= 90 %, < 1 %';

const capped = 'sixteen requests at a time';

/** Limits that no steady rate uses to nine tenths, and the virtual seconds in which the best steady rate is looked for. */
const bounded: Readonly<Record<string, number>> = {
  'token bucket shared with a foreign client': 600,
  [capped]: 20,
};

/** Two virtual minutes of a client that has always something to send; the second one is counted. */
const driveOnce = (make: MakeModel, seed: number): Promise<Driven> => {
  const clock = virtualClock();
  const random = seededRandom(seed);
  const pace = makeRequestPacer({ clock, random, requestsPerMinute: O.none, concurrency: most });
  return clock.run(() =>
    drive({ clock, random, service: make(random), pace, workers: most, countedFrom: 60_000, until: 120_000 }),
  );
};

/** How much of a limit that the service does not tell is used, and how often it has to refuse. In virtual time. */
export const hiddenLimits = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const [name, make] of Object.entries(models)) {
    const all: Driven[] = [];
    for (const seed of seeds) all.push(await driveOnce(make, seed));
    const of = (value: (one: Driven) => number): number => median(all.map(value));
    const bound = bounded[name];
    const best = bound === undefined ? '' : `; known beforehand ${(await knownBeforehand(make, bound)).toFixed(0)} %`;
    const uneven = name === capped ? `, at uneven times ${bestSchedule(16).toFixed(0)} %` : '';
    rows.push({
      what: `hidden limit: ${name}`,
      ratio: `${of(({ percentOfLimit }) => percentOfLimit).toFixed(0)} %`,
      goal,
      measured: `${of(({ percentPutOff }) => percentPutOff).toFixed(2)} % put off`,
      'compared with': `latency ${of(({ medianLatency }) => medianLatency).toFixed(0)} ms, p99 ${of(({ slowestLatency }) => slowestLatency).toFixed(0)} ms${best}${uneven}`,
    });
  }
  return rows;
};
