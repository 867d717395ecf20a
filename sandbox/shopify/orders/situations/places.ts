/**
 * Sample orders whose place is difficult: point of sale, pickup, missing or contradictory addresses, and unusual names and ids.
 */
import { download, lineOf, products } from '../products.ts';
import { type Place, sentTo, townIn } from '../us-places.ts';
import type { Recipe } from '../recipe.ts';
import { type Situations, onePan, standardShipping, threeCarafes, twoMugs } from './situation.ts';
import { day, orderId } from '../sample-size.ts';

/** An order that goes to a town, with something wrong in its address. */
const amiss = (state: string, wrong: Partial<Place>) => (): Partial<Recipe> => ({
  ...sentTo(state),
  shipTo: { ...townIn(state).place, ...wrong },
});

const atTheStore = (ordinary: Recipe): Partial<Recipe> => ({
  shipping: [],
  shipTo: null,
  taxedIn: townIn('MA').jurisdiction,
  channel: { ...ordinary.channel, sourceName: 'pos', app: { id: '129785', name: 'Point of Sale' }, attribution: null },
  delivery: { method: 'RETAIL', location: 'store', isPointOfSale: true },
});

export const placeSituations: Situations = {
  'point of sale': (ordinary) => ({ ...atTheStore(ordinary), billTo: null }),
  'picked up at a store': () => ({
    shipping: [{ title: 'Pickup at the Austin store', price: 0n, discount: 0n }],
    shipTo: null,
    billTo: townIn('NJ').place,
    taxedIn: townIn('TX').jurisdiction,
    delivery: { method: 'PICK_UP', location: 'pickup', isPointOfSale: false },
  }),
  'picked up at a pickup point': (ordinary) => ({ delivery: { ...ordinary.delivery, method: 'PICKUP_POINT' } }),
  'delivered locally': (ordinary) => ({ delivery: { ...ordinary.delivery, method: 'LOCAL' } }),
  'digital goods only': () => ({
    ...sentTo('UT'),
    lines: [lineOf(download, 1)],
    shipping: [],
    shipTo: null,
    delivery: { method: 'NONE', location: 'warehouse', isPointOfSale: false },
  }),
  'address without a ZIP': amiss('TN', { zip: null }),
  'address without a state': amiss('MN', { province: null, provinceCode: null }),
  'address whose state and ZIP disagree': amiss('VA', { zip: '94103' }),
  'ZIP with four more digits': amiss('IL', { zip: '60602-1234' }),
  'sent to the armed forces': () => ({
    shipTo: { ...townIn('OR').place, city: 'APO', province: 'Armed Forces Europe', provinceCode: 'AE', zip: '09012' },
    taxedIn: townIn('OR').jurisdiction,
  }),
  'without any address': (ordinary) => ({
    shipTo: null,
    billTo: null,
    customer: null,
    taxedIn: townIn('OR').jurisdiction,
    channel: { ...ordinary.channel, sourceName: 'shopify_draft_order', app: { id: '1354745', name: 'Draft Orders' } },
  }),
  'billing address of empty texts': (ordinary) => ({
    billTo: ordinary.shipTo && {
      ...ordinary.shipTo,
      address1: '',
      city: '',
      province: null,
      provinceCode: null,
      zip: null,
    },
  }),
  'more than 250 lines': () => ({
    lines: Array.from({ length: 260 }, (_, index) => lineOf(products[index % products.length] ?? products[0], 1)),
  }),
  'a name that another order has too': () => ({ name: '#1214' }),
  'a name of free text': ({ number }) => ({ name: `WEB-2026-#${number}-A` }),
  'an id beyond 2^53': ({ index }) => ({ id: orderId(index, true) }),
  'imported: sold before it was made, without a ledger': ({ soldAt }) => ({
    createdAt: soldAt + 20 * day,
    updatedAt: soldAt + 20 * day,
    hasLedger: false,
  }),
  'two shipping charges': () => ({ shipping: [standardShipping, { ...standardShipping, price: 350n }] }),
  'a bundle': () => ({
    lines: [{ ...twoMugs, bundle: 'Breakfast set' }, { ...threeCarafes, bundle: 'Breakfast set' }, onePan],
  }),
  'totals that do not add up': () => ({ misstatedBy: 137n }),
};
