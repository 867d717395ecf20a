import type { Content } from '../../checker/fact.ts';
import type { Dice } from '../../kernel/dice.ts';
import { anyPlace } from '../place.ts';
import { type Order, type OrderLine, taxOf, totalOf } from './order.ts';

const drawLine = (dice: Dice, id: string, isGiftCard: boolean): OrderLine => {
  const quantity = dice.int(1, 4);
  const price = BigInt(dice.int(1, 29_999));
  const net = BigInt(quantity) * price;
  const discount = dice.chance(0.3) ? BigInt(dice.int(0, Number(net) - 1)) : 0n;
  const tax = isGiftCard || dice.chance(0.2) ? 0n : ((net - discount) * 725n) / 10_000n;
  return { id, quantity, price, discount, tax };
};

/** An order with its parts, of a given id, number and time. Most are ordinary. */
export const drawOrder = (dice: Dice, id: string, number: number, soldAt: number): Order => {
  const isGiftCard = dice.chance(0.05);
  const [first, ...others] = [1, 2, 3].slice(0, dice.int(1, 3)).map((n) => drawLine(dice, `${id}${n}`, isGiftCard));
  return {
    id,
    number,
    soldAt,
    updatedAt: soldAt,
    visibleAt: soldAt,
    currency: dice.chance(0.85) ? 'USD' : 'JPY',
    payment: dice.chance(0.88) ? 'PAID' : 'PENDING',
    isTest: dice.chance(0.05),
    isGiftCard,
    misstatedBy: dice.chance(0.05) ? 1n : 0n,
    isSpoilt: dice.chance(0.05),
    lines: [first ?? drawLine(dice, `${id}1`, isGiftCard), ...others],
    shipping: isGiftCard || dice.chance(0.4) ? 0n : BigInt(dice.int(1, 1_500)),
    shipTo: anyPlace(dice),
    isRedacted: false,
    refunds: [],
    edits: [],
    paidWith: null,
  };
};

/** What the service must be pushed of it: the sale as it was made. */
export const contentOf = (order: Order): Content => ({
  currency: order.currency,
  total: totalOf(order),
  tax: taxOf(order),
  state: order.shipTo.state,
  at: order.soldAt,
});

/** Whether it is ever to be sent, as it stands. */
export const isSale = ({ payment, isTest, isGiftCard, misstatedBy, isSpoilt }: Order): boolean =>
  payment === 'PAID' && !isTest && !isGiftCard && misstatedBy === 0n && !isSpoilt;
