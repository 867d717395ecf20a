import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { drive, type Driven } from '../../bench/hidden-limits/drive.ts';
import { models } from '../../bench/hidden-limits/models.ts';
import { makePace } from '../../src/sync/pace.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** One virtual minute to learn, twenty seconds that count; less where nothing is to be learnt. */
const under = (name: string, countedFrom = 60_000, until = 80_000): Promise<Driven> => {
  const clock = virtualClock();
  const random = seededRandom(1);
  const make = models[name];
  if (make === undefined) throw new Error(`there is no model "${name}"`);
  const pace = makePace(clock, random, O.none);
  return clock.run(() => drive({ clock, random, service: make(random), pace, workers: 32, countedFrom, until }));
};

describe('a limit that the service does not tell', () => {
  it('is found where it is a rate: nine tenths of it are used, and hardly a request is refused', async () => {
    const { percentOfLimit, percentPutOff } = await under('token bucket, 50 a second');
    expect(percentOfLimit).toBeGreaterThan(90);
    expect(percentPutOff).toBeLessThan(1);
  });

  it('is shared with a foreign client of the same key without pushing at it', async () => {
    const { percentOfLimit, percentPutOff } = await under('token bucket shared with a foreign client');
    expect(percentOfLimit).toBeGreaterThan(70);
    expect(percentPutOff).toBeLessThan(1);
  });

  it('is no obstacle where it is a queue, also while its workers are few', async () => {
    expect((await under('sixteen workers and a queue', 1_000, 6_000)).percentOfLimit).toBeGreaterThan(90);
    expect((await under('a queue whose workers change: 16, 4, 16', 36_000, 44_000)).percentOfLimit).toBeGreaterThan(90);
  });

  it('is approached with care where only so many requests are taken at a time: chance alone refuses some', async () => {
    const { percentOfLimit, percentPutOff } = await under('sixteen requests at a time', 25_000, 33_000);
    // Four fifths is what a rate that was known beforehand would get: see docs/benchmarks.md.
    expect(percentOfLimit).toBeGreaterThan(74);
    expect(percentPutOff).toBeLessThan(1);
  });
});
