/** The shape of the texts about a reason or finding, so that every reason has all of them. */

/** One line of a picture: what it shows, its value, and whether it is the cause. */
type PictureLine = readonly [what: string, value: string, cause?: 'cause'];

/** What a bookkeeper, who cannot edit a configuration, reads about a reason or finding. */
export interface ReasonText {
  /** Default: the reason itself, which is also what is stored. */
  readonly label?: string;
  /** What to do, in a sentence that names no setting. Default: no action is needed. */
  readonly todo?: string;
  /** The same for a sale that a setting sent anyway. */
  readonly todoWhenSent?: string;
  /** Settings that decide it, for developers; shown separately. */
  readonly settings?: readonly string[];
  /** An invented sale of this kind. */
  readonly picture: readonly PictureLine[];
  /** Why it matters for sales tax. */
  readonly why: string;
  /** What to do in Shopify. Default: it does not occur there, or there is nothing to do. */
  readonly shopify?: string;
  /** The same in Stripe. */
  readonly stripe?: string;
}
