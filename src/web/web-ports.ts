/** What the webhook handler needs from the app (connectors, inbox, clock, log), and the events that it reports to the host. */
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock, Logger } from '../domain/environment.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { RawRequest, SourceConnector, WebhookMeaning } from '../mapping/source-connector.ts';

/** Why nothing can be stored. The sender is asked to retry. */
export interface StoreDown {
  readonly message: string;
}

/** What the host learns about deliveries. Ids only, never personal data. */
export type WebEvent =
  /** A delivery was rejected. The sender was not given the reason. */
  | { readonly type: 'webhook.refused'; readonly storefront: string; readonly reason: string }
  /**
   * A customer asks what is stored about these records. The sync database holds their ids, totals and state; the host
   * answers the customer.
   */
  | { readonly type: 'privacy.dataRequested'; readonly storefront: string; readonly recordIds: readonly string[] }
  /**
   * The data of records was erased because the platform asked, also from the bytes of the files. `records`: how many had any
   * data.
   */
  | { readonly type: 'privacy.erased'; readonly storefront: string; readonly records: number }
  /** The merchant removed the app, so the storefront's credentials no longer work. Remove it, or add it with new ones. */
  | { readonly type: 'storefront.uninstalled'; readonly storefront: string };

/**
 * The storefronts that may receive a delivery at the address that all storefronts of a platform share. The delivery is not
 * verified yet.
 */
export interface Addressees {
  /** The shop or account that the delivery names; null without one. */
  readonly account: string | null;
  /** The storefronts of that shop or account. */
  readonly storefronts: readonly string[];
  /** If that shop or account has no storefront: others of the platform, whose connectors know whether the delivery is genuine. */
  readonly others: readonly string[];
}

/** The result for a delivery whose shop or account has no storefront. */
export type Unlisted =
  /** Verified; the storefront was added just now, or it is a former one whose data must be erased. */
  | { readonly _tag: 'Received'; readonly storefront: string; readonly meaning: WebhookMeaning }
  /** It cannot be verified, or its shop or account does not exist. */
  | { readonly _tag: 'Unknown' }
  /** A directory did not answer in time. */
  | { readonly _tag: 'Unavailable' };

/** The effects of the handler. */
export interface WebPorts {
  /** Undefined for a name that is not configured. */
  readonly connectorOf: (storefront: string) => SourceConnector | undefined;
  /** Undefined when no storefront shares an address of this name. */
  readonly addressees: (platform: string, delivery: Pick<RawRequest, 'headers' | 'body'>) => Addressees | undefined;
  /** Asks the directories of a platform about a delivery whose shop or account has no storefront. Never rejects. */
  readonly receiveUnlisted: (platform: string, request: RawRequest) => Promise<Unlisted>;
  /** The inbox; opens it when necessary. */
  readonly inbox: TE.TaskEither<StoreDown, Inbox>;
  /** Starts processing of new resync requests now. Must not throw. */
  readonly wake: (storefront: string) => void;
  readonly onEvent: (event: WebEvent) => void;
  /** Whether deliveries can be stored now. */
  readonly isReady: () => Promise<boolean>;
  readonly clock: Clock;
  /** Calls `work` after this time, if the process still runs by then. */
  readonly later: (milliseconds: number, work: () => void) => void;
  readonly log: Logger;
}
