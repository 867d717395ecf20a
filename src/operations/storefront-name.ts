/** Types for the names of storefronts, so that the compiler finds a name that is neither configured nor added at run time. */
declare const added: unique symbol;

/** The name of a storefront that was added at run time: the result of `storefronts.add`, or found by `storefronts.find`. */
export type AddedStorefront = string & { readonly [added]: true };

/** A configured or added name. Any other text is a compile error. */
export type StorefrontName<Configured extends string> = Configured | AddedStorefront;

/** A run that was started. */
export interface RunHandle {
  /** For `watch`, `report`, `retry`, `pause` and `cancel`. */
  readonly id: string;
}
