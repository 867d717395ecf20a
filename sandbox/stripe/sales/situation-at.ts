/** Places every special situation at a fixed index of the sample account, with ordinary sales in between. */
import { asChargedSituations } from './situations/as-charged.ts';
import { datedInvoiceSituations, invoiceSituations } from './situations/invoices.ts';
import { partySituations } from './situations/parties.ts';
import { paymentSituations } from './situations/payments.ts';
import { currencySituations, deliveryFeeSituations, sessionSituations } from './situations/sessions.ts';
import { shopOrderSituations } from './situations/shop-orders.ts';

const first = 1;
const stride = 2;

/** The name and objects of a situation; undefined for ordinary sales. */
export const situationAt = (index: number): (typeof allSituations)[number] | undefined =>
  index < first || (index - first) % stride !== 0 ? undefined : allSituations[(index - first) / stride];

/** Every situation of the sample account, in the order of their indices. */
const allSituations = [
  shopOrderSituations,
  sessionSituations,
  invoiceSituations,
  paymentSituations,
  partySituations,
  currencySituations,
  datedInvoiceSituations,
  deliveryFeeSituations,
  asChargedSituations,
].flatMap((table) => Object.entries(table));

/** The index of the last situation: a sample of more sales than this holds all of them. */
export const lastSituation = first + stride * (allSituations.length - 1);

/**
 * The name of the situation of a sample sale; `ordinary` for most of them.
 *
 * @example
 * situationOfSale(11) // 'session with tax on top'
 */
export const situationOfSale = (index: number): string => situationAt(index)?.[0] ?? 'ordinary';
