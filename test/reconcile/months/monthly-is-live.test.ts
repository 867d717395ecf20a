import { describe, expect, it } from '@jest/globals';
import { paired, sized } from '../../support/size.ts';
import { checkLives, type Manner } from './check-lives.ts';

const given = process.env['LIVES_SEEDS'];
const seeds = given === undefined ? sized({ quick: [1], all: [1, 2, 3, 4] }) : given.split(',').map(Number);

const manners: readonly Manner[] = ['monthly', 'overlapping', 'in any order', 'once', 'live'];

const lives = paired(['shopify', 'stripe'] as const, sized({ quick: ['monthly', 'once'], all: manners })).flatMap(
  ([platform, manner]) => seeds.map((seed) => [platform, manner, seed] as const),
);

describe('fourteen months of sales that go on living', () => {
  it.each(lives)(
    'of %s end with the same transactions, cent for cent, when they are synced %s (%i)',
    async (platform, manner, seed) => {
      expect(await checkLives(seed, platform, manner)).toBeGreaterThan(0);
    },
    300_000,
  );
});
