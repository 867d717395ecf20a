import { describe, expect, it } from '@jest/globals';
import { checkMonths } from './check-months.ts';

const seeds = (process.env['MONTHS_SEEDS'] ?? '1,2,3').split(',').map(Number);

describe.each(['shopify', 'stripe'] as const)(
  'the proofs of months of %s that are synced on the second of the next',
  (platform) => {
    it.each(seeds)(
      'never say complete or tied where the service holds anything else than is right (%i)',
      async (seed) => {
        const found = await checkMonths(seed, platform, { isSpoilt: seed % 2 === 0, undoes: seed % 3 === 0 });
        expect(found.complete + found.wrong).toBeGreaterThan(0);
      },
      120_000,
    );
  },
);
