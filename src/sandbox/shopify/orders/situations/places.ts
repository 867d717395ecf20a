import { download } from '../products.ts';
import { lineOf } from '../line-of.ts';
import type { Place } from '../place.ts';
import type { Recipe } from '../recipe.ts';
import { townIn } from '../town-in.ts';
import type { Situation } from './situation.ts';

/** An order that goes to a town, with something amiss in its address. */
const sentTo = (state: string, amiss: Partial<Place>) => (): Partial<Recipe> => {
  const { place, jurisdiction } = townIn(state);
  return { shipTo: { ...place, ...amiss }, billTo: place, taxedIn: jurisdiction };
};

const atTheStore = (ordinary: Recipe): Partial<Recipe> => ({
  shipping: [],
  shipTo: null,
  taxedIn: townIn('MA').jurisdiction,
  channel: { ...ordinary.channel, sourceName: 'pos', app: { id: '129785', name: 'Point of Sale' }, attribution: null },
  delivery: { method: 'RETAIL', location: 'store', isPointOfSale: true },
});

export const placeSituations: readonly Situation[] = [
  { name: 'point of sale', change: (ordinary) => ({ ...atTheStore(ordinary), billTo: null }) },
  {
    name: 'picked up at a store',
    change: () => ({
      shipping: [{ title: 'Pickup at the Austin store', price: 0n, discount: 0n }],
      shipTo: null,
      billTo: townIn('NJ').place,
      taxedIn: townIn('TX').jurisdiction,
      delivery: { method: 'PICK_UP', location: 'pickup', isPointOfSale: false },
    }),
  },
  {
    name: 'picked up at a pickup point',
    change: (ordinary) => ({ delivery: { ...ordinary.delivery, method: 'PICKUP_POINT' } }),
  },
  {
    name: 'delivered locally',
    change: (ordinary) => ({ delivery: { ...ordinary.delivery, method: 'LOCAL' } }),
  },
  {
    name: 'digital goods only',
    change: () => ({
      lines: [lineOf(download, 1)],
      shipping: [],
      shipTo: null,
      billTo: townIn('UT').place,
      taxedIn: townIn('UT').jurisdiction,
      delivery: { method: 'NONE', location: 'warehouse', isPointOfSale: false },
    }),
  },
  { name: 'address without a ZIP', change: sentTo('TN', { zip: null }) },
  { name: 'address without a state', change: sentTo('MN', { province: null, provinceCode: null }) },
  { name: 'address whose state and ZIP disagree', change: sentTo('VA', { zip: '94103' }) },
  { name: 'ZIP with four more digits', change: sentTo('IL', { zip: '60602-1234' }) },
  {
    name: 'sent to the armed forces',
    change: () => ({
      shipTo: { ...townIn('OR').place, city: 'APO', province: 'Armed Forces Europe', provinceCode: 'AE', zip: '09012' },
      taxedIn: townIn('OR').jurisdiction,
    }),
  },
  {
    name: 'without any address',
    change: (ordinary) => ({
      shipTo: null,
      billTo: null,
      customer: null,
      taxedIn: townIn('OR').jurisdiction,
      channel: { ...ordinary.channel, sourceName: 'shopify_draft_order', app: { id: '1354745', name: 'Draft Orders' } },
    }),
  },
  {
    name: 'billing address of empty texts',
    change: (ordinary) => ({
      billTo: ordinary.shipTo && {
        ...ordinary.shipTo,
        address1: '',
        city: '',
        province: null,
        provinceCode: null,
        zip: null,
      },
    }),
  },
];
