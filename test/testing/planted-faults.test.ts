import { describe, expect, it } from '@jest/globals';
import { sourceConnectorPromises } from '../../src/testing/index.ts';
import { plantedFaults } from './planted-faults.ts';
import { goodTrial, trial } from './trial-connector.ts';

type Damaged = Parameters<typeof trial>[0];

/** The promises that a connector breaks; for a damaged one, the first. */
const brokenBy = async (damaged: Damaged, limit: number): Promise<readonly string[]> => {
  const broken: string[] = [];
  for (const { sentence, check } of sourceConnectorPromises(trial(damaged))) {
    await check().catch((error: unknown) => broken.push(`${sentence}: ${error instanceof Error ? error.message : ''}`));
    if (broken.length >= limit) break;
  }
  return broken;
};

describe('the suite for connectors', () => {
  it('passes the trial connector', async () => {
    expect(await brokenBy(goodTrial, 99)).toStrictEqual([]);
  });

  it('finds at least 38 of 40 mistakes that authors make', async () => {
    const missed: string[] = [];
    for (const [name, damaged] of Object.entries(plantedFaults)) {
      if ((await brokenBy(damaged, 1)).length === 0) missed.push(name);
    }
    const planted = Object.keys(plantedFaults).length;
    expect(planted).toBeGreaterThanOrEqual(40);
    expect({ missed, found: planted - missed.length }).toStrictEqual({ missed: [], found: planted });
  }, 60_000);
});
