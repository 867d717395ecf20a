import type { Situation } from './situations/situation.ts';
import { buyerSituations } from './situations/buyers.ts';
import { channelSituations } from './situations/channels.ts';
import { discountSituations } from './situations/discounts.ts';
import { paymentSituations } from './situations/payments.ts';
import { placeSituations } from './situations/places.ts';
import { priceSituations } from './situations/prices.ts';
import { refundSituations } from './situations/refunds.ts';
import { returnAndEditSituations } from './situations/returns-and-edits.ts';
import { shapeSituations } from './situations/shapes.ts';
import { whoRemitsSituations } from './situations/who-remits.ts';

const first = 2;

const stride = 3;

/** The situation of an index; undefined for the ordinary orders between and after them. */
export const situationAt = (index: number): Situation | undefined =>
  index < first || (index - first) % stride !== 0 ? undefined : allSituations[(index - first) / stride];

/** Every situation of the sample, in the order in which they come. */
export const allSituations: readonly Situation[] = [
  ...discountSituations,
  ...priceSituations,
  ...paymentSituations,
  ...refundSituations,
  ...returnAndEditSituations,
  ...buyerSituations,
  ...channelSituations,
  ...placeSituations,
  ...shapeSituations,
  ...whoRemitsSituations,
];

/** The index of the last situation: a sample of more orders than this holds all of them. */
export const lastSituation = first + stride * (allSituations.length - 1);
