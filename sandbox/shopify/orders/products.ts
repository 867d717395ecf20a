/** The products that the sample shop sells. */
import type { RecipeLine } from './recipe.ts';

/** A product; `price` in cents. */
interface Product {
  readonly title: string;
  readonly sku: string;
  readonly price: bigint;
  readonly taxable: boolean;
  readonly requiresShipping: boolean;
  readonly productType: string;
}

const goods = (title: string, sku: string, price: bigint, productType: string): Product => ({
  title,
  sku,
  price,
  productType,
  taxable: true,
  requiresShipping: true,
});

export const products: readonly [Product, ...Product[]] = [
  goods('Enamel mug', 'MUG-01', 1450n, 'Kitchen'),
  goods('Linen apron', 'APR-02', 3900n, 'Kitchen'),
  goods('Cast iron pan', 'PAN-10', 6495n, 'Kitchen'),
  goods('Beeswax candle', 'CAN-03', 1899n, 'Home'),
  goods('Wool throw', 'THR-07', 11900n, 'Home'),
  goods('Oak cutting board', 'BRD-05', 4750n, 'Kitchen'),
  goods('Notebook, dotted', 'NOT-01', 1299n, 'Paper'),
  goods('Fountain pen', 'PEN-04', 2995n, 'Paper'),
  goods('Canvas tote', 'TOT-02', 2200n, 'Bags'),
  goods('Travel backpack', 'BAG-09', 12900n, 'Bags'),
  goods('Cotton T-shirt', 'TEE-01', 2499n, 'Clothing'),
  goods('Rain jacket', 'JKT-08', 8999n, 'Clothing'),
  goods('Glass carafe', 'CRF-06', 3333n, 'Kitchen'),
  goods('Desk lamp', 'LMP-03', 5475n, 'Home'),
  { ...goods('Whole bean coffee', 'COF-12', 1675n, 'Groceries'), taxable: false },
  { ...goods('Loose leaf tea', 'TEA-05', 999n, 'Groceries'), taxable: false },
];

/** A download, which is not shipped. */
export const download: Product = {
  ...goods('Bread baking course (video)', 'VID-01', 4900n, 'Digital'),
  requiresShipping: false,
};

/** A line with this quantity of a product, without a discount. */
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
