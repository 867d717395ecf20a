/** One tax as it stands on an order; `rate` in hundred-thousandths, 8875 is 8.875 %. */
export interface Rate {
  readonly title: string;
  readonly rate: number;
}

/** Where a sale is taxed, and how. Rates are plausible, not current: nothing is computed from them outside of the sandbox. */
export interface Jurisdiction {
  readonly rates: readonly Rate[];
  readonly taxesShipping: boolean;
}

export const noTax: Jurisdiction = { rates: [], taxesShipping: false };
