declare const added: unique symbol;

/** The name of a storefront that was added at run time: the result of `storefronts.add`, or found by `storefronts.find`. */
export type AddedStorefront = string & { readonly [added]: true };

/** A name that is configured, or was added. A text that is neither is an error of the compiler. */
export type StorefrontName<Configured extends string> = Configured | AddedStorefront;

/** A run that was started. */
export interface RunHandle {
  /** For `watch`, `report`, `retry`, `pause` and `cancel`. */
  readonly id: string;
}
