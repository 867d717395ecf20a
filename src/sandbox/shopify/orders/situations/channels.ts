import type { Recipe, RecipeChannel } from '../recipe.ts';
import { townIn } from '../town-in.ts';
import type { Situation } from './situation.ts';
import { standardShipping, twoMugs } from './shop-lines.ts';

const texas = (): Partial<Recipe> => ({
  shipTo: townIn('TX').place,
  billTo: townIn('TX').place,
  taxedIn: townIn('TX').jurisdiction,
  lines: [twoMugs],
  shipping: [standardShipping],
  orderDiscount: 0n,
  discountCodes: [],
});

const soldThrough = (ordinary: Recipe, channel: Partial<RecipeChannel>): Partial<Recipe> => ({
  ...texas(),
  channel: { ...ordinary.channel, app: null, attribution: null, ...channel },
});

const marketplace = { goods: true, shipping: true };

export const channelSituations: readonly Situation[] = [
  {
    name: 'channel is liable for the tax',
    change: (ordinary) => ({
      ...soldThrough(ordinary, {
        sourceName: '2329312',
        app: { id: '2329312', name: 'TikTok' },
        attribution: { handle: 'tiktok', displayName: 'TikTok Shop' },
      }),
      liable: marketplace,
    }),
  },
  {
    name: 'channel is not liable',
    change: () => ({ ...texas(), liable: { goods: false, shipping: false } }),
  },
  { name: 'liability is open', change: () => ({ ...texas(), liable: { goods: null, shipping: null } }) },
  {
    name: 'channel is liable for goods, not for shipping',
    change: (ordinary) => ({
      ...soldThrough(ordinary, { attribution: { handle: 'walmart', displayName: 'Walmart' } }),
      liable: { goods: true, shipping: false },
    }),
  },
  {
    name: 'an app is the merchant of record',
    change: (ordinary) => ({
      ...soldThrough(ordinary, { merchantOfRecord: { id: '3890849', name: 'Shop' } }),
      liable: { goods: null, shipping: null },
    }),
  },
  {
    name: 'channel known by its handle',
    change: (ordinary) => ({
      ...soldThrough(ordinary, {
        sourceName: 'amazon-us',
        sourceIdentifier: '111-9856754-0000000',
        attribution: { handle: 'amazon', displayName: 'Amazon' },
      }),
      liable: marketplace,
    }),
  },
  {
    name: 'channel known by its source name alone',
    change: (ordinary) => ({ ...soldThrough(ordinary, { sourceName: 'ebay' }), liable: marketplace }),
  },
  {
    name: 'marketplace that has no name',
    change: (ordinary) => ({ ...soldThrough(ordinary, { sourceName: '347082227713' }), liable: marketplace }),
  },
];
