/** Makes some orders of the demo so large that they reach state thresholds. */
import { seededRandom } from '../../seeded-random.ts';
import { lineOf, products } from './products.ts';
import type { Recipe } from './recipe.ts';
import { noTax, sentTo } from './us-places.ts';

/**
 * A year of these orders exceeds the thresholds of Illinois and Washington, and nearly that of Texas. The shop charges no tax in
 * Illinois, like a seller that does not know of its duty.
 */
const buyers = [
  { state: 'TX', dollars: 20_000 },
  { state: 'IL', dollars: 8000 },
  { state: 'WA', dollars: 11_500 },
] as const;

const wares = [products[0], ...products.slice(1).filter(({ taxable }) => taxable)] as const;

const stride = 6;

/** The changes for a large order of a shop or office; empty for most orders. */
export const wholesaleAt = ({ index }: Recipe): Partial<Recipe> => {
  const buyer = index % stride === 1 ? buyers[Math.floor(index / stride) % buyers.length] : undefined;
  if (buyer === undefined) return {};
  const draw = seededRandom(index, 0, 51);
  const product = draw.pick(wares);
  const cents = buyer.dollars * (92 + draw.whole(17));
  return {
    ...sentTo(buyer.state),
    lines: [lineOf(product, Math.round(cents / Number(product.price)))],
    orderDiscount: 0n,
    discountCodes: [],
    ...(buyer.state === 'IL' && { taxedIn: noTax }),
  };
};
