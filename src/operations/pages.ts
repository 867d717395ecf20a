/** Everything that the screen's pages read and do and the public promises do not offer, for one user and account. */
import * as O from 'fp-ts/lib/Option.js';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DateRange } from '../domain/date-range.ts';
import type { DecidedTogether, HeldDay } from '../domain/decision.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { DailyCount, SignOff } from '../domain/review-store.ts';
import { liveRunId, type ReportLine, type Run, type RunSummary } from '../domain/run.ts';
import type { LineFilter, StoreError } from '../domain/sync-store.ts';
import type { Exposure } from '../reconcile/thresholds/exposure.ts';
import { auditOf, type ShownRequest } from './audit.ts';
import { type DecidedFilter, listDecided } from './decided.ts';
import type { Selection } from './decisions/matters.ts';
import { readStanding, type Standing } from './home.ts';
import { openImport, type UploadedFile } from './open-import.ts';
import type { AccountState, CountPorts, LiveProgress, OpenedImport, OperationPorts } from './ports.ts';
import { type ListedSales, listSales, type SalesRequest } from './list-sales.ts';
import { type LastMonths, readLastMonths } from './last-months.ts';
import { readNexusStates } from './exposure.ts';
import { type NexusOfState, readNexusOf } from './nexus-of-state.ts';
import { type MonthRow, readMonthRows } from './month-rows.ts';
import { type NamedLine, recordUrl } from './record-url.ts';
import { type Notes, readNotes } from './lines.ts';
import { type LiveSales, readLiveSales, readRunView, type RunView } from './run-view.ts';
import { previewSetting, type SettingPreview } from './settings.ts';
import { fromStore, type Operation, withRun } from './state.ts';
import { rightOrThrow } from './tax-nexus-error.ts';

/** A run of the list. */
export interface ShownRun {
  readonly run: Run;
  readonly counts: RunSummary['counts'];
  /** The newest sign-off; null without one. */
  readonly signed: SignOff | null;
}

/** Lines of a report. */
export interface ShownLines {
  readonly lines: readonly ReportLine[];
  /** The position of the following page; null after the last. */
  readonly next: string | null;
  readonly notes: Notes;
}

/** The reads and actions of the pages. */
export interface Pages {
  /** Whether the user sees all storefronts of the account. */
  readonly seesAll: () => Promise<boolean>;
  /** Names, in order of precedence. */
  readonly storefronts: () => readonly string[];
  /** The time zone of a storefront's days; null when its platform does not give it. */
  readonly timeZone: (storefront: string) => Promise<string | null>;
  /** Since when a storefront's platform gives no clear response; null while it does. */
  readonly unreachableSince: (storefront: string) => Instant | null;
  /** The page of a record at its platform; null without one. */
  readonly recordUrl: (line: NamedLine) => string | null;
  readonly service: () => Promise<
    Pick<AccountState, 'reviewUrl' | 'requestsPerMinute'> & { readonly unreachableSince: Instant | null }
  >;
  /** How far each storefront is complete, and what needs you. */
  readonly standing: () => Promise<Standing>;
  /** Where each month of a year stands, by storefront. */
  readonly monthRows: (year: string) => Promise<readonly MonthRow[]>;
  /** What the service holds of the last twelve months. */
  readonly lastMonths: () => Promise<LastMonths>;
  /** Where the thresholds of all states stand. Rejects with `FORBIDDEN` for a user who does not see all storefronts. */
  readonly nexusStates: () => Promise<Exposure['states']>;
  /** The threshold of a state, month by month; null for a place without one. */
  readonly nexusOf: (state: string) => Promise<NexusOfState | null>;
  /** Sales and refunds of all runs, each once, as it is now. */
  readonly sales: (request: SalesRequest) => Promise<ListedSales>;
  /** Whether any storefront has taken live sales. */
  readonly isLive: () => Promise<boolean>;
  readonly liveSales: () => Promise<readonly LiveSales[]>;
  /** The newest historical runs. */
  readonly newestRuns: (limit: number) => Promise<readonly Run[]>;
  /** Historical runs with their counts and sign-offs, newest first. */
  readonly runs: (
    before: string | undefined,
    limit: number,
  ) => Promise<{ readonly runs: readonly ShownRun[]; readonly next: string | null }>;
  /** Rejects with `UNKNOWN_RUN`. */
  readonly run: (runId: string) => Promise<Run>;
  /** The progress of a run that this process works on or follows. */
  readonly progressHere: (runId: string) => LiveProgress | undefined;
  /** Why a run last ended early in this process. */
  readonly whyEndedHere: (runId: string) => readonly string[];
  readonly counts: (runId: string) => Promise<RunSummary['counts']>;
  readonly view: (runId: string, withSales: boolean) => Promise<RunView>;
  /** @param after null: from the first line */
  readonly lines: (runId: string, filter: LineFilter, after: string | null, limit: number) => Promise<ShownLines>;
  /** The requests about one record of a storefront. */
  readonly audit: (storefront: string, sourceId: string) => Promise<readonly ShownRequest[]>;
  /** The newest decisions that are in force. */
  readonly decided: (filter?: DecidedFilter) => Promise<readonly DecidedTogether[]>;
  /** What a setting would change for the sales of a group. Rejects with `INVALID` for an unknown setting. */
  readonly previewSetting: (selection: Selection, index: number) => Promise<SettingPreview>;
  /** Whether the user may import files. */
  readonly mayImport: () => boolean;
  /** Makes an uploaded CSV file a storefront that can be previewed and synced. Rejects with `INVALID`, `FORBIDDEN`. */
  readonly importFile: (file: UploadedFile) => Promise<OpenedImport>;
  /** What comparisons counted of the days of a storefront. */
  readonly days: (storefront: string, range: DateRange) => Promise<readonly DailyCount[]>;
  /** Sales of the days of a storefront that are on hold or left out. */
  readonly heldDays: (storefront: string, range: DateRange) => Promise<readonly HeldDay[]>;
  /** The count of days that runs in this process. */
  readonly counting: Pick<CountPorts, 'now' | 'failure'> & {
    /** Counts in the background. False when another count is running. */
    readonly begin: (storefront: string, range: DateRange) => Promise<boolean>;
  };
}

