import type { Content } from '../../checker/fact.ts';
import { beQuicker } from '../foreign-writer.ts';
import { drawHiddenFor } from '../hidden-for.ts';
import { drawSoldAt, isInHistory } from '../sold-at.ts';
import type { Outside, Stir } from '../world.ts';
import { changedOrder, type OrderChange, orderChanges } from './change-order.ts';
import { contentOf, drawOrder, isSale } from './draw-order.ts';
import { forgetCustomer } from './forget-customer.ts';
import { addedByEdit, agreementOf, netOf, type Order } from './order.ts';
import type { Shop } from './shop.ts';
import { shopWebhook } from './shop-webhook.ts';

const expectedOf = (order: Order): 'pushed' | 'never' => (isSale(order) ? 'pushed' : 'never');

const ring = (
  { courier, kernel, dice }: Outside,
  shop: Shop,
  orderId: string,
  topic: 'orders/updated' | 'orders/delete',
): void => {
  const eventId = `${orderId}-${kernel.now()}-${dice.int(0, 999_999)}`;
  if (!shop.isAway()) courier.deliver(shopWebhook(shop, { topic, orderId, eventId }));
};

/** The shop shows it at once, or a while after its own time stamp. */
const show = ({ kernel, dice, setting }: Outside, shop: Shop, order: Order): void =>
  shop.put({ ...order, visibleAt: kernel.now() + drawHiddenFor(dice, setting) });

interface Movement extends Pick<Content, 'total' | 'tax' | 'at'> {
  readonly id: string;
}

/** What is pushed by itself of what just happened to an order; undefined when that is nothing. */
const adjustmentBetween = (before: Order, after: Order): Movement | undefined => {
  const refund = after.refunds.length > before.refunds.length ? after.refunds.at(-1) : undefined;
  if (refund !== undefined) {
    const { id, at, line } = refund;
    return { id, at, total: -(netOf(line) + line.tax), tax: -line.tax };
  }
  const at = after.edits.length > before.edits.length ? after.edits.at(-1) : undefined;
  return at === undefined ? undefined : { id: agreementOf(after, after.edits.length), at, total: addedByEdit, tax: 0n };
};

const noteAdjustment = ({ setting, truth }: Outside, before: Order, after: Order): void => {
  const adjustment = adjustmentBetween(before, after);
  if (adjustment === undefined) return;
  if ((adjustment.total > 0n ? setting.additions : setting.refunds) === 'report') return;
  const { id, ...money } = adjustment;
  const content = { currency: after.currency, state: after.shipTo.state, ...money };
  const expected = truth.expectationOfRefund(after.id);
  truth.begin({ keys: [id], kind: 'refund', expected, versions: [content], inHistoryOf: [], parent: after.id });
};

const change = (world: Outside, shop: Shop, id: string, wanted?: OrderChange): void => {
  const { kernel, dice, faults, truth } = world;
  const order = shop.find(id);
  const what: OrderChange = wanted ?? faults.at('change', orderChanges) ?? 'touched';
  if (order?.paidWith !== null) return;
  const at = Math.floor(kernel.now() / 1_000) * 1_000;
  kernel.trace.note(kernel.now(), `${shop.storefront} ${id} is ${what}`);
  if (what === 'deleted') {
    shop.remove(id);
    truth.vanish(id);
    return ring(world, shop, id, 'orders/delete');
  }
  const after = changedOrder(dice, order, what, at);
  // It is pushed by the next reader, whatever its date: a change now is live.
  truth.touch(id, expectedOf(after), contentOf(after));
  noteAdjustment(world, order, after);
  show(world, shop, after);
  ring(world, shop, id, 'orders/updated');
};

const begin = ({ truth }: Outside, shop: Shop, order: Order, inHistory: boolean): void => {
  const isOld = inHistory && isInHistory(order.soldAt, shop.zone);
  truth.begin({
    keys: [order.id],
    kind: 'sale',
    expected: inHistory && !isOld ? 'never' : expectedOf(order),
    versions: [contentOf(order)],
    inHistoryOf: isOld ? [shop.storefront] : [],
    parent: null,
  });
};

/**
 * Everything that happens in one shop: earlier sales, new ones, changes to both, and webhooks about them. Returns
 * functions that cause changes at chosen moments.
 */
export const liveShop = (world: Outside, shop: Shop): Stir => {
  const { kernel, dice, setting } = world;
  const { old, young, troubleLasts } = setting;
  const idOf = (index: number): string => `${shop.id}${String(index).padStart(3, '0')}`;
  for (let index = 0; index < old; index += 1) {
    const order = drawOrder(dice, idOf(index), 1_001 + index, drawSoldAt(dice, shop.zone));
    shop.put(order);
    begin(world, shop, order, true);
  }
  for (let index = old; index < old + young; index += 1) {
    kernel.after(dice.int(1_000, troubleLasts), null, `${shop.storefront} sells`, () => {
      const soldAt = Math.floor(kernel.now() / 1_000) * 1_000;
      const order = drawOrder(dice, idOf(index), 1_001 + index, soldAt);
      begin(world, shop, order, false);
      show(world, shop, order);
      ring(world, shop, order.id, 'orders/updated');
      beQuicker(world, order.id);
    });
  }
  for (let changes = dice.int(0, old + young); changes > 0; changes -= 1) {
    const id = idOf(dice.chance(0.5) && young > 0 ? dice.int(old, old + young - 1) : dice.int(0, old + young - 1));
    kernel.after(dice.int(1_000, troubleLasts), null, `${shop.storefront} changes`, () => change(world, shop, id));
  }
  return {
    change: () => change(world, shop, idOf(dice.int(0, old + young - 1))),
    correct: (id) => change(world, shop, id, 'sent elsewhere'),
    forget: (id) => forgetCustomer(world, shop, id),
  };
};
