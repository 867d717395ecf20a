import type { Product } from './products.ts';
import type { RecipeLine } from './recipe-line.ts';

/** So many of a product, without a discount. */
export const lineOf = (product: Product, quantity: number): RecipeLine => ({
  kind: 'goods',
  title: product.title,
  sku: product.sku,
  productType: product.productType,
  unitPrice: product.price,
  quantity,
  discount: 0n,
  taxable: product.taxable,
  requiresShipping: product.requiresShipping,
  duty: 0n,
  bundle: null,
});
