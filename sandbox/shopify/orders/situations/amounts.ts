/**
 * Sample orders whose amounts are difficult to map: discounts, included tax, gift cards, tips, duties, fees, other currencies.
 */
import {
  type Situations,
  noDiscount,
  onePan,
  oneThrow,
  standardShipping,
  threeCarafes,
  twoMugs,
  giftCard,
  tip,
} from './situation.ts';
import { sentTo, townIn } from '../us-places.ts';

const free = { ...standardShipping, discount: standardShipping.price };

const london = {
  address1: '1 CANARY_ADDR St',
  address2: null,
  city: 'London',
  province: null,
  provinceCode: null,
  zip: 'EC1A 1BB',
  countryCode: 'GB',
};
const toronto = {
  ...london,
  city: 'Toronto',
  province: 'Ontario',
  provinceCode: 'ON',
  zip: 'M5V 2T6',
  countryCode: 'CA',
};
const toCanada = {
  taxedIn: { rates: [{ title: 'HST', rate: 13_000 }], taxesShipping: true },
  shipTo: toronto,
  billTo: toronto,
};
const vat = { rates: [{ title: 'VAT', rate: 20_000 }], taxesShipping: true };

export const amountSituations: Situations = {
  'discount on a line': () => ({
    lines: [{ ...threeCarafes, discount: 1000n }, twoMugs],
    ...noDiscount,
  }),
  'discount on the order, spread over its lines': () => ({
    lines: [threeCarafes, onePan, twoMugs],
    orderDiscount: 1001n,
    discountCodes: ['TENOFF'],
  }),
  'discount on shipping': () => ({ lines: [onePan], shipping: [free], orderDiscount: 0n, discountCodes: ['FREESHIP'] }),
  'discounts on lines, order and shipping at once': () => ({
    lines: [{ ...threeCarafes, discount: 777n }, twoMugs, oneThrow],
    shipping: [{ ...standardShipping, discount: 295n }],
    orderDiscount: 2003n,
    discountCodes: ['ALLOFIT'],
  }),
  'a price that does not divide by its quantity': () => ({
    lines: [{ ...threeCarafes, discount: 1n }],
    ...noDiscount,
  }),
  'zero-value order': (ordinary) => ({
    lines: [{ ...twoMugs, discount: 2900n }],
    shipping: [free],
    orderDiscount: 0n,
    discountCodes: ['ALLFREE'],
    payment: { ...ordinary.payment, status: null },
  }),
  'prices that include tax': () => ({ ...noDiscount, lines: [threeCarafes, twoMugs], taxesIncluded: true }),
  'prices that include tax, with discounts': () => ({
    lines: [{ ...onePan, discount: 495n }, twoMugs],
    orderDiscount: 500n,
    taxesIncluded: true,
  }),
  'prices that include VAT, sent to London': () => ({
    ...noDiscount,
    lines: [twoMugs],
    taxesIncluded: true,
    taxedIn: vat,
    shipTo: london,
    billTo: london,
  }),
  'sent to Canada, with HST': () => toCanada,
  'gift card sold alone': (ordinary) => ({
    ...noDiscount,
    lines: [giftCard(5000n)],
    shipping: [],
    shipTo: null,
    delivery: { ...ordinary.delivery, method: 'NONE' },
  }),
  'gift card sold among goods': () => ({ ...noDiscount, lines: [twoMugs, giftCard(2500n)] }),
  'paid with a gift card': (ordinary) => ({ lines: [onePan], payment: { ...ordinary.payment, byGiftCard: 2000n } }),
  'tip, with its twin line': () => ({ ...noDiscount, lines: [twoMugs, tip(500n)] }),
  'tip alone': () => ({ ...noDiscount, lines: [tip(700n)], shipping: [] }),
  'import duties': () => ({
    ...noDiscount,
    lines: [
      { ...onePan, duty: 812n },
      { ...twoMugs, duty: 145n },
    ],
    ...toCanada,
  }),
  'additional fee: retail delivery fee of Colorado': () => ({
    ...sentTo('CO'),
    fees: [{ name: 'Retail Delivery Fee', amount: 29n }],
  }),
  'cash rounding at the register': (ordinary) => ({
    ...noDiscount,
    lines: [twoMugs],
    shipping: [],
    shipTo: null,
    billTo: null,
    taxedIn: townIn('MA').jurisdiction,
    cashRounding: -1n,
    payment: { ...ordinary.payment, gateway: 'cash' },
    channel: { ...ordinary.channel, sourceName: 'pos', app: { id: '129785', name: 'Point of Sale' } },
    delivery: { method: 'RETAIL', location: 'store', isPointOfSale: true },
  }),
  'kept in yen': () => ({
    ...noDiscount,
    currency: 'JPY',
    digits: 0,
    lines: [{ ...twoMugs, unitPrice: 2200n }],
    shipping: [{ ...standardShipping, price: 1200n }],
  }),
  'paid in another currency': () => ({
    ...noDiscount,
    lines: [onePan, twoMugs],
    presentment: { currency: 'CAD', digits: 2, rate: 13_625n },
    ...toCanada,
  }),
};
