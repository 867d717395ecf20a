/** One line of a picture: what it shows, its value, and whether it is the cause. */
export type PictureLine = readonly [what: string, value: string, cause?: 'cause'];

/** Help for one reason or finding, for a bookkeeper. Beside it, `remedyOf` says in a sentence what to do. */
export interface ReasonHelp {
  /** An invented sale of this kind. */
  readonly picture: readonly PictureLine[];
  /** Why it matters for sales tax. */
  readonly why: string;
  /** What to do in Shopify. Default: it does not occur there, or there is nothing to do. */
  readonly shopify?: string;
  /** The same in Stripe. */
  readonly stripe?: string;
}
