import type { Resolution } from '../domain/inbox.ts';
import type { ClosedPeriod } from '../domain/review-store.ts';
import type { SubscriptionFinding } from '../mapping/source-connector.ts';
import type { Check } from './check.ts';
import type { Corrected, CorrectRequest, FoundCorrections } from './correct.ts';
import type { CorrectedTogether } from '../domain/decision.ts';
import type { GoneSales, GoneSelection, SendAgainRequest, SentAgain } from './send-again.ts';
import type {
  DecisionProgress,
  DecidedBatch,
  DecideRequest,
  MattersPage,
  MattersRequest,
  OpenGroup,
  UndoneBatch,
  UndoRequest,
} from './decisions.ts';
import type { OpenConfirmed } from './open-matters.ts';
import type { ExposureQuestion } from './exposure.ts';
import type { ExportedFile, ExportRequest } from './export/export.ts';
import type { OpeningBalanceFilter } from '../domain/opening-balance.ts';
import type { ListedOpeningBalance, OpeningBalancesRequest, RemovedOpeningBalances } from './opening-balances.ts';
import type { ListedRegistration, RegistrationRequest, RemovedRegistration } from './registrations.ts';
import type { ChangedPeriod, PeriodState } from './closed-periods.ts';
import type { ResolveRequest } from './review.ts';
import type { Status } from './status.ts';
import type { AccountOverview } from './overview.ts';
import type { PeriodStatement } from './period-statement.ts';
import type { ExplainedSale, ListedAccount } from './storefronts.ts';
import type { WebhooksRequest } from './webhooks.ts';
import type { Exposure } from '../reconcile/thresholds/exposure.ts';
import type { Reconciliation } from '../reconcile/reconciliation.ts';
import type { TieOut } from '../reconcile/tie-out.ts';
import type { StorefrontName } from './storefront-name.ts';

/** Which account a request is about. */
export interface OfAccount {
  /** Needed where the storefronts are of several. Default: the account of all storefronts. */
  readonly account?: string;
}

/** Storefronts of one account. */
export interface OfStorefronts<Name extends string> extends OfAccount {
  /** Default: all of the account. */
  readonly storefronts?: readonly StorefrontName<Name>[];
}

/** Days of each storefront's own calendar, `YYYY-MM-DD`, first and last both included. */
export interface ReconcileRequest<Name extends string> extends OfStorefronts<Name> {
  /** Without `from` and `to`: all days of each storefront, from its first synced one through today. */
  readonly from?: string;
  readonly to?: string;
}

/** What is checked, and how. */
export interface CheckRequest<Name extends string> extends OfStorefronts<Name> {
  /** Reads again what the service holds of the first transaction. Default false. */
  readonly probe?: boolean;
  /** Counts all transactions again, and compares them with the sums of days that statements and thresholds read. Default false. */
  readonly sums?: boolean;
  /** How a person checks once more, as the end of a sentence. Default `check again`. */
  readonly again?: string;
}

/**
 * Months whose taxes are filed: sales into them are held until a person agrees. Of one account. Each method rejects with
 * `ACCOUNT` for several accounts.
 */
export interface ClosedPeriods {
  /** In the order of the calendar. */
  readonly list: (request?: OfAccount) => Promise<readonly ClosedPeriod[]>;
  /**
   * Closes a month and keeps its totals; a closed one stays as it is, with `hasChanged: false`. Rejects with `INVALID` for a text that is
   * no month or a month that is not over, and with `RUN_STATE` when days of it were not read, or matters of it are open, unless `open` is as many.
   *
   * @param request `month`: `YYYY-MM`; `by`: the person, in your words
   */
  readonly close: (
    request: { readonly month: string; readonly by: string } & OpenConfirmed & OfAccount,
  ) => Promise<ChangedPeriod>;
  /**
   * Opens a month again; `hasChanged: false` for one that is open. Rejects with `INVALID` for a text that is no month, and without a reason.
   *
   * @param request `reason`: why, kept and shown with the month
   */
  readonly reopen: (
    request: { readonly month: string; readonly by: string; readonly reason: string } & OfAccount,
  ) => Promise<ChangedPeriod>;
  /** The past months since the first synced day, and each time that one was closed or opened again; newest first. */
  readonly months: (request?: OfAccount) => Promise<readonly PeriodState[]>;
}

