/** Sample orders of special buyers and channels: resellers, exempt companies, and marketplaces that may remit the tax. */
import type { Recipe, RecipeCompany, RecipeCustomer, RecipeChannel } from '../recipe.ts';
import { sentTo } from '../us-places.ts';
import { type Situations, noDiscount, standardShipping, twoMugs } from './situation.ts';

const plain: RecipeCustomer = { taxExempt: false, taxExemptions: [], tags: [] };

const texanReseller = { ...plain, taxExemptions: ['US_TX_RESELLER_EXEMPTION'] };

/** A buyer whose order goes to a state; exempt orders have no tax. */
const buyer =
  (state: string, isTaxSkipped: boolean, customer: RecipeCustomer, company: RecipeCompany | null = null) =>
  (): Partial<Recipe> => ({ ...sentTo(state), isTaxSkipped, customer, company });

const texas: Partial<Recipe> = { ...sentTo('TX'), ...noDiscount, lines: [twoMugs], shipping: [standardShipping] };

const marketplace = { goods: true, shipping: true };
const open = { goods: null, shipping: null };

const soldThrough =
  (channel: Partial<RecipeChannel>, liable: Recipe['liable'] = marketplace) =>
  (ordinary: Recipe): Partial<Recipe> => ({
    ...texas,
    channel: { ...ordinary.channel, app: null, attribution: null, ...channel },
    liable,
  });

/** An order through a channel whose liability Shopify does not state. */
const openThrough =
  (handle: string, displayName: string) =>
  ({ channel }: Recipe): Partial<Recipe> => ({
    ...sentTo('TX'),
    lines: [twoMugs],
    channel: { ...channel, app: null, attribution: { handle, displayName } },
    liable: open,
  });

export const whoRemitsSituations: Situations = {
  'channel that may remit, and Shopify does not say': openThrough('depop', 'Depop'),
  'marketplace with its own checkout, liability open': openThrough('etsy', 'Etsy'),
  'assistant that leads to the own checkout': openThrough('chatgpt', 'ChatGPT'),
  'Shop channel, liability open': openThrough('shop', 'Shop'),
  'social channel without a checkout': openThrough('instagram', 'Instagram'),
  'untaxed, and the certificate came after the sale': () => ({
    ...sentTo('TX'),
    isTaxSkipped: true,
    isExemptSinceLater: true,
    customer: texanReseller,
  }),
};

export const partySituations: Situations = {
  'reseller with a certificate of the state it is sent to': buyer('TX', true, texanReseller),
  'reseller with a certificate of another state': buyer('OH', false, texanReseller),
  'customer marked as tax exempt without a reason': buyer('WA', true, { ...plain, taxExempt: true }),
  'customer with a tag for resale': (ordinary) => ({
    ...buyer('FL', true, { ...plain, taxExempt: true, tags: ['wholesale'] })(),
    tags: [...ordinary.tags, 'wholesale'],
  }),
  'customer with a tag of a non-profit': buyer('PA', true, { ...plain, taxExempt: true, tags: ['non-profit'] }),
  'company location with a reseller certificate': buyer('NY', true, plain, {
    taxExempt: false,
    taxExemptions: ['US_NY_RESELLER_EXEMPTION'],
  }),
  'company location without any exemption': buyer('NC', false, plain, { taxExempt: false, taxExemptions: [] }),
  'company location that pays no tax, without a reason': buyer('GA', true, plain, {
    taxExempt: true,
    taxExemptions: [],
  }),
  'no customer on the order': () => ({ customer: null }),
  'channel is liable for the tax': soldThrough({
    sourceName: '2329312',
    app: { id: '2329312', name: 'TikTok' },
    attribution: { handle: 'tiktok', displayName: 'TikTok Shop' },
  }),
  'channel is not liable': () => ({ ...texas, liable: { goods: false, shipping: false } }),
  'liability is open': () => ({ ...texas, liable: open }),
  'channel is liable for goods, not for shipping': soldThrough(
    { attribution: { handle: 'walmart', displayName: 'Walmart' } },
    { goods: true, shipping: false },
  ),
  'an app is the merchant of record': soldThrough({ merchantOfRecord: { id: '3890849', name: 'Shop' } }, open),
  'channel known by its handle': soldThrough({
    sourceName: 'amazon-us',
    sourceIdentifier: '111-9856754-0000000',
    attribution: { handle: 'amazon', displayName: 'Amazon' },
  }),
  'channel known by its source name alone': soldThrough({ sourceName: 'ebay' }),
  'marketplace that has no name': soldThrough({ sourceName: '347082227713' }),
};
