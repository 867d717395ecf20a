/** The table of operations: each promise with the file that declares it, which is loaded at the first use. */
import type { AccountOverviewPromise } from './accounts/account-overview.ts';
import type { ListAccountsPromise } from './accounts/list-accounts.ts';
import type { CheckPromise } from './check.ts';
import type { ClosePeriodPromise } from './closed-periods/close-period.ts';
import type { ListClosedPeriodsPromise } from './closed-periods/list-closed-periods.ts';
import type { ListMonthsPromise } from './closed-periods/list-months.ts';
import type { ReopenPeriodPromise } from './closed-periods/reopen-period.ts';
import type { CorrectPromise } from './corrections/correct.ts';
import type { FindCorrectionsPromise } from './corrections/find-corrections.ts';
import type { FindGonePromise } from './corrections/find-gone.ts';
import type { SendAgainPromise } from './corrections/send-again.ts';
import type { BatchProgressPromise } from './decisions/batch-progress.ts';
import type { DecidePromise } from './decisions/decide.ts';
import type { ListMattersPromise } from './decisions/list-matters.ts';
import type { OpenGroupsPromise } from './decisions/open-groups.ts';
import type { ResyncMattersPromise } from './decisions/resync-matters.ts';
import type { SendDecidedPromise } from './decisions/send-decided.ts';
import type { UndoDecisionsPromise } from './decisions/undo-decisions.ts';
import type { ExplainPromise } from './explain.ts';
import type { ExportPromise } from './export/export.ts';
import type { ExposurePromise } from './exposure.ts';
import type { LinesPromise } from './lines.ts';
import type { ListStorefrontsPromise } from './list-storefronts.ts';
import type { DeclaredOperation, HttpOperation, UserOperation } from './operation.ts';
import type { ListOpeningBalancesPromise } from './opening-balances/list-opening-balances.ts';
import type { RemoveOpeningBalancesPromise } from './opening-balances/remove-opening-balances.ts';
import type { SaveOpeningBalancesPromise } from './opening-balances/save-opening-balances.ts';
import type { StatementPromise } from './period-statement.ts';
import type { PresencePromise } from './presence.ts';
import type { ReconcilePromise } from './reconcile.ts';
import type { ListRegistrationsPromise } from './registrations/list-registrations.ts';
import type { RemoveRegistrationPromise } from './registrations/remove-registration.ts';
import type { SaveRegistrationPromise } from './registrations/save-registration.ts';
import type { ResolvePromise } from './resolve.ts';
import type { CancelRunPromise } from './runs/cancel-run.ts';
import type { FindReportPromise } from './runs/find-report.ts';
import type { FindRunPromise } from './runs/find-run.ts';
import type { FollowRunPromise } from './runs/follow-run.ts';
import type { ListRunsPromise } from './runs/list-runs.ts';
import type { ListSignOffsPromise } from './runs/list-sign-offs.ts';
import type { PauseRunPromise } from './runs/pause-run.ts';
import type { ReadProgressPromise } from './runs/read-progress.ts';
import type { ResumeRunPromise } from './runs/resume-run.ts';
import type { RetryRunPromise } from './runs/retry-run.ts';
import type { SignOffPromise } from './runs/sign-off.ts';
import type { StartRunPromise } from './runs/start-run.ts';
import type { StatusPromise } from './status.ts';
import type { TieOutPromise } from './tie-out.ts';
import type { ApplyWebhooksPromise } from './webhooks/apply-webhooks.ts';
import type { WebhooksStatusPromise } from './webhooks/webhooks-status.ts';

/**
 * What the service holds of a sale, corrected to what the platform states now. Both reject with `UNKNOWN_STOREFRONT`, `UNKNOWN_RECORD` and
 * `SOURCE_FAILED`.
 *
 * @example
 * const { items, seen } = await taxNexus.corrections.find('us-store', '#1001');
 * // After a person agreed to the differences of `items`:
 * await taxNexus.corrections.correct({ storefront: 'us-store', record: '#1001', by: 'Ada', seen });
 */
export interface Corrections<Name extends string>
  extends FindCorrectionsPromise<Name>, CorrectPromise, FindGonePromise<Name>, SendAgainPromise {}

/**
 * What waits for a person, over all runs and live sales of one account, and what was decided. Each method rejects with `ACCOUNT`
 * for several accounts.
 */
export interface Decisions
  extends
    OpenGroupsPromise,
    ListMattersPromise,
    DecidePromise,
    ResyncMattersPromise,
    BatchProgressPromise,
    UndoDecisionsPromise {}

