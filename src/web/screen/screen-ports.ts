import type { OperationPorts } from '../../operations/ports.ts';

/** A page of Shopify's admin that shows the screen in a frame. There, browsers send no cookies. */
export interface ScreenFrame {
  /** Origins that may show the screen to this user in a frame; the option `frameAncestors` does not count for them. */
  readonly ancestors: readonly string[];
  /** The app's client id. */
  readonly clientId: string;
  /** Address of App Bridge, the only foreign script of the page. */
  readonly script: string;
}

/** The user of the screen, as the host names them. */
export interface ScreenUser {
  /** Appears on notes and sign-offs. */
  readonly name: string;
  /**
   * The storefronts that the user may see, by their names, shop domains or account ids; runs that include another one are not
   * shown. Default: all.
   */
  readonly storefronts?: readonly string[];
  /**
   * The account that the screen shows, of those that the option `accounts` knows. Default: that of the storefronts that the user
   * may see, if they are of one. Without one there is nothing to see.
   */
  readonly account?: string;
  /** Set by `shopifyAdminUser`: links and forms then carry a token instead of a cookie. Default: none. */
  readonly frame?: ScreenFrame;
}

/**
 * The host decides who may open the screen. Null (or anything without a name) gives 403. A response, such as a redirect to the
 * sign-in page, is sent as it is.
 */
export type Authorize = (request: Request) => ScreenUser | Response | null | Promise<ScreenUser | Response | null>;

/** The operations, for whom the host names. */
export interface ScreenPorts extends OperationPorts {
  readonly authorize: Authorize;
  /** Origins that may show the screen in a frame, such as `https://admin.shopify.com`. None when empty. */
  readonly frameAncestors: readonly string[];
  /** Milliseconds between two events of a page that follows a run. */
  readonly eventInterval: number;
  /** Milliseconds between two checks of the user's access while a page follows a run. */
  readonly authorizeInterval: number;
}
