import { describe, expect, it } from '@jest/globals';
import { sized } from '../../support/size.ts';
import { checkLives, type Manner } from './check-lives.ts';

const given = process.env['LIVES_SEEDS'];
const seeds = given === undefined ? sized({ quick: [1], all: [1, 2, 3, 4] }) : given.split(',').map(Number);

const manners: readonly Manner[] = ['monthly', 'overlapping', 'in any order', 'once', 'live'];

describe.each(['shopify', 'stripe'] as const)('fourteen months of %s, whose sales go on living', (platform) => {
  it.each(seeds.flatMap((seed) => manners.map((manner) => [manner, seed] as const)))(
    'end with the same transactions, cent for cent, when they are synced %s (%i)',
    async (manner, seed) => {
      expect(await checkLives(seed, platform, manner)).toBeGreaterThan(0);
    },
    300_000,
  );
});