/**
 * The months of one account whose taxes are filed: sales in them are held until a person agrees. Each method rejects with
 * `ACCOUNT` for several accounts.
 */
export interface ClosedPeriods
  extends ListClosedPeriodsPromise, ClosePeriodPromise, ReopenPeriodPromise, ListMonthsPromise {}

/**
 * Where the business of one account is registered, in addition to the setting `service.registrations`, which takes precedence
 * for the states that it names. Each method rejects with `ACCOUNT` for several accounts, and with `FORBIDDEN` for a user of a part of one.
 *
 * @example
 * await taxNexus.registrations.save({ state: 'TX', since: '2026-05-01', registeredBy: 'our accountant', by: 'Ada' });
 */
export interface NotedRegistrations
  extends ListRegistrationsPromise, SaveRegistrationPromise, RemoveRegistrationPromise {}

/**
 * Sales of one account's channels that are not connected. They count toward the thresholds of states, and are never sent. Each
 * method rejects with `ACCOUNT` for several accounts, and with `FORBIDDEN` for a user of a part of one.
 *
 * @example
 * const january = { channel: 'Trade fairs', state: 'TX', month: '2026-01', sales: '12500.00', transactions: 31 };
 * await taxNexus.openingBalances.save({ balances: [january], by: 'Ada' });
 */
export interface OpeningBalances
  extends ListOpeningBalancesPromise, SaveOpeningBalancesPromise, RemoveOpeningBalancesPromise {}

/**
 * Webhook subscriptions at a platform. Both reject with `UNKNOWN_STOREFRONT`; with `INVALID` where the address is invalid,
 * missing, or another storefront's; with `NOT_SUPPORTED` where the platform manages them itself; and with `SOURCE_FAILED`.
 *
 * @example
 * await taxNexus.webhooks.apply({ storefront: 'us-store', by: 'Ada' });
 */
export interface Webhooks extends WebhooksStatusPromise, ApplyWebhooksPromise {}

/** The accounts of the plugin, and how each of them stands. */
export interface AccountOperations extends ListAccountsPromise, AccountOverviewPromise {}

/** Runs that are listed, resumed, reviewed and signed off. */
export interface ReviewPromises
  extends
    ListRunsPromise,
    FindRunPromise,
    FindReportPromise,
    ResumeRunPromise,
    LinesPromise,
    SignOffPromise,
    ListSignOffsPromise {}

/**
 * What the command line and the screen do, as methods: each of them rejects with `CONFIGURATION`, `STATE` or `STOPPED` when the
 * sync database cannot be used.
 */
export interface TaxNexusOperations<Name extends string>
  extends
    CheckPromise<Name>,
    ReconcilePromise<Name>,
    TieOutPromise<Name>,
    ExposurePromise,
    PresencePromise,
    ExportPromise,
    ExplainPromise<Name>,
    ResolvePromise,
    StatementPromise,
    StatusPromise {
  readonly corrections: Corrections<Name>;
  readonly decisions: Decisions;
  readonly closedPeriods: ClosedPeriods;
  readonly openingBalances: OpeningBalances;
  readonly registrations: NotedRegistrations;
  readonly webhooks: Webhooks;
  /** The accounts that have storefronts now, in the order of their first ones. */
  readonly accounts: AccountOperations;
}

/** What hosts and commands call. */
export interface HostPromises extends TaxNexusOperations<string> {
  readonly historicalSync: ReviewPromises & RetryRunPromise & PauseRunPromise & CancelRunPromise;
}

/** What the HTTP API and the screen call beyond that. */
export interface WebPromises {
  readonly historicalSync: StartRunPromise<string> & ReadProgressPromise & FollowRunPromise;
  readonly decisions: SendDecidedPromise;
  readonly storefronts: ListStorefrontsPromise;
}

/** The declarations of promises, each as what loads it. */
export type Loads<Promises> = {
  readonly [Key in keyof Promises]: Promises[Key] extends (...words: infer Words) => Promise<infer Answer>
    ? () => Promise<DeclaredOperation<Words, Answer>>
    : Loads<Promises[Key]>;
};