/**
 * Where the business is registered, in addition to the setting `service.registrations`, which decides where it names a state. Of one account. Each
 * method rejects with `ACCOUNT` for several accounts, and with `FORBIDDEN` for a user of a part of one.
 *
 * @example
 * await taxNexus.registrations.save({ state: 'TX', since: '2026-05-01', registeredBy: 'our accountant', by: 'Ada' });
 */
export interface NotedRegistrations {
  /** In the order of the states, also registrations that begin later. */
  readonly list: (request?: OfAccount) => Promise<readonly ListedRegistration[]>;
  /** Notes a registration in place of an earlier note of the same state. Rejects with `INVALID`, also for a state that is a setting. */
  readonly save: (request: RegistrationRequest & OfAccount) => Promise<ListedRegistration>;
  /** Removes a note; `hasChanged: false` where no note exists. Rejects with `INVALID` for a state that is a setting. */
  readonly remove: (request: { readonly state: string } & OfAccount) => Promise<RemovedRegistration>;
}

/**
 * Sales of channels that are not connected. They count toward the thresholds of states, and are never sent. Of one account. Each method
 * rejects with `ACCOUNT` for several accounts, and with `FORBIDDEN` for a user of a part of one.
 *
 * @example
 * const january = { channel: 'Trade fairs', state: 'TX', month: '2026-01', sales: '12500.00', transactions: 31 };
 * await taxNexus.openingBalances.save({ balances: [january], by: 'Ada' });
 */
export interface OpeningBalances {
  /** In the order of states, months and channels. */
  readonly list: (request?: OfAccount) => Promise<readonly ListedOpeningBalance[]>;
  /** All of them or none; each replaces one of the same channel, state and month. Rejects with `INVALID`. */
  readonly save: (request: OpeningBalancesRequest & OfAccount) => Promise<readonly ListedOpeningBalance[]>;
  /** Those of a channel; of one state or month where these are given. Rejects with `INVALID`. */
  readonly remove: (request: OpeningBalanceFilter & OfAccount) => Promise<RemovedOpeningBalances>;
}

/**
 * What the service holds of a sale, corrected to what the platform states now. Both reject with `UNKNOWN_STOREFRONT`, `UNKNOWN_RECORD` and
 * `SOURCE_FAILED`.
 *
 * @example
 * const { items, seen } = await taxNexus.corrections.find('us-store', '#1001');
 * // After a person agreed to the differences of `items`:
 * await taxNexus.corrections.correct({ storefront: 'us-store', record: '#1001', by: 'Ada', seen });
 */
export interface Corrections<Name extends string> {
  /**
   * Compares the transactions of a sale, as they would be sent now, with what the service holds. Changes nothing.
   *
   * @param record as for `explain`
   */
  readonly find: (storefront: StorefrontName<Name>, record: string) => Promise<FoundCorrections>;
  /**
   * Corrects those that differ, are gone or are no longer true, each by its first way or by `way`; the result has what became of
   * each. Rejects with `NOT_SUPPORTED` where none can be corrected by `way`, and with `RUN_STATE` when something else is found by then.
   */
  readonly correct: (request: CorrectRequest) => Promise<Corrected>;
  /**
   * The sales that a sync held as gone from the service (default): a restored backup, or rows deleted there; or what was sent and is
   * no longer true. Changes nothing.
   */
  readonly findGone: (
    storefront: StorefrontName<Name>,
    what?: CorrectedTogether,
    selection?: GoneSelection,
  ) => Promise<GoneSales>;
  /**
   * Sends them again, or offsets them, each as it is now, and only where the service still denies or holds it. Rejects with `RUN_STATE` when there are
   * not as many as `expected`.
   *
   * @example
   * const { count } = await taxNexus.corrections.findGone('us-store');
   * await taxNexus.corrections.sendAgain({ storefront: 'us-store', by: 'Ada', expected: count });
   */
  readonly sendAgain: (request: SendAgainRequest) => Promise<SentAgain>;
}

