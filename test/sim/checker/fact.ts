/** What the service must hold of one sale or refund, by its source. Money in minor units. */
export interface Content {
  readonly currency: string;
  readonly total: bigint;
  readonly tax: bigint;
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * What has to become of a fact. `sent`: the service holds it once. `never`: it must not be there. `either`: it may have
 * been sent before it vanished. `conflict`: another source wrote something else under its id or name. `refused`: the service takes no such body.
 */
export type Expectation = 'pushed' | 'never' | 'either' | 'conflict' | 'refused';

/** One economic sale or refund, as the sources know it at the end. Nothing of the product takes part in writing it. */
export interface Fact {
  /** Every source id by which it is known; two when two storefronts know the same sale. */
  readonly keys: readonly [string, ...(readonly string[])];
  /** What happens to a sale later and is pushed by itself counts as a refund: an edit as well. */
  readonly kind: 'sale' | 'refund';
  readonly expected: Expectation;
  /** Everything that it ever was, the latest last. */
  readonly versions: readonly [Content, ...(readonly Content[])];
  /** Storefronts whose history run must report it. */
  readonly inHistoryOf: readonly string[];
  /** Of a refund: the first key of its sale. */
  readonly parent: string | null;
}
