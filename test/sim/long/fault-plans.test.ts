import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Site } from '../faults/faults.ts';
import type { PlannedFault } from '../faults/planned.ts';
import { sized } from '../../support/size.ts';
import { mutants } from '../mutants/mutants.ts';
import { pushFaults } from '../world/service/service-faults.ts';
import { simulate, type SimulationOptions } from '../simulate.ts';

const site = fc.constantFrom<Site>(
  'push',
  'find',
  'list',
  'shopify',
  'bulk',
  'result',
  'stripe',
  'webhook',
  'change',
  'book',
  'life',
  'commit',
  'nemesis',
  'death',
);

const fault: fc.Arbitrary<PlannedFault> = fc.record({
  site,
  pass: fc.integer({ min: 0, max: 25 }),
  choice: fc.integer({ min: 0, max: 12 }),
});

const plans = fc.record({ seed: fc.integer({ min: 1, max: 1_000_000 }), plan: fc.array(fault, { maxLength: 12 }) });

const isWhole = async (options: SimulationOptions): Promise<boolean> =>
  (await simulate(options)).violations.length === 0;

describe('a list of faults', () => {
  it('breaks no world, whatever it says', async () => {
    await fc.assert(fc.asyncProperty(plans, isWhole), {
      numRuns: sized({ quick: 3, all: 20 }),
      seed: 20_261_122,
      plugins: [fc.interruptAfterTimeLimit(60_000)],
    });
  }, 120_000);

  it('is shrunk to the one that matters when something breaks', async () => {
    const mutant = mutants.find(({ name }) => name === 'any 200 is a success');
    const alter = mutant?.alter ?? {};
    const noise: readonly PlannedFault[] = [0, 1, 2].map((pass) => ({ site: 'find', pass, choice: 4 }));
    const culprit: PlannedFault = { site: 'push', pass: 0, choice: pushFaults.indexOf('garbage before') };
    const result = await fc.check(
      fc.asyncProperty(fc.subarray([...noise, culprit], { minLength: 1 }), (plan) => isWhole({ seed: 1, plan, alter })),
      { numRuns: 12, seed: 1 },
    );
    expect(result.counterexample).toStrictEqual([[culprit]]);
  }, 120_000);
});