/**
 * What waits for a person, over all runs and live sales of one account, and what was decided. Each method rejects with `ACCOUNT`
 * for several accounts.
 */
export interface Decisions {
  /** What is open, by reason, with count and money; failed and held sales first. */
  readonly open: (request?: MattersRequest & OfAccount) => Promise<readonly OpenGroup[]>;
  /** Single matters, a page at a time. Rejects with `INVALID` for a cursor or limit that is none. */
  readonly list: (request?: MattersRequest & OfAccount) => Promise<MattersPage>;
  /**
   * Decides all open matters of a selection together. It sends nothing by itself: `resync` does, or the next run. Rejects with
   * `INVALID` for what cannot be decided, and with `RUN_STATE` when there are not as many as `expected`.
   *
   * @example
   * const paid = { what: 'partially paid', isSent: false, action: 'send', note: 'on account', by: 'Ada' } as const;
   * const { batch } = await taxNexus.decisions.decide(paid);
   * await taxNexus.decisions.resync({ state: 'decided', batch });
   */
  readonly decide: (request: DecideRequest & OfAccount) => Promise<DecidedBatch>;
  /**
   * Requests that the records of matters are read and settled again, which sends what was decided: in this process, or in another one
   * that takes live sales. Where work is left to ticks, in the next one.
   */
  readonly resync: (request?: MattersRequest & OfAccount) => Promise<{ readonly records: number }>;
  /** How far the decisions of a batch are carried out. */
  readonly progress: (request: { readonly batch: string } & OfAccount) => Promise<DecisionProgress>;
  /**
   * Takes the decisions of a batch back, or that on one line of it (`lineId`), as far as nothing was sent because of them. What was left
   * out needs a decision again at once.
   */
  readonly undo: (request: UndoRequest & OfAccount) => Promise<UndoneBatch>;
}

/**
 * Webhook subscriptions at a platform. Both reject with `UNKNOWN_STOREFRONT`; with `INVALID` for an address that is none, is
 * missing, or is another storefront's; with `NOT_SUPPORTED` where the platform manages them itself; and with `SOURCE_FAILED`.
 *
 * @example
 * await taxNexus.webhooks.apply({ storefront: 'us-store', by: 'Ada' });
 */
export interface Webhooks {
  /** What is subscribed at the address, and what is missing or wrong. Changes nothing. */
  readonly status: (request: WebhooksRequest) => Promise<readonly SubscriptionFinding[]>;
  /** Creates missing subscriptions and repairs wrong ones; those to other addresses are left alone. Leaves an audit record. */
  readonly apply: (request: WebhooksRequest) => Promise<readonly SubscriptionFinding[]>;
}

/**
 * What the command line and the screen do, as methods: each of them rejects with `CONFIGURATION`, `STATE` or `STOPPED` when the
 * sync database cannot be used.
 */
