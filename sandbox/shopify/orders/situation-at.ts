/** Places every special situation at a fixed index of the sample, with ordinary orders in between. */
import { amountSituations } from './situations/amounts.ts';
import { asChargedSituations } from './situations/as-charged.ts';
import { partySituations, whoRemitsSituations } from './situations/parties.ts';
import { paymentSituations } from './situations/payments.ts';
import { placeSituations } from './situations/places.ts';

const first = 2;
const stride = 3;

/** The name and change of a situation; undefined for ordinary orders. */
export const situationAt = (index: number): (typeof allSituations)[number] | undefined =>
  index < first || (index - first) % stride !== 0 ? undefined : allSituations[(index - first) / stride];

/** Every situation of the sample, in the order of their indices. */
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
 * The name of the situation of a sample order; `ordinary` for most of them.
 *
 * @example
 * situationOf(2) // 'discount on a line'
 */
export const situationOf = (index: number): string => situationAt(index)?.[0] ?? 'ordinary';
