/** One line of an order before anything is computed. Money in minor units of the order's currency. */
export interface RecipeLine {
  readonly kind: 'goods' | 'gift card' | 'tip';
  readonly title: string;
  readonly sku: string | null;
  readonly productType: string;
  readonly unitPrice: bigint;
  readonly quantity: number;
  /** Off the whole line. */
  readonly discount: bigint;
  readonly taxable: boolean;
  readonly requiresShipping: boolean;
  readonly duty: bigint;
  readonly bundle: string | null;
}
