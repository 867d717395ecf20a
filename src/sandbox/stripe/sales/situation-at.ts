import type { Situation } from './situation.ts';
import { barePaymentSituations } from './situations/bare-payments.ts';
import { buyerAndPlaceSituations } from './situations/buyers-and-places.ts';
import { creditNoteSituations } from './situations/credit-notes.ts';
import { currencySituations } from './situations/currencies.ts';
import { invoicePaymentSituations } from './situations/invoice-payments.ts';
import { deliveryFeeSituations } from './situations/delivery-fees.ts';
import { datedInvoiceSituations, invoiceSituations } from './situations/invoices.ts';
import { loneChargeSituations } from './situations/lone-charges.ts';
import { refundSituations } from './situations/refunds.ts';
import { sellerSituations } from './situations/sellers.ts';
import { sessionSituations } from './situations/sessions.ts';
import { shopOrderSituations } from './situations/shop-orders.ts';
import { statusSituations } from './situations/statuses.ts';

const first = 1;

const stride = 2;

/** The situation of an index; undefined for the ordinary sales between and after them. */
export const situationAt = (index: number): Situation | undefined =>
  index < first || (index - first) % stride !== 0 ? undefined : allSituations[(index - first) / stride];

/** Every situation of the sample account, in the order in which they come. */
const allSituations: readonly Situation[] = [
  ...shopOrderSituations,
  ...sessionSituations,
  ...invoiceSituations,
  ...invoicePaymentSituations,
  ...creditNoteSituations,
  ...barePaymentSituations,
  ...loneChargeSituations,
  ...statusSituations,
  ...refundSituations,
  ...sellerSituations,
  ...buyerAndPlaceSituations,
  ...currencySituations,
  ...datedInvoiceSituations,
  ...deliveryFeeSituations,
];

/** The index of the last situation: a sample of more sales than this holds all of them. */
export const lastSituation = first + stride * (allSituations.length - 1);
