import { sampleShopId } from '../../../shopify/graphql/shop-answer.ts';
import type { Ground } from '../../objects/ground.ts';
import { paymentOf } from '../../objects/payment.ts';
import { sentTo } from '../../objects/people.ts';
import type { Json, StripeObject } from '../../objects/stripe-object.ts';
import { orderInSituation, shopOrder, type ShopOrder } from '../shop-order.ts';
import type { Situation } from '../situation.ts';

/** What Shopify writes into the metadata of a charge that it makes for an order. */
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

/** A shop without that order leaves an ordinary charge. */
const paying = (name: string, order: number, metadata: (order: ShopOrder) => Json): Situation => ({
  name,
  objects: (ground) => {
    const found = shopOrder(ground.shop, order);
    return found === undefined ? paymentOf(ground, 5000) : like(ground, found, metadata(found));
  },
});

/** Orders of the sample shop with nothing special about them, early enough for small shops to have them. */
const [first, second, third, alike] = [3, 13, 27, 40];

export const shopOrderSituations: readonly Situation[] = [
  paying("payment of the shop's fourth order", first, shopifys),
  paying("payment of another order of the shop's", second, shopifys),
  paying("payment of a third order of the shop's", third, shopifys),
  paying('payment that the shop knows by its id', orderInSituation('paid through Stripe'), () => ({})),
  paying("sale that is merely like one of the shop's", alike, () => ({})),
];
