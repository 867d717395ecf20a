import { describe, expect, it } from '@jest/globals';
import { hunt } from '../mutants/hunt.ts';
import { mutants } from '../mutants/mutants.ts';

/** A night hunts them all: `npm run campaigns -- mutants`. */
const oneOf = 8;

describe('planted bugs', () => {
  it('are many, and each has a name of its own', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(30);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it.each(mutants.filter((_, index) => index % oneOf === 0))(
    '$name: is found by name',
    async (mutant) => {
      const { seed, word } = await hunt(mutant, { from: 16, most: 150 });
      expect({ seed, word }).not.toMatchObject({ seed: null });
    },
    300_000,
  );
});
