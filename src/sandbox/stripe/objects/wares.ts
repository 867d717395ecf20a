/** Something that the sample account sells; `price` in cents. */
export interface Ware {
  readonly name: string;
  readonly product: string;
  readonly price: number;
}

/** The tax codes of its products; where there is none, the account's preset code applies. */
export const taxCodes: Readonly<Record<string, string | null>> = {
  prod_SbxKit: 'txcd_99999999',
  prod_SbxWorkshop: null,
  prod_SbxBook: 'txcd_35010000',
  prod_SbxSeat: 'txcd_10103001',
};

/** Sold once. */
export const wares: readonly [Ware, ...Ware[]] = [
  { name: 'Bread baking kit', product: 'prod_SbxKit', price: 4950 },
  { name: 'Sourdough workshop', product: 'prod_SbxWorkshop', price: 12_000 },
  { name: 'Kitchen scale', product: 'prod_SbxScale', price: 3299 },
  { name: 'Proofing basket', product: 'prod_SbxBasket', price: 1999 },
  { name: 'Recipe book', product: 'prod_SbxBook', price: 2495 },
  { name: 'Linen cloth', product: 'prod_SbxCloth', price: 1333 },
];

/** Billed month by month. */
export const plans: readonly [Ware, ...Ware[]] = [
  { name: 'Flour club', product: 'prod_SbxFlour', price: 2900 },
  { name: 'Coffee club', product: 'prod_SbxCoffee', price: 3850 },
  { name: 'Bakery software, one seat', product: 'prod_SbxSeat', price: 7900 },
];
