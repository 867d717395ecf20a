/** Sample Stripe payments that paid orders of the sample shop, so that one sale appears in two storefronts. */
import { historyOf } from '../../../shopify/orders/history-of.ts';
import { recipeOf } from '../../../shopify/orders/recipe-of.ts';
import { situationOf } from '../../../shopify/orders/situation-at.ts';
import type { SampleSize } from '../../../shopify/orders/sample-size.ts';
import { totalsOf } from '../../../shopify/orders/history.ts';
import {
  addressIn,
  blankAddress,
  type Json,
  type Ground,
  sentTo,
  type StripeObject,
  type Situations,
  type Objects,
} from '../../objects/ground.ts';
import { sampleShopId } from '../../../shopify/answers/shop-answers.ts';
import { paymentOf } from '../../objects/payment.ts';

/** An order of the sample shop, as the payment account saw it. */
interface ShopOrder {
  readonly id: string;
  readonly name: string;
  /** Unix seconds. */
  readonly soldAt: number;
  /** Cents, tax included. */
  readonly total: number;
  readonly paymentId: string | null;
  readonly shipTo: Json;
}

/** The order with this index as it was sold; undefined when the sample shop has fewer orders. */
const shopOrder = (shop: SampleSize, index: number): ShopOrder | undefined => {
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
const orderInSituation = (name: string): number =>
  Array.from({ length: maxOrders }, (_, index) => index).find((index) => situationOf(index) === name) ?? maxOrders;

/** The metadata that Shopify writes on a charge that it makes for an order. */
const shopifys = ({ id, name }: ShopOrder): Json => ({
  shop_id: sampleShopId,
  shop_name: 'Sample & Sons',
  order_id: id,
  order_transaction_id: `${id}980`,
  transaction_fee_total_amount: '0',
  order_name: name,
});

/** A charge of the same amount, minute and place as an order of the sample shop. */
const like = (ground: Ground, order: ShopOrder, metadata: Json): readonly StripeObject[] => {
  const { paymentId, soldAt, shipTo, total } = order;
  const both = { metadata, created: soldAt, shipping: sentTo(shipTo) };
  const named = paymentId === null ? {} : { charge: { payment_intent: paymentId }, intent: { id: paymentId } };
  return paymentOf(ground, total, { both, ...named });
};

/** Without that order in the shop, the charge is an ordinary one. */
const paying =
  (order: number, metadata: (order: ShopOrder) => Json): Objects =>
  (ground) => {
    const found = shopOrder(ground.shop, order);
    return found === undefined ? paymentOf(ground, 5000) : like(ground, found, metadata(found));
  };

/** Ordinary orders of the sample shop, with indices low enough for small shops to have them. */
const [first, second, third, alike] = [3, 13, 27, 40];

export const shopOrderSituations: Situations = {
  "payment of the shop's fourth order": paying(first, shopifys),
  "payment of another order of the shop's": paying(second, shopifys),
  "payment of a third order of the shop's": paying(third, shopifys),
  'payment that the shop knows by its id': paying(orderInSituation('paid through Stripe'), () => ({})),
  "sale that is merely like one of the shop's": paying(alike, () => ({})),
};
