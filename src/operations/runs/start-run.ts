/** `historicalSync.start`: starts a historical sync, or resumes the unfinished one of an equal request. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { asIs, ofStorefronts, operation } from '../operation.ts';
import { fields, intoClosedPeriods, localDay, storefrontNames, yesNo } from '../shapes.ts';
import { rangeOf, someStorefronts } from '../state.ts';
import type { RunHandle, StorefrontName } from '../storefront-name.ts';
import { asStarted, startedShape, toHandle } from './started.ts';

/** A historical sync to start: days of each storefront's own calendar, `YYYY-MM-DD`, first and last both included. */
export interface HistoricalSyncRequest<Name extends string> {
  /** Needed when the storefronts belong to several accounts and none is named: a sync is of one account. */
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
   * Send sales of closed months as well, which changes what was filed. Default false: sales that the service does not hold are
   * held. It counts until the same request is made again without it.
   */
  readonly intoClosedPeriods?: boolean;
}

export interface StartRunPromise<Name extends string> {
  /**
   * Starts a run, or resumes the unfinished one of an equal request. It works in the background, or in later ticks (option
   * `worker: 'tick'`); resolves as soon as the run has an id. Later failures are reported by `watch`, the event `run.finished` and the report.
   *
   * Rejects with `RANGE` for days that cannot be parsed; with `UNKNOWN_STOREFRONT` for a name that is not configured or
   * an empty list; with `ACCOUNT` for storefronts of several accounts, or of one that gives no key; and with `RUN_ACTIVE` while an equal request with another `intoClosedPeriods` is running.
   */
  readonly start: (request: HistoricalSyncRequest<Name>) => Promise<RunHandle>;
}

export const startRun = operation<StartRunPromise<string>['start']>()({
  name: 'startRun',
  summary: 'Starts a historical sync, or continues the unfinished one of an equal request',
  right: 'operate',
  about: ofStorefronts,
  ask: asIs,
  run: (ports, { account: _account, storefronts = ports.storefronts(), from, to, dryRun = false, ...how }) =>
    pipe(
      TE.fromEither(someStorefronts(ports, storefronts)),
      TE.bindTo('names'),
      TE.bind('range', () => TE.fromEither(rangeOf(from, to))),
      TE.flatMap(({ names, range }) => ports.runs.start({ storefronts: names, range, dryRun, ...how })),
      TE.map(toHandle),
    ),
  http: {
    method: 'post',
    path: '/runs',
    status: 201,
    isStart: true,
    given: fields(
      { from: localDay, to: localDay },
      { storefronts: storefrontNames, dryRun: yesNo('Send nothing. Default false'), intoClosedPeriods },
    ),
    ask: asIs,
    show: asStarted,
    answer: startedShape,
  },
});
