import { buyerSituations } from './situations/buyers.ts';
import { channelSituations } from './situations/channels.ts';
import { discountSituations } from './situations/discounts.ts';
import { paymentSituations } from './situations/payments.ts';
import { placeSituations } from './situations/places.ts';
import { priceSituations } from './situations/prices.ts';
import { refundSituations } from './situations/refunds.ts';
import { returnAndEditSituations } from './situations/returns-and-edits.ts';
import { shapeSituations } from './situations/shapes.ts';
import type { Situation } from './situations/situation.ts';

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
];