export interface TaxNexusOperations<Name extends string> {
  /**
   * Checks the service and storefronts of one account: credentials, permissions, reachable history. Changes nothing. Rejects with
   * `UNKNOWN_STOREFRONT` and `ACCOUNT`; a platform or service that does not answer is a finding.
   *
   * @example
   * const { isReady, parts } = await taxNexus.check();
   */
  readonly check: (request?: CheckRequest<Name>) => Promise<Check>;
  /**
   * Compares what storefronts sold with what the service holds, day by day and to the cent, and keeps the counts of each day for
   * the calendar. Sends nothing. It reads both sides whole, so it may take minutes. Rejects with `RANGE`, `UNKNOWN_STOREFRONT`,
   * `ACCOUNT`, and with `SOURCE_FAILED` or `SERVICE_FAILED` when a side does not answer.
   *
   * @example
   * const [one] = await taxNexus.reconcile({ storefronts: ['us-store'], from: '2026-01-01', to: '2026-01-31' });
   */
  readonly reconcile: (request?: ReconcileRequest<Name>) => Promise<readonly Reconciliation[]>;
  /**
   * Puts the platforms' own totals of a month (Shopify's sales report, Stripe's balance) beside what the service holds, and
   * explains or names every difference. Changes nothing. Rejects like `reconcile`, and with `RANGE` for a month that is none. A
   * platform that refuses its totals is a result, with the permission that it needs.
   *
   * @param request `month`: `YYYY-MM`
   *
   * @example
   * const [one] = await taxNexus.tieOut({ month: '2026-03' });
   */
  readonly tieOut: (request: OfStorefronts<Name> & { readonly month: string }) => Promise<readonly TieOut[]>;
  /**
   * How near the economic nexus threshold of each US state the sales are that the sync database knows, those of dry runs too, and
   * when it was crossed. An indication; the service decides. Asks no platform and not the service. Rejects with `RANGE` for a day
   * that is not in the calendar, with `INVALID` for another basis, and with `ACCOUNT`.
   *
   * @param request `on`: the day of the question, `YYYY-MM-DD`. Default: today in UTC. `basis`: `net` subtracts refunds. Default: `gross`
   *
   * @example
   * const { states } = await taxNexus.exposure({ on: '2026-03-31' });
   */
  readonly exposure: (request?: OfAccount & ExposureQuestion) => Promise<Exposure>;
  /**
   * What was sent, as a file for an accountant: transactions, adjustments of them, or sums by month and state, as CSV, XLSX or
   * JSON. It streams, and asks no platform and not the service. Rejects with `RANGE`, `INVALID`, `UNKNOWN_STOREFRONT`
   * and `ACCOUNT`.
   *
   * @example
   * const { body } = await taxNexus.export({ from: '2026-01-01', to: '2026-03-31', format: 'xlsx' });
   * await pipeline(Readable.fromWeb(body), createWriteStream('q1.xlsx'));
   */
  readonly export: (request: ExportRequest & OfAccount) => Promise<ExportedFile>;
  /**
   * Every number and decision of one sale, with reasons, and what the service holds of it. Reads only. Rejects with
   * `UNKNOWN_STOREFRONT`, `UNKNOWN_RECORD` and `SOURCE_FAILED`.
   *
   * @param record the platform's id, the order's name, or the id or name of the transaction
   */
  readonly explain: (storefront: StorefrontName<Name>, record: string) => Promise<ExplainedSale>;
  /**
   * Saves a person's note on a line, a difference or an adjustment; a difference or an adjustment is then resolved. Changes
   * nothing at the service. Rejects with `UNKNOWN_STOREFRONT`, and with `INVALID` for an empty note or id.
   */
  readonly resolve: (request: ResolveRequest) => Promise<Resolution>;
  readonly corrections: Corrections<Name>;
  readonly decisions: Decisions;
  readonly closedPeriods: ClosedPeriods;
  readonly openingBalances: OpeningBalances;
  readonly registrations: NotedRegistrations;
  readonly webhooks: Webhooks;
  /**
   * One statement of an account and a period: what was sent by state and month, which figures are of the shops and which of the
   * service, and what is on hold. Asks no platform and not the service. Rejects with `RANGE`, and with `ACCOUNT` for several accounts.
   */
  readonly statement: (request: OfAccount & { readonly from: string; readonly to: string }) => Promise<PeriodStatement>;
  /**
   * What waits, is held or failed now, of live sales and of the newest run. Asks no platform and not the service. Rejects with
   * `ACCOUNT` for several accounts.
   */
  readonly status: (request?: OfAccount) => Promise<Status>;
  /** The accounts that have storefronts now, in the order of their first ones. */
  readonly accounts: {
    readonly list: () => Promise<readonly ListedAccount[]>;
    /** Where each of them stands, those that need work first, from the sync database alone. */
    readonly overview: () => Promise<readonly AccountOverview[]>;
  };
}
