/** What each kind of CSV file defines (Shopify's export, Stripe's export, the merchant's own), so that one reader serves all. */
import type * as O from 'fp-ts/lib/Option.js';
import type { Instant } from '../../../src/domain/instant.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { Account, SourceResult } from '../../../src/mapping/source-connector.ts';

/** The value of a column in one row, without blanks around it; empty where the file has no such column. */
export type Fields = (column: string) => string;

/** The account whose sales a file has, and how they are mapped. */
export interface FileContext {
  readonly account: Account;
  readonly policy: Policy;
  /** The platform as the first part of every transaction's id; `platformName`: as people write it. */
  readonly platform: string;
  readonly platformName: string;
  /** The header, as the file has it. */
  readonly columns: readonly string[];
}

/** A kind of file that can be read. */
export interface Shape {
  /** As a message names it: `Shopify's export of orders`. */
  readonly name: string;
  /** The platform whose ids the records have; null for ids of the merchant's own. */
  readonly platform: string | null;
  readonly platformName: string;
  /** Required columns; several names of one column are alternatives. */
  readonly required: readonly (readonly string[])[];
  /** All columns that are allowed; left out where further columns are ignored. */
  readonly all?: readonly string[];
  /** The platform's id of the record that begins with this row; empty when the row has no id. */
  readonly idOf: (first: Fields) => string;
  /** The number or name that the merchant knows. */
  readonly nameOf: (first: Fields) => string;
  /** Whether the row belongs to the same record as the row before it. */
  readonly continues: (first: Fields, row: Fields) => boolean;
  /** Whether a row can only continue a record; if a record begins with such a row, the rows are out of order. */
  readonly isPart: (row: Fields) => boolean;
  readonly occurredAt: (first: Fields, timeZone: string) => O.Option<Instant>;
  readonly toResult: (context: FileContext, rows: readonly Fields[]) => SourceResult;
}
