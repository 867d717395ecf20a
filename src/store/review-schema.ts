/** The columns of the tables for reviews, closed periods, the audit and the nightly proof, as queries read and write them. */
import type { Generated } from 'kysely';
import type { AuditAnswer, AuditCause, AuditRecord } from '../domain/audit.ts';
import type { FigureGroup } from '../domain/day-figures.ts';
import type { DecisionAction } from '../domain/decision.ts';
import type { ListedTransaction } from '../domain/proof-store.ts';
import type { RegistrationStatus } from '../domain/registration.ts';
import type { PeriodChange } from '../domain/review-store.ts';

/** Minor units, in a BIGINT: both databases take them as text, PostgreSQL returns text, and SQLite a number. See `toMinor`. */
export type Minor = string | number | bigint;

/** See `AuditRecord`; rows are only added, and an erasure empties some cells. */
export interface AuditRow {
  readonly account: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly id: string;
  readonly name: string;
  readonly action: AuditRecord['action'];
  readonly sent_at: string;
  readonly answered_at: string;
  readonly answer: AuditAnswer;
  readonly message: string | null;
  readonly remote_id: string | null;
  readonly digest: string;
  /** JSON without street, city and product names. */
  readonly body: string | null;
  readonly occurred_at: string | null;
  readonly currency: string | null;
  readonly jurisdiction: string | null;
  /** Decimals in major units, here and below. */
  readonly total: string | null;
  readonly tax_collected: string | null;
  readonly cause: AuditCause | null;
  readonly decided_by: string | null;
  readonly run_id: string | null;
  /** Points to an `AuditSettingsRow`. */
  readonly settings_number: number | null;
}

/** One row for all requests that were made by the same version with the same settings. */
export interface AuditSettingsRow {
  readonly digest: string;
  /** JSON. */
  readonly settings: string;
}

/** schema.ts has the other tables. */
export interface ReviewTables {
  /** `audit_number` counts them, in the order in which they were added. */
  readonly audit: AuditRow & { readonly audit_number: Generated<number> };
  readonly audit_settings: AuditSettingsRow & { readonly settings_number: Generated<number> };
  readonly matter: MatterRow;
  readonly matter_total: MatterTotalRow;
  readonly decision: DecisionRow;
  readonly sign_off: SignOffRow;
  readonly closed_period: ClosedPeriodRow;
  readonly period_change: PeriodChangeRow;
  readonly registration: RegistrationRow;
  readonly opening_balance: OpeningBalanceRow;
  readonly counted_day: CountedDayRow;
  readonly day_figure: DayFigureRow;
  readonly listed: ListedRow;
  readonly proof_state: ProofStateRow;
  readonly proved_day: ProvedDayRow;
}

/** See `NotedRegistration`. */
interface RegistrationRow {
  readonly account: string;
  readonly state: string;
  readonly status: RegistrationStatus;
  readonly since: string | null;
  readonly registered_by: string | null;
  readonly noted_by: string;
  readonly noted_at: string;
}

/** See `NotedOpeningBalance`. */
interface OpeningBalanceRow {
  readonly account: string;
  readonly channel: string;
  readonly state: string;
  readonly month: string;
  readonly marketplace: number;
  readonly sales: Minor;
  readonly sale_count: number;
  readonly noted_by: string;
  readonly noted_at: string;
}

/** See `Matter`; one row for each. */
export interface MatterRow {
  readonly account: string;
  readonly line: string;
  readonly id: string;
  readonly what: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly sent: number;
  /** `run` and `position` identify the line. */
  readonly run: number;
  readonly position: number;
  readonly currency: string | null;
  readonly total: Minor | null;
  /** Copied from its line, like the next column. */
  readonly occurred_at: string | null;
  readonly jurisdiction: string | null;
}

