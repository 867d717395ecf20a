import type * as E from 'fp-ts/lib/Either.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../../domain/date-range.ts';
import type { Clock, Logger } from '../../domain/environment.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Inbox } from '../../domain/inbox.ts';
import type { SyncStore } from '../../domain/sync-store.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { RunRequest, RunStatus } from '../../domain/run.ts';
import type { ReadinessFinding, SourceConnector } from '../../mapping/source-connector.ts';
import type { HowToEnd } from '../../pipeline/run-context.ts';
import type { Explanation } from '../../reconcile/explanation.ts';
import type { ReviewUrl } from '../../reconcile/review-link.ts';
import type { Progress } from '../../pipeline/progress.ts';
import type { StoreDown } from '../web-ports.ts';

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

/** Why a request of the user did not start. No personal data. */
export interface Refused {
  readonly message: string;
}

export type LiveProgress = Pick<Progress, 'phase' | 'storefront' | 'windows' | 'listed' | 'counts' | 'stops'> & {
  readonly status: RunStatus;
};

/** How the screen starts and follows runs. */
export interface ScreenRuns {
  /** Right: its id. */
  readonly start: (request: RunRequest) => TE.TaskEither<Refused, string>;
  /** Ends it, in this process or another, after requests in progress are done. Right(false) when it had ended. */
  readonly end: (runId: string, how: HowToEnd) => TE.TaskEither<Refused, boolean>;
  /** Retries everything that failed or is held, or one line. `intoClosedPeriods`: whether the user agreed to that. */
  readonly retry: (runId: string, lineId: string | null, intoClosedPeriods: boolean) => TE.TaskEither<Refused, string>;
  /** Makes this process follow a run that several processes share. Left out where runs are not shared. */
  readonly join?: (runId: string) => Promise<void>;
  /** Undefined when this process neither runs nor follows it. */
  readonly progress: (runId: string) => LiveProgress | undefined;
  /** Why it last ended early in this process, one line per reason. Empty when it did not. */
  readonly whyEnded: (runId: string) => readonly string[];
}

/** How the screen starts and follows counts of days, which compare the platform and the service. */
export interface ScreenCounts {
  /** Right(false) when another count is running. */
  readonly begin: (storefront: string, range: DateRange) => TE.TaskEither<Refused, boolean>;
  /** The count that runs in this process; undefined if there is none. */
  readonly now: () => { readonly storefront: string; readonly range: DateRange } | undefined;
  /** Why the last count of a storefront failed in this process; undefined when it did not. */
  readonly failure: (storefront: string) => string | undefined;
}

/** What the screen can use once the sync database is open. */
export interface ScreenState {
  readonly store: Pick<SyncStore, 'findRun' | 'summarizeRun' | 'findLines' | 'readCheckpoint'>;
  readonly reviews: ReviewStore;
  readonly inbox: Pick<Inbox, 'saveResolution' | 'resolutions' | 'enqueue' | 'state'>;
  /** Where to review transactions: see `reviewLink`. */
  readonly reviewUrl: ReviewUrl;
  /** Since when the service gives no clear response; null while it does. */
  readonly unreachableSince: () => Instant | null;
  /** Limit of the API key; null when it is learned. */
  readonly requestsPerMinute: number | null;
  readonly explain: (storefront: string, sourceId: string) => TE.TaskEither<Refused, Explanation>;
  /** Whether the service accepts the API key. */
  readonly checkService: T.Task<ReadinessFinding>;
}

export interface ScreenPorts {
  readonly authorize: Authorize;
  /** Origins that may show the screen in a frame, such as `https://admin.shopify.com`. None when empty. */
  readonly frameAncestors: readonly string[];
  /** In order of precedence. */
  readonly storefronts: () => readonly string[];
  /** The storefront of this name, or those of this shop or account. */
  readonly storefrontsOf: (nameOrAccount: string) => readonly string[];
  /** Months are closed for all storefronts together, so a user who does not see all may not close one. */
  readonly mayCloseMonths: boolean;
  readonly connectorOf: (storefront: string) => SourceConnector | undefined;
  /** The account that a storefront belongs to. */
  readonly accountOf: (storefront: string) => string;
  /** For a user, that of their account. */
  readonly opened: (account?: string) => Promise<E.Either<StoreDown, ScreenState>>;
  readonly runs: ScreenRuns;
  /** Starts processing of a storefront's new resync requests, if this process takes live sales. */
  readonly wake: (storefront: string) => void;
  readonly counts: ScreenCounts;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds between two events of a page that follows a run. */
  readonly eventInterval: number;
  /** Milliseconds between two checks of the user's access while a page follows a run. */
  readonly authorizeInterval: number;
}
