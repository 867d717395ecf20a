/** The interface of an app's own list of shops or accounts, from which the plugin adds and removes storefronts while it runs. */
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../domain/errors.ts';
import type { Cursor, SharedAddress, StorefrontSource } from './source-connector.ts';

/**
 * Which storefronts of a platform exist now: the shops that have an app installed, or the accounts that are connected. The
 * running plugin adds and removes storefronts accordingly; the directory only answers.
 *
 * A webhook about an installation only makes the plugin ask the directory again, so a forged or late webhook changes nothing.
 * Creating a directory opens nothing. Each method may be called again after a failure, and several times at once.
 */
export interface StorefrontDirectory {
  /** Names it in messages, such as `Shopify sessions`. */
  readonly name: string;
  /** The last part of the webhook address that its storefronts share, such as `shopify`. */
  readonly platform: string;
  /**
   * One page of all storefronts that exist now; without a cursor the first one. After a Left, or a page that does not come, no
   * storefront is removed.
   */
  readonly readPage: (from: O.Option<Cursor>) => TE.TaskEither<SourceError, DirectoryPage>;
  /** The storefront of one shop or account, looked up now; none when it does not exist, or no longer. */
  readonly find: (account: string) => TE.TaskEither<SourceError, O.Option<ListedStorefront>>;
  /** Default: webhooks of storefronts that are not added yet, or were removed, are refused. */
  readonly webhooks?: DirectoryWebhooks;
}

/** A page of a directory, in the directory's order. */
export interface DirectoryPage {
  readonly storefronts: readonly ListedStorefront[];
  /** None on the last page. */
  readonly next: O.Option<Cursor>;
}

/** A storefront that exists now. */
export interface ListedStorefront {
  /**
   * Permanent, because it keys what is stored: made of the shop's permanent domain or the account's id alone. Up to 63 letters,
   * digits, `-` and `_`, beginning with a letter or digit.
   */
  readonly name: string;
  /** The shop's permanent domain in lower case, or the account's id. */
  readonly account: string;
  /**
   * Differs from one installation to the next, such as a digest of the token: distinguishes a shop that came back from a row that
   * was not deleted. Only `find` needs to know it. Default: unknown.
   */
  readonly installation?: string;
  /** Called when the storefront is added. Its source opens nothing until it is used. */
  readonly source: () => StorefrontSource;
}

/** How deliveries of shops or accounts that are not storefronts (yet, or any more) are received at the shared address. */
export interface DirectoryWebhooks {
  /** The shop or account that a delivery names, not verified; null when it names none. */
  readonly accountIn: SharedAddress['accountIn'];
  /**
   * The storefront that a shop or account has, had or would have, without asking whether it exists: its connector verifies the
   * delivery. None for a text that cannot be one.
   */
  readonly storefrontOf: (account: string) => O.Option<ListedStorefront>;
}
