import type * as E from 'fp-ts/lib/Either.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../../domain/date-range.ts';
import type { Clock, Logger } from '../../domain/environment.ts';
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

/** Who looks at the screen, in the host's words; it stands under acknowledgements and sign-offs. */
export interface ScreenUser {
  readonly name: string;
}

/** Who may open the screen is the host's to say: null (or anything without a name) is answered 403. */
export type Authorize = (request: Request) => ScreenUser | null | Promise<ScreenUser | null>;

/** Why something that was asked for did not begin. For the person who asked; no personal data. */
export interface Refused {
  readonly message: string;
}

/** How far a run has come that this process is at work on. */
export type LiveProgress = Pick<Progress, 'phase' | 'storefront' | 'windows' | 'listed' | 'counts' | 'stops'> & {
  readonly status: RunStatus;
};

/** Runs as the screen starts and follows them. */
export interface ScreenRuns {
  /** Right: its id. */
  readonly start: (request: RunRequest) => TE.TaskEither<Refused, string>;
  /** Ends it in this process or in another one, what is in flight settled; Right(false) when there is nothing to end. */
  readonly end: (runId: string, how: HowToEnd) => TE.TaskEither<Refused, boolean>;
  /** Looks again at everything that failed or is held, or at one entry. `intoClosedPeriods`: whether the person agreed to it. */
  readonly retry: (runId: string, entryId: string | null, intoClosedPeriods: boolean) => TE.TaskEither<Refused, string>;
  /** Has this process follow a run that it shares with others; where runs are not shared, there is nothing to do. */
  readonly join?: (runId: string) => Promise<void>;
  /** Undefined when this process is neither at work on it nor follows it. */
  readonly progress: (runId: string) => LiveProgress | undefined;
  /** Why it last ended before its time in this process, a line each; none when it did not. */
  readonly whyEnded: (runId: string) => readonly string[];
}

/** Counts of days, at their source and at the service, as the screen begins and follows them. */
export interface ScreenCounts {
  /** Right(false) when something is being counted already. */
  readonly begin: (storefront: string, range: DateRange) => TE.TaskEither<Refused, boolean>;
  /** What this process is counting; undefined when nothing. */
  readonly now: () => { readonly storefront: string; readonly range: DateRange } | undefined;
  /** Why the last count of a storefront came to nothing in this process; undefined when it did not. */
  readonly failure: (storefront: string) => string | undefined;
}

/** What is there once the sync database is open. */
export interface ScreenState {
  readonly store: Pick<SyncStore, 'findRun' | 'summarizeRun' | 'findLines' | 'readCheckpoint'>;
  readonly reviews: ReviewStore;
  readonly inbox: Pick<Inbox, 'saveResolution' | 'resolutions' | 'enqueue' | 'state'>;
  /** Where transactions are reviewed: see `reviewLink`. */
  readonly reviewUrl: ReviewUrl;
  /** Of the service's key; null when the pace is learned. */
  readonly requestsPerMinute: number | null;
  readonly explain: (storefront: string, sourceId: string) => TE.TaskEither<Refused, Explanation>;
  /** Whether the service takes the key. */
  readonly checkService: T.Task<ReadinessFinding>;
}

/** Everything that the screen touches of the world. */
export interface ScreenPorts {
  readonly authorize: Authorize;
  /** Origins that may show the screen in a frame, such as `https://admin.shopify.com`; none when empty. */
  readonly frameAncestors: readonly string[];
  /** In order of precedence. */
  readonly storefronts: () => readonly string[];
  readonly connectorOf: (storefront: string) => SourceConnector | undefined;
  readonly opened: () => Promise<E.Either<StoreDown, ScreenState>>;
  readonly runs: ScreenRuns;
  /** Tells the live engine of this process, if it is at work, that something rang at a storefront. */
  readonly wake: (storefront: string) => void;
  readonly counts: ScreenCounts;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds between two events of a page that follows a run. */
  readonly betweenEvents: number;
  /** Milliseconds after which a page that follows a run asks again whether it may. */
  readonly betweenGuards: number;
}
