/** What the host app states about its user, and what the screen and the HTTP API need from the host. */
import type { Right } from '../../operations/operation.ts';
import type { OperationPorts } from '../../operations/ports.ts';

export type { Right } from '../../operations/operation.ts';

/** A page of Shopify's admin that shows the screen in a frame. There, browsers send no cookies. */
export interface ScreenFrame {
  /** Origins that may show the screen to this user in a frame; the option `frameAncestors` does not count for them. */
  readonly ancestors: readonly string[];
  /** The app's client id. */
  readonly clientId: string;
  /** Address of App Bridge, the only foreign script of the page. */
  readonly script: string;
}

/** The user of the screen and of the HTTP API, as the host names them. */
export interface ScreenUser {
  /** Appears on notes and sign-offs. */
  readonly name: string;
  /**
   * The storefronts that the user may see, by their names, shop domains or account ids; runs that include another one are not
   * shown. Default: all.
   */
  readonly storefronts?: readonly string[];
  /** The only account that the user may see, among those of the option `accounts`. */
  readonly account?: string;
  /**
   * The accounts that the user may see and choose from. Default: those of the storefronts that the user may see. Runs, months
   * and counts of others are not shown.
   */
  readonly accounts?: readonly string[];
  /** The names of businesses on pages, by account; `default` in an app with one key. Default: the account. */
  readonly accountNames?: Readonly<Record<string, string>>;
  /** What the user may do. Default: all. An empty list is answered like no user. */
  readonly may?: readonly Right[];
  /** Set by `shopifyAdminUser`: links and forms then carry a token instead of a cookie. Default: none. */
  readonly frame?: ScreenFrame;
}

/**
 * The host decides who may open the screen. Null (or anything without a name) gives 403. A response, such as a redirect to the
 * sign-in page, is sent as it is.
 */
export type Authorize = (request: Request) => ScreenUser | Response | null | Promise<ScreenUser | Response | null>;

/** The host's part of the ports. */
export interface ScreenHost extends Pick<OperationPorts, 'clock' | 'log'> {
  readonly authorize: Authorize;
  /** Origins that may show the screen in a frame, such as `https://admin.shopify.com`. None when empty. */
  readonly frameAncestors: readonly string[];
  /** Milliseconds between two events of a page that follows a run. */
  readonly eventInterval: number;
  /** Milliseconds between two checks of the user's access while a page follows a run. */
  readonly authorizeInterval: number;
}

/** The operations, for the user whom the host names. */
export interface ScreenPorts extends OperationPorts, ScreenHost {}
