import { simulate } from '../simulate.ts';
import type { Mutant } from './mutant.ts';

/** How a planted bug was found; `seed` is null when it was not. */
export interface Catch {
  readonly mutant: Mutant;
  readonly seed: number | null;
  /** Worlds that were lived through. */
  readonly worlds: number;
  /** The violation and its text. */
  readonly word: string;
}

/** Lives through worlds with a planted bug until it is called by its name, or until so many were tried. */
export const hunt = async (
  mutant: Mutant,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Catch> => {
  for (let seed = from; seed < from + most; seed += 1) {
    const kind = mutant.worlds ?? null;
    const { violations } = await simulate({ seed, alter: mutant.alter, kind });
    const found = violations.find(({ name }) => mutant.foundBy.includes(name));
    if (found !== undefined) return { mutant, seed, worlds: seed - from + 1, word: `${found.name}: ${found.why}` };
  }
  return { mutant, seed: null, worlds: most, word: 'not noticed' };
};