/** @param ports the ports of one account, as the user sees it */
export const pagesOn = (ports: OperationPorts): Pages => {
  const { storefronts, connectorOf, unreachableSince, runs, counts, clock } = ports;
  const run = async <A>(operation: Operation<A>): Promise<A> => rightOrThrow(await operation());
  const state = async (): Promise<AccountState> => rightOrThrow(await ports.opened());
  const read = async <A>(use: (opened: AccountState) => TE.TaskEither<StoreError, A>): Promise<A> =>
    rightOrThrow(await use(await state())());
  const ofRun = async <A>(
    runId: string,
    use: (opened: AccountState, found: Run) => TE.TaskEither<StoreError, A>,
  ): Promise<A> => run(withRun(ports, runId, (opened, found) => fromStore(use(opened, found))));
  return {
    storefronts,
    unreachableSince,
    recordUrl: (line) => recordUrl(ports, line),
    timeZone: async (storefront) => {
      const account = await connectorOf(storefront)?.account();
      return account === undefined || E.isLeft(account) ? null : account.right.timeZone;
    },
    seesAll: () => read(({ seesAll }) => seesAll),
    service: async () => {
      const { reviewUrl, requestsPerMinute, unreachableSince: since } = await state();
      return { reviewUrl, requestsPerMinute, unreachableSince: since() };
    },
    standing: () => run(readStanding(ports)),
    monthRows: (year) => run(readMonthRows(ports, year)),
    lastMonths: () => run(readLastMonths(ports)),
    nexusStates: () => run(readNexusStates(ports)),
    nexusOf: (state) => run(readNexusOf(ports, state)),
    sales: (request) => run(listSales(ports, request)),
    isLive: () =>
      read(({ store }) =>
        pipe(
          storefronts(),
          TE.traverseSeqArray((storefront) => store.findRun(O.some(liveRunId(storefront)))),
          TE.map((found) => found.some(O.isSome)),
        ),
      ),
    liveSales: () =>
      read((opened) =>
        pipe(
          opened.inbox.state,
          TE.map((inboxes) => new Map(inboxes.map(({ storefront, due, deferred }) => [storefront, due + deferred]))),
          TE.flatMap((requested) =>
            TE.traverseSeqArray(readLiveSales(opened, requested, instantOfMilliseconds(clock.now())))(storefronts()),
          ),
        ),
      ),
    newestRuns: (limit) =>
      read(({ reviews }) =>
        pipe(
          reviews.listRuns({ before: O.none, limit }),
          TE.map((found) => found.runs),
        ),
      ),
    runs: (before, limit) =>
      read(({ reviews }) =>
        pipe(
          reviews.listRuns({ before: O.fromNullable(before), limit }),
          TE.bindTo('page'),
          TE.bind('shown', ({ page }) =>
            TE.traverseSeqArray((one: Run) =>
              pipe(
                reviews.outcomeCounts(one.id),
                TE.bindTo('counts'),
                TE.bind('signOffs', () => reviews.signOffs(one.id)),
                TE.map(({ signOffs, ...rest }): ShownRun => ({ run: one, signed: signOffs.at(-1) ?? null, ...rest })),
              ),
            )(page.runs),
          ),
          TE.map(({ page, shown }) => ({ runs: shown, next: O.toNullable(page.next) })),
        ),
      ),
    run: (runId) => ofRun(runId, (_state, found) => TE.right(found)),
    progressHere: runs.progress,
    whyEndedHere: runs.whyEnded,
    counts: (runId) => ofRun(runId, ({ reviews }) => reviews.outcomeCounts(runId)),
    view: (runId, withSales) =>
      ofRun(runId, (opened, found) =>
        readRunView(opened, found, {
          ...{ withSales, whyEnded: runs.whyEnded(runId) },
          now: instantOfMilliseconds(clock.now()),
        }),
      ),
    lines: (runId, filter, after, limit) =>
      ofRun(runId, (opened, found) =>
        pipe(
          opened.store.findLines(runId, filter, { after: O.fromNullable(after), limit }),
          TE.bindTo('page'),
          TE.bind('notes', () =>
            readNotes(opened.inbox, filter.storefront === undefined ? found.storefronts : [filter.storefront]),
          ),
          TE.map(({ page: { lines, next }, notes }) => ({ lines, next: O.toNullable(next), notes })),
        ),
      ),
    audit: (storefront, sourceId) => read(({ reviews }) => auditOf(reviews)(storefront, sourceId)),
    decided: (filter) => run(listDecided(ports, filter)),
    previewSetting: (selection, index) => run(previewSetting(ports, selection, index)),
    mayImport: () => ports.imports !== null,
    importFile: (file) => run(openImport(ports, file)),
    days: (storefront, range) => read(({ reviews }) => reviews.dailyCounts(storefront, range)),
    heldDays: (storefront, range) =>
      read(({ reviews }) => reviews.heldDays(storefront, range, instantOfMilliseconds(clock.now()))),
    counting: {
      now: counts.now,
      failure: counts.failure,
      begin: (storefront, range) => run(counts.begin(storefront, range)),
    },
  };
};