export const hostOperations: Loads<HostPromises> = {
  check: async () => (await import('./check.ts')).check,
  reconcile: async () => (await import('./reconcile.ts')).reconcile,
  tieOut: async () => (await import('./tie-out.ts')).tieOut,
  exposure: async () => (await import('./exposure.ts')).exposure,
  presence: async () => (await import('./presence.ts')).presence,
  export: async () => (await import('./export/export.ts')).exportFile,
  statement: async () => (await import('./period-statement.ts')).statement,
  explain: async () => (await import('./explain.ts')).explain,
  resolve: async () => (await import('./resolve.ts')).resolve,
  status: async () => (await import('./status.ts')).status,
  corrections: {
    find: async () => (await import('./corrections/find-corrections.ts')).findCorrections,
    correct: async () => (await import('./corrections/correct.ts')).correct,
    findGone: async () => (await import('./corrections/find-gone.ts')).findGone,
    sendAgain: async () => (await import('./corrections/send-again.ts')).sendAgain,
  },
  decisions: {
    open: async () => (await import('./decisions/open-groups.ts')).openGroups,
    list: async () => (await import('./decisions/list-matters.ts')).listMatters,
    decide: async () => (await import('./decisions/decide.ts')).decide,
    resync: async () => (await import('./decisions/resync-matters.ts')).resyncMatters,
    progress: async () => (await import('./decisions/batch-progress.ts')).batchProgress,
    undo: async () => (await import('./decisions/undo-decisions.ts')).undoDecisions,
  },
  closedPeriods: {
    list: async () => (await import('./closed-periods/list-closed-periods.ts')).listClosedPeriods,
    close: async () => (await import('./closed-periods/close-period.ts')).closePeriod,
    reopen: async () => (await import('./closed-periods/reopen-period.ts')).reopenPeriod,
    months: async () => (await import('./closed-periods/list-months.ts')).listMonths,
  },
  openingBalances: {
    list: async () => (await import('./opening-balances/list-opening-balances.ts')).listOpeningBalances,
    save: async () => (await import('./opening-balances/save-opening-balances.ts')).saveOpeningBalances,
    remove: async () => (await import('./opening-balances/remove-opening-balances.ts')).removeOpeningBalances,
  },
  registrations: {
    list: async () => (await import('./registrations/list-registrations.ts')).listRegistrations,
    save: async () => (await import('./registrations/save-registration.ts')).saveRegistration,
    remove: async () => (await import('./registrations/remove-registration.ts')).removeRegistration,
  },
  webhooks: {
    status: async () => (await import('./webhooks/webhooks-status.ts')).webhooksStatus,
    apply: async () => (await import('./webhooks/apply-webhooks.ts')).applyWebhooks,
  },
  accounts: {
    list: async () => (await import('./accounts/list-accounts.ts')).listAccounts,
    overview: async () => (await import('./accounts/account-overview.ts')).accountOverview,
  },
  historicalSync: {
    list: async () => (await import('./runs/list-runs.ts')).listRuns,
    find: async () => (await import('./runs/find-run.ts')).findRun,
    report: async () => (await import('./runs/find-report.ts')).findReport,
    resume: async () => (await import('./runs/resume-run.ts')).resumeRun,
    retry: async () => (await import('./runs/retry-run.ts')).retryRun,
    pause: async () => (await import('./runs/pause-run.ts')).pauseRun,
    cancel: async () => (await import('./runs/cancel-run.ts')).cancelRun,
    lines: async () => (await import('./lines.ts')).listLines,
    signOff: async () => (await import('./runs/sign-off.ts')).signOff,
    signOffs: async () => (await import('./runs/list-sign-offs.ts')).listSignOffs,
  },
};

export const webOperations: Loads<WebPromises> = {
  historicalSync: {
    start: async () => (await import('./runs/start-run.ts')).startRun,
    progress: async () => (await import('./runs/read-progress.ts')).readProgress,
    follow: async () => (await import('./runs/follow-run.ts')).followRun,
  },
  decisions: { send: async () => (await import('./decisions/send-decided.ts')).sendDecided },
  storefronts: { list: async () => (await import('./list-storefronts.ts')).listStorefronts },
};

/** The operations that the HTTP API answers. */
export const httpOperations = async (): Promise<readonly HttpOperation[]> => [
  ...(await loadAll({ ...hostOperations })),
  ...(await loadAll({ ...webOperations })),
];

/** The operations over all accounts of a user, which only the HTTP API answers. */
export const userOperations = async (): Promise<readonly UserOperation[]> => [
  (await import('./users/me.ts')).me,
  (await import('./users/accounts-of-user.ts')).accountsOfUser,
  (await import('./users/overview-of-user.ts')).overviewOfUserByPage,
];

interface Table {
  readonly [name: string]: (() => Promise<{ readonly http: HttpOperation | null }>) | Table;
}

const loadAll = async (table: Table): Promise<readonly HttpOperation[]> => {
  const loaded = await Promise.all(
    Object.values(table).map(async (one) => {
      if (typeof one !== 'function') return loadAll(one);
      const { http } = await one();
      return http === null ? [] : [http];
    }),
  );
  return loaded.flat();
};
