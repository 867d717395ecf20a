import { historyOf } from '../../shopify/orders/history-of.ts';
import { recipeOf } from '../../shopify/orders/recipe-of.ts';
import { situationOf } from '../../shopify/orders/situation-of.ts';
import type { SampleSize } from '../../shopify/orders/sold-at.ts';
import { totalsOf } from '../../shopify/orders/totals.ts';
import { addressIn, blankAddress } from '../objects/people.ts';
import type { Json } from '../objects/stripe-object.ts';

/** An order of the sample shop, as the payment account saw it. */
export interface ShopOrder {
  readonly id: string;
  readonly name: string;
  /** Unix seconds. */
  readonly soldAt: number;
  /** Cents, tax included. */
  readonly total: number;
  readonly paymentId: string | null;
  readonly shipTo: Json;
}

/** The order of an index as it was sold; undefined when the sample shop has fewer orders. */
export const shopOrder = (shop: SampleSize, index: number): ShopOrder | undefined => {
  if (index >= shop.orders) return undefined;
  const recipe = recipeOf(shop, index);
  const { shipTo, taxedIn } = recipe;
  return {
    id: String(recipe.id),
    name: recipe.name,
    soldAt: recipe.soldAt / 1000,
    total: Number(totalsOf(historyOf(recipe)).original.total),
    paymentId: recipe.payment.paymentId,
    shipTo: shipTo === null ? blankAddress : addressIn({ place: shipTo, jurisdiction: taxedIn }),
  };
};

const maxOrders = 1000;

/** The index of the first order of a situation. */
export const orderInSituation = (name: string): number =>
  Array.from({ length: maxOrders }, (_, index) => index).find((index) => situationOf(index) === name) ?? maxOrders;
