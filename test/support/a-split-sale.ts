import { sumOfParts } from '../../src/mapping/amounts.ts';
import type { Sale, TaxAmount } from '../../src/mapping/sale.ts';
import { aLine, aSale } from './a-sale.ts';

export const taxOf = (liable: TaxAmount['liable'], amount: bigint): TaxAmount => ({ amount, liable, title: 'Tax' });

/** Goods that Walmart taxes, and shipping that the seller taxes. */
export const aSplitSale = (differences: Partial<Sale> = {}): Sale => {
  const sale = aSale({
    lines: [aLine({ taxes: [taxOf('marketplace', 725n)] })],
    shipping: [{ name: 'Standard', price: 500n, discount: 0n, taxes: [taxOf('seller', 41n)] }],
    marketplaces: [{ kind: 'channel', value: 'walmart', field: 'attribution.handle' }],
    ...differences,
  });
  return { ...sale, statedTotal: sumOfParts(sale) };
};
