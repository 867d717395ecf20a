import { townIn } from '../town-in.ts';
import type { Situation } from './situation.ts';
import { giftCard, onePan, standardShipping, threeCarafes, tip, twoMugs } from './shop-lines.ts';

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
const vat = { rates: [{ title: 'VAT', rate: 20_000 }], taxesShipping: true };
const noDiscount = { orderDiscount: 0n, discountCodes: [] };

export const priceSituations: readonly Situation[] = [
  {
    name: 'prices that include tax',
    change: () => ({ ...noDiscount, lines: [threeCarafes, twoMugs], taxesIncluded: true }),
  },
  {
    name: 'prices that include tax, with discounts',
    change: () => ({ lines: [{ ...onePan, discount: 495n }, twoMugs], orderDiscount: 500n, taxesIncluded: true }),
  },
  {
    name: 'prices that include VAT, sent to London',
    change: () => ({
      ...noDiscount,
      lines: [twoMugs],
      taxesIncluded: true,
      taxedIn: vat,
      shipTo: london,
      billTo: london,
    }),
  },
  {
    name: 'sent to Canada, with HST',
    change: () => ({
      taxedIn: { rates: [{ title: 'HST', rate: 13_000 }], taxesShipping: true },
      shipTo: toronto,
      billTo: toronto,
    }),
  },
  {
    name: 'gift card sold alone',
    change: (ordinary) => ({
      ...noDiscount,
      lines: [giftCard(5000n)],
      shipping: [],
      shipTo: null,
      delivery: { ...ordinary.delivery, method: 'NONE' },
    }),
  },
  { name: 'gift card sold among goods', change: () => ({ ...noDiscount, lines: [twoMugs, giftCard(2500n)] }) },
  {
    name: 'paid with a gift card',
    change: (ordinary) => ({ lines: [onePan], payment: { ...ordinary.payment, byGiftCard: 2000n } }),
  },
  { name: 'tip, with its twin line', change: () => ({ ...noDiscount, lines: [twoMugs, tip(500n)] }) },
  { name: 'tip alone', change: () => ({ ...noDiscount, lines: [tip(700n)], shipping: [] }) },
  {
    name: 'import duties',
    change: () => ({
      ...noDiscount,
      lines: [
        { ...onePan, duty: 812n },
        { ...twoMugs, duty: 145n },
      ],
      taxedIn: { rates: [{ title: 'HST', rate: 13_000 }], taxesShipping: true },
      shipTo: toronto,
      billTo: toronto,
    }),
  },
  {
    name: 'additional fee: retail delivery fee of Colorado',
    change: () => ({
      shipTo: townIn('CO').place,
      billTo: townIn('CO').place,
      taxedIn: townIn('CO').jurisdiction,
      fees: [{ name: 'Retail Delivery Fee', amount: 29n }],
    }),
  },
  {
    name: 'cash rounding at the register',
    change: (ordinary) => ({
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
  },
  {
    name: 'kept in yen',
    change: () => ({
      ...noDiscount,
      currency: 'JPY',
      digits: 0,
      lines: [{ ...twoMugs, unitPrice: 2200n }],
      shipping: [{ ...standardShipping, price: 1200n }],
    }),
  },
  {
    name: 'paid in another currency',
    change: () => ({
      ...noDiscount,
      lines: [onePan, twoMugs],
      presentment: { currency: 'CAD', digits: 2, rate: 13_625n },
      taxedIn: { rates: [{ title: 'HST', rate: 13_000 }], taxesShipping: true },
      shipTo: toronto,
      billTo: toronto,
    }),
  },
];