/** The sum of the matters that have the same values in these columns; `changeMatters` updates it with each change. */
export interface MatterTotalRow extends Pick<MatterRow, 'account' | 'run' | 'storefront' | 'what' | 'sent'> {
  /** Empty where it is null in `MatterRow`. */
  readonly currency: string;
  /** When the decision on them ends: empty without a decision, `forever` if it never ends, `to send` until it is carried out. */
  readonly hidden_until: string;
  readonly count: number;
  /** The sum of the known totals. */
  readonly summed: string;
}

/** See `Decision`: the newest on each matter. */
export interface DecisionRow {
  readonly account: string;
  readonly line: string;
  readonly id: string;
  readonly what: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly action: DecisionAction;
  readonly note: string;
  readonly decided_by: string;
  readonly decided_at: string;
  readonly until_at: string | null;
  readonly batch: string;
  /**
   * Copied from the line at the decision, like the columns below: a sale that was left out stays listed even if its line says
   * less later.
   */
  readonly name: string;
  readonly message: string | null;
  /** In the calendar of its storefront. */
  readonly day: string | null;
  readonly jurisdiction: string | null;
  readonly currency: string | null;
  readonly total: Minor | null;
}

/** A person signed off a run. */
export interface SignOffRow {
  readonly account: string;
  /** Counts the sign-offs from 1. */
  readonly number: number;
  readonly run_id: string;
  readonly signed_by: string;
  readonly signed_at: string;
  readonly note: string;
  /** JSON. */
  readonly statement: string;
}

export interface ClosedPeriodRow {
  readonly account: string;
  readonly month: string;
  readonly closed_by: string;
  readonly closed_at: string;
}

/** A month was closed or opened again. `closed_period` holds only what is closed now, because it is read before each push. */
export interface PeriodChangeRow {
  readonly account: string;
  /** Counts the changes of the account from 1. */
  readonly number: number;
  readonly month: string;
  readonly action: PeriodChange['action'];
  readonly changed_by: string;
  readonly changed_at: string;
  /** Empty where a month was closed. */
  readonly reason: string;
  /** The figures of the month when it was closed, as JSON; null where it was opened again. */
  readonly totals: string | null;
}

interface OfAccount {
  readonly account: string;
}

/** What the last reconciliation counted for a day. */
export interface CountedDayRow extends OfAccount {
  readonly storefront: string;
  readonly day: string;
  readonly source: number;
  readonly service: number;
  readonly missing: number;
  readonly differing: number;
  readonly counted_at: string;
}

/** See `DayFigure`; a row for each group, from the first entry on. */
export interface DayFigureRow extends OfAccount {
  readonly day: string;
  readonly state: FigureGroup['state'];
  readonly reason: string;
  readonly kind: FigureGroup['kind'];
  readonly jurisdiction: string;
  readonly currency: string;
  readonly storefront: string;
  readonly marketplace: number;
  readonly exempt: number;
  readonly resale: number;
  readonly entries: number;
  readonly count: number;
  /** Whole numbers of 64 bits, here and below: they are read as texts. */
  readonly gross: string;
  readonly taxed: string;
  readonly unknown_if_taxed: string;
  readonly discount: string;
  readonly shipping: string;
  readonly tax: string;
  readonly without_tax: number;
  readonly threshold_count: number;
  readonly threshold_sales: string;
  readonly not_taxable_count: number;
  readonly not_taxable_sales: string;
  readonly untaxed_sales: string;
  readonly shown: number;
  readonly service_total: string;
  readonly service_tax: string;
  readonly service_reported_tax: string;
}

/** A transaction of the service's list, as the nightly proof remembers it. */
export type ListedRow = ListedTransaction & OfAccount;

/** JSON from which the nightly proof of an account continues. */
export interface ProofStateRow extends OfAccount {
  readonly name: string;
  readonly state: string;
}

/** See `ProvedDay`. */
export interface ProvedDayRow extends OfAccount {
  readonly storefront: string;
  readonly day: string;
  readonly digest: string | null;
  /** Milliseconds since 1970. */
  readonly seen_at: number;
}
