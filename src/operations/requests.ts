/** What most requests name. */
import type { StorefrontName } from './storefront-name.ts';

/** Which account a request is about. */
export interface OfAccount {
  /** Needed where the storefronts are of several. Default: the account of all storefronts. */
  readonly account?: string;
}

/** Storefronts of one account. */
export interface OfStorefronts<Name extends string> extends OfAccount {
  /** Default: all of the account. */
  readonly storefronts?: readonly StorefrontName<Name>[];
}
