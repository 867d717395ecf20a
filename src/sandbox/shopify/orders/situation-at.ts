import { allSituations } from './all-situations.ts';
import type { Situation } from './situations/situation.ts';

const first = 2;
const stride = 3;

/** The situation of an index; undefined for the ordinary orders between and after them. */
export const situationAt = (index: number): Situation | undefined =>
  index < first || (index - first) % stride !== 0 ? undefined : allSituations[(index - first) / stride];

/** The index of the last situation: a sample of more orders than this holds all of them. */
export const lastSituation = first + stride * (allSituations.length - 1);
