import { allSituations } from './all-situations.ts';
import type { Situation } from './situation.ts';

const first = 1;
const stride = 2;

/** The situation of an index; undefined for the ordinary sales between and after them. */
export const situationAt = (index: number): Situation | undefined =>
  index < first || (index - first) % stride !== 0 ? undefined : allSituations[(index - first) / stride];

/** The index of the last situation: a sample of more sales than this holds all of them. */
export const lastSituation = first + stride * (allSituations.length - 1);
