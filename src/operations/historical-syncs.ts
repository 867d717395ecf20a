import type { LinesPage, LinesRequest } from './lines.ts';
import type { OpenConfirmed } from './open-matters.ts';
import type { RunProgress } from './progress.ts';
import type { Report } from '../reconcile/report.ts';
import type { DecisionNote, SignOffRecord } from './review.ts';
import type { ListedRun, RunsPage, RunsRequest } from './runs.ts';
import type { RunHandle, StorefrontName } from './storefront-name.ts';
import type { OfAccount } from './tax-nexus-operations.ts';

/** A historical sync to start: days of each storefront's own calendar, `YYYY-MM-DD`, first and last both included. */
export interface HistoricalSyncRequest<Name extends string> {
  /** Of this account. Needed where the storefronts are of several, and none is named: a sync is of one account. */
  readonly account?: string;
  /** Default: all. An empty list is refused. */
  readonly storefronts?: readonly StorefrontName<Name>[];
  /** First day, such as `2026-01-01`. */
  readonly from: string;
  /** Last day, included. */
  readonly to: string;
  /** Look, map and compare, but push nothing. Default false. */
  readonly dryRun?: boolean;
  /**
   * Send sales of closed months as well, which changes what was filed. Default false: those that the service does not hold are
   * held. It counts until the same request is made again without it.
   */
  readonly intoClosedPeriods?: boolean;
}

/** Starting, following and ending runs. */
export interface RunControls<Name extends string> {
  /**
   * Starts a run, or resumes the unfinished one of an equal request. It works in the background, or in later ticks (option
   * `worker: 'tick'`); resolves as soon as the run has an id. Later failures are reported by `watch`, the event `run.finished` and the report.
   *
   * Rejects with `RANGE` for days that cannot be parsed; with `UNKNOWN_STOREFRONT` for a name that is not configured or
   * an empty list; with `ACCOUNT` for storefronts of several accounts, or of one that gives no key; and with `RUN_ACTIVE` while an equal request with another `intoClosedPeriods` is running.
   */
  readonly start: (request: HistoricalSyncRequest<Name>) => Promise<RunHandle>;
  /**
   * How far a run has come: the state at once, then every later one until the run is over. Any number may watch, also a run
   * that is over. A run that this process neither works on nor follows gives its state once. Rejects with `UNKNOWN_RUN`.
   */
  readonly watch: (runId: string) => AsyncIterable<RunProgress>;
  /**
   * Reads the records that failed or were held again and settles them, in the background; watch it like a run. Of live sales, the
   * process that takes the webhooks does it, as after a webhook, unless closed months are to be changed. Rejects with
   * `UNKNOWN_RUN`, with `RUN_ACTIVE` while this process is at work on that run, and with `RUN_STATE` for a preview.
   *
   * @param options `lineId`: of this line alone. Default: all of them. `intoClosedPeriods`: send sales of closed months as well,
   * also those of a live run (`live:` and its storefront). Default false, whatever the run was started with
   */
  readonly retry: (
    runId: string,
    options?: { readonly lineId?: string; readonly intoClosedPeriods?: boolean },
  ) => Promise<RunHandle>;
  /**
   * Asks a run to pause; the same request goes on with it. Resolves when what was in progress is settled; at once when another
   * process is at work on the run, which then sees it within about a second. False when the run is not at work.
   * Rejects with `UNKNOWN_RUN`, and with `RUN_STATE` for live sales.
   */
  readonly pause: (runId: string) => Promise<boolean>;
  /**
   * Ends a run for good, whether it is at work or paused: what was sent stays sent, its report adds up, and the same request
   * is a new run. Resolves and rejects like `pause`. False when the run is over already.
   */
  readonly cancel: (runId: string) => Promise<boolean>;
}

/** Runs that are listed, resumed, reviewed and signed off. */
export interface RunReviews {
  /**
   * Historical runs with their counts, newest first. Rejects with `ACCOUNT` for several accounts, and with `INVALID` for a limit
   * that is not from 1 to 100.
   *
   * @example
   * const { items, next } = await taxNexus.historicalSync.list({ limit: 10 });
   */
  readonly list: (request?: RunsRequest & OfAccount) => Promise<RunsPage>;
  /** One run with its counts, by default the newest. Rejects with `UNKNOWN_RUN`. */
  readonly find: (runId?: string) => Promise<ListedRun>;
  /** The report of a run, by default the newest; of a run under way, as far as it has come. Rejects with `UNKNOWN_RUN`. */
  readonly report: (runId?: string) => Promise<Report>;
  /**
   * The lines of its report as CSV, a row each, piece by piece: what was received before it throws is not all. Throws
   * `UNKNOWN_RUN` and `STATE`.
   */
  readonly csv: (runId: string) => AsyncIterable<string>;
  /**
   * Goes on with a run that was paused or stopped, or whose process died: the same id, nothing is sent twice. It works in the
   * background. Rejects with `UNKNOWN_RUN`, and with `RUN_STATE` when the run is finished, canceled or of live sales.
   *
   * @param options `intoClosedPeriods`: send sales of closed months. Default: as the run was asked for last
   */
  readonly resume: (runId: string, options?: { readonly intoClosedPeriods?: boolean }) => Promise<RunHandle>;
  /**
   * Lines of a run's report, a page at a time: what became of each transaction, and why. Money is decimals in major units. Live
   * sales are those of the run `live:` and the storefront's name. Rejects with `UNKNOWN_RUN`, and with `INVALID` for a cursor or
   * limit that is none.
   *
   * @example
   * const { items, next } = await taxNexus.historicalSync.lines(id, { outcomes: ['failed', 'held'], limit: 100 });
   */
  readonly lines: (runId: string, request?: LinesRequest) => Promise<LinesPage>;
  /**
   * Keeps the counts and totals of a finished run as they are now, under a person's name; they never change. Rejects with
   * `UNKNOWN_RUN`, and with `RUN_STATE` for a run that is not finished, or a preview, and when matters are open, unless
   * `open` is as many.
   *
   * @example
   * await taxNexus.historicalSync.signOff(id, { by: 'Ada', note: 'Compared with the July filing.' });
   */
  readonly signOff: (runId: string, decided: DecisionNote & OpenConfirmed) => Promise<SignOffRecord>;
  /** The sign-offs of a run, in the order in which they were signed. Rejects with `UNKNOWN_RUN`. */
  readonly signOffs: (runId: string) => Promise<readonly SignOffRecord[]>;
}

/**
 * Historical syncs, as a host starts and follows them. Each method rejects with `CONFIGURATION`, `STATE` or `STOPPED` when the
 * sync database cannot be used, and with `ACCOUNT` when an account gives no key.
 *
 * @example
 * const { id } = await taxNexus.historicalSync.start({ from: '2026-01-01', to: '2026-03-31' });
 * for await (const { considered, failed } of taxNexus.historicalSync.watch(id)) console.log(considered, failed);
 * const { review } = await taxNexus.historicalSync.report(id);
 */
export interface HistoricalSyncs<Name extends string> extends RunControls<Name>, RunReviews {}
