import { amountSituations } from './situations/amounts.ts';
import { asChargedSituations } from './situations/as-charged.ts';
import { partySituations, whoRemitsSituations } from './situations/parties.ts';
import { paymentSituations } from './situations/payments.ts';
import { placeSituations } from './situations/places.ts';

const first = 2;
const stride = 3;

/** The situation of an index, its name and its change; undefined for the ordinary orders between and after them. */
export const situationAt = (index: number): (typeof allSituations)[number] | undefined =>
  index < first || (index - first) % stride !== 0 ? undefined : allSituations[(index - first) / stride];

/** Every situation of the sample, in the order in which they come. */
export const allSituations = [
  amountSituations,
  paymentSituations,
  partySituations,
  placeSituations,
  whoRemitsSituations,
  asChargedSituations,
].flatMap((table) => Object.entries(table));

/** The index of the last situation: a sample of more orders than this holds all of them. */
export const lastSituation = first + stride * (allSituations.length - 1);

/**
 * What is special about the sample order of an index; `ordinary` for most of them.
 *
 * @example
 * situationOf(2) // 'discount on a line'
 */
export const situationOf = (index: number): string => situationAt(index)?.[0] ?? 'ordinary';
