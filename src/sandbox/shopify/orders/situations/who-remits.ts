import type { Recipe, RecipeChannel } from '../recipe.ts';
import { townIn } from '../town-in.ts';
import type { Situation } from './situation.ts';
import { twoMugs } from './shop-lines.ts';

/** An order through a channel whose liability Shopify does not state. */
const openThrough =
  (handle: string, displayName: string) =>
  ({ channel }: Recipe): Partial<Recipe> => {
    const { place, jurisdiction } = townIn('TX');
    const through: RecipeChannel = { ...channel, app: null, attribution: { handle, displayName } };
    return {
      shipTo: place,
      billTo: place,
      taxedIn: jurisdiction,
      lines: [twoMugs],
      channel: through,
      liable: { goods: null, shipping: null },
    };
  };

export const whoRemitsSituations: readonly Situation[] = [
  { name: 'channel that may remit, and Shopify does not say', change: openThrough('depop', 'Depop') },
  { name: 'marketplace with its own checkout, liability open', change: openThrough('etsy', 'Etsy') },
  { name: 'assistant that leads to the own checkout', change: openThrough('chatgpt', 'ChatGPT') },
  { name: 'Shop channel, liability open', change: openThrough('shop', 'Shop') },
  { name: 'social channel without a checkout', change: openThrough('instagram', 'Instagram') },
  {
    name: 'untaxed, and the certificate came after the sale',
    change: (): Partial<Recipe> => {
      const { place, jurisdiction } = townIn('TX');
      return {
        shipTo: place,
        billTo: place,
        taxedIn: jurisdiction,
        isTaxSkipped: true,
        isExemptSinceLater: true,
        customer: { taxExempt: false, taxExemptions: ['US_TX_RESELLER_EXEMPTION'], tags: [] },
      };
    },
  },
];
