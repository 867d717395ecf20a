import type { Generated } from 'kysely';
import type { AuditAnswer, AuditCause, AuditRecord } from '../domain/audit.ts';

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
  /** The digest of an `AuditSettingsRow`. */
  readonly settings: string | null;
}

/** One row for all requests that were made by the same version with the same settings. */
export interface AuditSettingsRow {
  readonly digest: string;
  /** JSON. */
  readonly settings: string;
}

export interface AuditTables {
  /** `audit_number` counts them, in the order in which they were added. */
  readonly audit: AuditRow & { readonly audit_number: Generated<number> };
  readonly audit_settings: AuditSettingsRow;
}
