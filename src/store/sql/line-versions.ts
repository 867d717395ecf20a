/** Stores each version of a report line once, so that runs over unchanged sales share it and old reports stay as they were. */
import type { AdjustmentRow, FindingRow, LineVersionRow, RunLineRow } from '../schema.ts';
import { type AccountDatabase, insertRows, listStatement, type SqlTransaction, withoutNul } from './database.ts';
import { type Listed, prepareListedOf } from './listed-of.ts';
import { type LineRow, type ListedRows, toNumber } from './rows.ts';

/** The content of a line: what became of its record, with its findings and adjustments. */
export interface Content {
  readonly row: LineVersionRow;
  readonly listed: ListedRows;
}

/** A stored version, with the line of the current run that points to it, if any. */
interface Known extends Content {
  readonly version: number;
  readonly listed: Listed;
  readonly before: LineRow | null;
}

interface LineVersions {
  /** All versions of these ids, by id. */
  readonly knownOf: (transaction: SqlTransaction, run: number, ids: readonly string[]) => Promise<readonly Known[]>;
  /** The version numbers of these contents, by id. Contents that are not stored yet are inserted. Each id occurs once. */
  readonly numbersOf: (
    transaction: SqlTransaction,
    known: readonly Known[],
    contents: readonly Content[],
  ) => Promise<ReadonlyMap<string, number>>;
  /** Deletes the versions that no run points to. */
  readonly dropUnused: (transaction: SqlTransaction, versions: readonly number[]) => Promise<void>;
}

type KnownRow = LineVersionRow &
  Pick<RunLineRow, 'version'> & {
    readonly [Column in Exclude<keyof RunLineRow, 'version'>]: RunLineRow[Column] | null;
  };

/** The caller holds the lock of the days of these ids, so that their commits run one after the other. */
export const prepareLineVersions = ({ engine, account }: AccountDatabase): LineVersions => {
  const rowsOf = listStatement<KnownRow>(
    engine,
    `select line_version.*, run_line.run, run_line.position, run_line.outcome, run_line.reason, run_line.message,
       run_line.reported_tax, run_line.reported_amount, run_line.older
     from line_version left join run_line on run_line.version = line_version.version and run_line.run = ?
     where line_version.account = ? and line_version.id in (`,
    ') order by line_version.version',
  );
  const listedOf = prepareListedOf(engine);
  const insertVersions = insertRows<LineVersionRow, Pick<KnownRow, 'id' | 'version'>>(
    engine,
    'line_version',
    'returning id, version',
  );
  const insertFindings = insertRows<FindingRow>(engine, 'finding');
  const insertAdjustments = insertRows<AdjustmentRow>(engine, 'adjustment');
  // Findings and adjustments are deleted with their version (on delete cascade).
  const remove = listStatement(
    engine,
    `delete from line_version where not exists (select 1 from run_line where run_line.version = line_version.version)
       and version in (`,
  );
  return {
    knownOf: async (transaction, run, ids) => {
      const rows = await rowsOf(transaction, ids, run, account);
      const listed = await listedOf(
        transaction,
        rows.map(({ version }) => toNumber(version)),
      );
      return rows.map((row) => {
        const version = toNumber(row.version);
        return { version, row, listed: listed(version), before: row.position === null ? null : (row as LineRow) };
      });
    },
    numbersOf: async (transaction, known, contents) => {
      const byText = new Map(known.map((one) => [textOf(one), one.version]));
      const numbers = new Map<string, number>();
      const added: Content[] = [];
      for (const content of contents) {
        const number = known.length === 0 ? undefined : byText.get(textOf(content));
        if (number === undefined) added.push(content);
        else numbers.set(content.row.id, number);
      }
      const inserted = await insertVersions(
        transaction,
        added.map(({ row }) => row),
      );
      const byId = new Map(inserted.map(({ id, version }) => [id, toNumber(version)]));
      const findings: FindingRow[] = [];
      const adjustments: AdjustmentRow[] = [];
      for (const { row, listed } of added) {
        const version = byId.get(String(withoutNul(row.id))) ?? 0;
        numbers.set(row.id, version);
        for (const finding of listed.findings) findings.push({ version, ...finding });
        for (const adjustment of listed.adjustments) adjustments.push({ version, ...adjustment });
      }
      await insertFindings(transaction, findings);
      await insertAdjustments(transaction, adjustments);
      return numbers;
    },
    dropUnused: async (transaction, versions) => {
      await remove(transaction, versions);
    },
  };
};

/**
 * Two contents with the same text are the same version. Amounts are texts in one and numbers in the other, and a text is compared
 * in its stored form.
 */
const textOf = ({ row, listed: { findings, adjustments } }: Content): string => {
  const { id, storefront, source_id, name, kind, currency, jurisdiction, month, day, occurred_at, zip } = row;
  return JSON.stringify(
    withoutNul([
      ...[id, storefront, source_id, name, kind, currency, jurisdiction, month, day, occurred_at, zip],
      ...[row.remitted_by, row.exemption, row.parent_id],
      ...[row.total, row.tax_collected, row.taxed, row.not_taxable, row.discount, row.shipping].map(cellText),
      ...findings.map((finding) => finding.kind),
      ...adjustments.flatMap((one) => [
        ...[one.kind, one.id, one.occurred_at, one.day, one.currency, one.message],
        ...[one.amount, one.tax, one.taxed, one.sent].map(cellText),
      ]),
    ]),
  );
};

const cellText = (cell: string | number | bigint | null): string | null => (cell === null ? null : String(cell));
