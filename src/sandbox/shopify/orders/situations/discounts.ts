import type { Situation } from './situation.ts';
import { onePan, oneThrow, standardShipping, threeCarafes, twoMugs } from './shop-lines.ts';

const free = { ...standardShipping, discount: standardShipping.price };

export const discountSituations: readonly Situation[] = [
  {
    name: 'discount on a line',
    change: () => ({ lines: [{ ...threeCarafes, discount: 1000n }, twoMugs], orderDiscount: 0n, discountCodes: [] }),
  },
  {
    name: 'discount on the order, spread over its lines',
    change: () => ({ lines: [threeCarafes, onePan, twoMugs], orderDiscount: 1001n, discountCodes: ['TENOFF'] }),
  },
  {
    name: 'discount on shipping',
    change: () => ({ lines: [onePan], shipping: [free], orderDiscount: 0n, discountCodes: ['FREESHIP'] }),
  },
  {
    name: 'discounts on lines, order and shipping at once',
    change: () => ({
      lines: [{ ...threeCarafes, discount: 777n }, twoMugs, oneThrow],
      shipping: [{ ...standardShipping, discount: 295n }],
      orderDiscount: 2003n,
      discountCodes: ['ALLOFIT'],
    }),
  },
  {
    name: 'a price that does not divide by its quantity',
    change: () => ({ lines: [{ ...threeCarafes, discount: 1n }], orderDiscount: 0n, discountCodes: [] }),
  },
  {
    name: 'zero-value order',
    change: (ordinary) => ({
      lines: [{ ...twoMugs, discount: 2900n }],
      shipping: [free],
      orderDiscount: 0n,
      discountCodes: ['ALLFREE'],
      payment: { ...ordinary.payment, status: null },
    }),
  },
];
