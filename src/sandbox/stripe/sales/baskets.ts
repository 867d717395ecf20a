import type { Item } from '../objects/basket.ts';
import { type Ware, wares, plans } from '../objects/wares.ts';

const shelf = (choices: readonly [Ware, ...Ware[]], position: number): Ware => choices[position] ?? choices[0];

/** Items that situations share, so that their numbers can be followed by eye. */
export const twoKits: Item = { ware: shelf(wares, 0), quantity: 2 };
export const oneScale: Item = { ware: shelf(wares, 2), quantity: 1 };
export const threeCloths: Item = { ware: shelf(wares, 5), quantity: 3 };
export const oneWorkshop: Item = { ware: shelf(wares, 1), quantity: 1 };
export const flourClub: Item = { ware: shelf(plans, 0), quantity: 1 };
export const coffeeClub: Item = { ware: shelf(plans, 1), quantity: 1 };
export const fiveSeats: Item = { ware: shelf(plans, 2), quantity: 5 };

/** Money back for the unused days of a plan. */
export const unused = (item: Item, amount: number): Item => ({
  ware: { ...item.ware, name: `Unused time on ${item.ware.name}`, price: -amount },
  quantity: 1,
});

/** So many lines, each of another price. */
export const manyItems = (count: number): readonly Item[] =>
  Array.from({ length: count }, (_, position) => ({
    ware: { name: `Part ${position + 1}`, product: `prod_SbxPart${position + 1}`, price: 500 + 37 * position },
    quantity: 1 + (position % 3),
  }));

/** An item at another price, in the smallest unit of another currency. */
export const priced = (item: Item, price: number): Item => ({ ...item, ware: { ...item.ware, price } });
