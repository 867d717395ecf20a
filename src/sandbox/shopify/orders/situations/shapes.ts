import { day } from '../calendar.ts';
import { lineOf } from '../line-of.ts';
import { orderId } from '../order-id.ts';
import { products } from '../products.ts';
import type { Situation } from './situation.ts';
import { onePan, standardShipping, threeCarafes, twoMugs } from './shop-lines.ts';

export const shapeSituations: readonly Situation[] = [
  {
    name: 'more than 250 lines',
    change: () => ({
      lines: Array.from({ length: 260 }, (_, index) => lineOf(products[index % products.length] ?? products[0], 1)),
    }),
  },
  { name: 'a name that another order has too', change: () => ({ name: '#1001' }) },
  { name: 'a name of free text', change: ({ number }) => ({ name: `WEB-2026-#${number}-A` }) },
  { name: 'an id beyond 2^53', change: ({ index }) => ({ id: orderId(index, true) }) },
  {
    name: 'imported: sold before it was made, without a ledger',
    change: ({ soldAt }) => ({ createdAt: soldAt + 20 * day, updatedAt: soldAt + 20 * day, hasLedger: false }),
  },
  {
    name: 'two shipping charges',
    change: () => ({ shipping: [standardShipping, { ...standardShipping, price: 350n }] }),
  },
  {
    name: 'a bundle',
    change: () => ({
      lines: [{ ...twoMugs, bundle: 'Breakfast set' }, { ...threeCarafes, bundle: 'Breakfast set' }, onePan],
    }),
  },
  { name: 'totals that do not add up', change: () => ({ misstatedBy: 137n }) },
];
