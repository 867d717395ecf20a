/** Converts runs, report lines and their parts between our types and the rows of the database. */
import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs, type Undecodable } from '../../domain/decode.ts';
import type { Instant } from '../../domain/instant.ts';
import type { SentLine } from '../../domain/review-store.ts';
import {
  type Adjustment,
  isInService,
  type LineDetail,
  type ReportLine,
  type Run,
  type RunRequest,
} from '../../domain/run.ts';
import type { ShownFields } from '../../domain/sync-store.ts';
import type { FigureGroup } from '../../domain/day-figures.ts';
import type { CountedLine } from '../../mapping/sold.ts';
import type { Minor } from '../review-schema.ts';
import type {
  AdjustmentRow,
  FindingRow,
  LineVersionRow,
  PresentLineRow,
  RunLineRow,
  RunRow,
  RunTimeZoneRow,
} from '../schema.ts';

const requestColumns = ['kind', 'dry_run', 'storefronts', 'from_day', 'to_day'] as const;

/** The columns of a run that hold its request. Equal requests have equal columns, and other requests have others. */
export type RequestRow = Pick<RunRow, (typeof requestColumns)[number]>;

export const toRequestRow = ({ kind = 'historical', dryRun, storefronts, range }: RunRequest): RequestRow => ({
  ...{ kind, dry_run: dryRun ? 1 : 0, storefronts: JSON.stringify(storefronts) },
  ...{ from_day: range.from, to_day: range.to },
});

export const isSameRequest = (one: RequestRow, other: RequestRow): boolean =>
  requestColumns.every((column) => one[column] === other[column]);

/** The names in the column of a run. Left: see `toRunRequest`. */
export const parseStorefronts: (text: string) => E.Either<Undecodable, readonly string[]> = flow(
  J.parse,
  E.getOrElseW(() => null),
  decodeAs(t.readonlyArray(t.string)),
);

/** The inverse of `toRequestRow`. Left when the stored request cannot be read: the database is damaged. */
export const toRunRequest = (row: RequestRow): E.Either<Undecodable, RunRequest> =>
  pipe(
    parseStorefronts(row.storefronts),
    E.map((storefronts) => ({
      ...{ storefronts, range: { from: row.from_day, to: row.to_day }, dryRun: row.dry_run === 1 },
      ...(row.kind === 'live' && { kind: row.kind }),
    })),
  );

/** Left when the stored request cannot be read: the database is damaged. */
export const toRun = (row: RunRow, zones: readonly RunTimeZoneRow[]): E.Either<Undecodable, Run> => {
  const request = toRunRequest(row);
  if (E.isLeft(request)) return request;
  return E.right({
    ...request.right,
    id: row.id,
    status: row.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    timeZones: Object.fromEntries(zones.map(({ storefront, time_zone }) => [storefront, time_zone])),
    ...(row.into_closed_periods === 1 && { intoClosedPeriods: true }),
    ...(row.pruned_at !== null && { prunedAt: row.pruned_at }),
  });
};

/** The line of a run with the version that it points to. */
export type LineRow = RunLineRow & LineVersionRow;

/** The columns in which a run reports a record, without the position of its line. */
export const toRunColumns = (line: ReportLine): Omit<RunLineRow, 'run' | 'position' | 'version'> => ({
  outcome: line.outcome,
  reason: line.reason,
  message: line.message,
  reported_tax: line.reportedTax ?? null,
  reported_amount: line.amounts?.reportedTax?.reported.toString() ?? null,
  older: line.isOlder === true ? 1 : 0,
});

export const toVersionRow = (account: string, line: ReportLine, day: string | null): LineVersionRow => ({
  account,
  id: line.id,
  storefront: line.storefront,
  source_id: line.sourceId,
  name: line.name,
  kind: line.kind,
  currency: (line.amounts ?? line.stated)?.currency ?? null,
  jurisdiction: (line.amounts ?? line.stated)?.jurisdiction ?? null,
  month: line.amounts?.month ?? null,
  day,
  occurred_at: line.occurredAt ?? null,
  total: (line.amounts ?? line.stated)?.total?.toString() ?? null,
  tax_collected: line.amounts?.taxCollected.toString() ?? null,
  taxed: line.detail?.taxed?.toString() ?? null,
  not_taxable: line.detail?.notTaxable?.toString() ?? null,
  discount: line.detail?.discount.toString() ?? null,
  shipping: line.detail?.shipping.toString() ?? null,
  remitted_by: line.detail?.marketplace ?? null,
  exemption: line.detail?.exemption ?? null,
  parent_id: line.detail?.parentId ?? null,
  zip: line.detail?.zip ?? null,
});

/** The rows of the findings and adjustments of a line, without the number of its version. */
export interface ListedRows {
  readonly findings: readonly Omit<FindingRow, 'version'>[];
  readonly adjustments: readonly Omit<AdjustmentRow, 'version'>[];
}

export const toListedRows = (
  account: string,
  { findings, adjustments }: ReportLine,
  dayOf: (instant: Instant) => string,
): ListedRows => ({
  findings: findings.map((kind, position) => ({ position, account, kind })),
  adjustments: adjustments.map(({ kind, id, occurredAt, currency, amount, tax, taxed, sent, message }, position) => ({
    position,
    account,
    kind,
    id,
    occurred_at: occurredAt,
    day: dayOf(occurredAt),
    currency,
    amount: amount.toString(),
    tax: tax?.toString() ?? null,
    taxed: taxed?.toString() ?? null,
    sent: sent ? 1 : 0,
    message,
  })),
});

export const lineAmountsOf = (
  row: Pick<LineRow, 'currency' | 'jurisdiction' | 'month' | 'total' | 'tax_collected' | 'reported_amount'>,
): ReportLine['amounts'] => {
  const { currency, jurisdiction, month, total, tax_collected, reported_amount } = row;
  if (currency === null || jurisdiction === null || month === null || total === null || tax_collected === null)
    return null;
  const taxCollected = BigInt(tax_collected);
  const reportedTax =
    reported_amount === null ? null : { count: 1, reported: BigInt(reported_amount), collected: taxCollected };
  return {
    currency,
    jurisdiction,
    month,
    total: BigInt(total),
    taxCollected,
    ...(reportedTax !== null && { reportedTax }),
  };
};

/** A line from its row and from the rows of its findings and adjustments, both in the order of their positions. */
export const toReportLine = (
  row: LineRow,
  findings: readonly FindingRow[],
  adjustments: readonly AdjustmentRow[],
): ReportLine => {
  const stated = statedSaleOf(row);
  const detail = lineDetailOf(row);
  return {
    storefront: row.storefront,
    id: row.id,
    sourceId: row.source_id,
    name: row.name,
    kind: row.kind,
    outcome: row.outcome,
    reason: row.reason,
    message: row.message,
    amounts: lineAmountsOf(row),
    findings: findings.map(({ kind }) => kind),
    adjustments: adjustments.map(toAdjustment),
    ...(row.reported_tax !== null && { reportedTax: row.reported_tax }),
    ...(row.occurred_at !== null && { occurredAt: row.occurred_at }),
    ...(stated !== undefined && { stated }),
    ...(detail !== undefined && { detail }),
    ...(row.older === 1 && { isOlder: true as const }),
  };
};

/** The row of a line with what the service showed for it. */
export interface SentRow extends LineRow {
  readonly shown: string | null;
}

export const toSentLine = (
  row: SentRow,
  findings: readonly FindingRow[],
  adjustments: readonly AdjustmentRow[],
): SentLine => ({
  ...toReportLine(row, findings, adjustments),
  adjustments: adjustments.map((one) => ({ ...toAdjustment(one), day: one.day })),
  day: row.day,
  shown: parseShown(row.shown),
});

/** The few columns of a line that the day figures need. */
const counted = [
  ...(['version', 'id', 'storefront', 'kind', 'currency', 'jurisdiction', 'month', 'total', 'tax_collected'] as const),
  ...(['discount', 'shipping', 'remitted_by', 'exemption', 'parent_id'] as const),
  ...(['reported_amount', 'taxed', 'not_taxable', 'day', 'reason'] as const),
];

const ofRunLine: ReadonlySet<string> = new Set(['version', 'reported_amount', 'reason']);

export const countedColumns = counted
  .map((column) => `${ofRunLine.has(column) ? 'run_line' : 'line_version'}.${column}`)
  .join(', ');

export type CountedRow = Pick<SentRow, (typeof counted)[number] | 'shown'> & Pick<PresentLineRow, 'state'>;

export const toCountedLine = (
  row: CountedRow,
  findings: readonly FindingRow[],
  adjustments: readonly AdjustmentRow[],
): CountedLine => {
  const stated = statedSaleOf(row);
  const detail = lineDetailOf({ ...row, zip: null });
  return {
    id: row.id,
    storefront: row.storefront,
    kind: row.kind,
    amounts: lineAmountsOf(row),
    findings: findings.map(({ kind }) => kind),
    adjustments: adjustments.map((one) => ({ ...toAdjustment(one), day: one.day })),
    day: row.day,
    shown: parseShown(row.shown),
    ...(stated !== undefined && { stated }),
    ...(detail !== undefined && { detail }),
  };
};

/** The state in which a line counts; undefined for a record of other days, about which the run reports nothing. Pure. */
export const stateOfLine = (
  { outcome, reason, month }: Pick<LineRow, 'outcome' | 'reason' | 'month'>,
  isPreview: boolean,
): FigureGroup['state'] | undefined => {
  if (reason === 'outside the chosen days') return undefined;
  if (reason === 'would be sent') return month === null ? undefined : 'preview';
  const isHeldByService = month !== null && isInService(outcome);
  if (!isHeldByService && reason !== 'credit document') return isInService(outcome) ? undefined : 'not sent';
  return isPreview ? 'preview' : 'in service';
};

/** Groups rows by the number of their version. */
export const groupByVersion = <A extends { readonly version: number }>(
  rows: readonly A[],
): ReadonlyMap<number, readonly A[]> => {
  const groups = new Map<number, A[]>();
  for (const row of rows) {
    const version = toNumber(row.version);
    groups.set(version, [...(groups.get(version) ?? []), row]);
  }
  return groups;
};

/** A whole number as a database returns it: SQLite as a number, PostgreSQL a BIGINT or a count as text. */
export const toNumber = (value: number | string | bigint): number => Number(value);

export const toMinor = (value: Minor | null): bigint | null => (value === null ? null : BigInt(value));

/** What the service showed for a transaction, from JSON that we wrote; null if it cannot be read. */
export const parseShown = (text: string | null): ShownFields | null => {
  if (text === null) return null;
  return O.toNullable(O.tryCatch(() => JSON.parse(text) as ShownFields));
};

const statedSaleOf = ({
  currency,
  jurisdiction,
  month,
  total,
}: Pick<LineVersionRow, 'currency' | 'jurisdiction' | 'month' | 'total'>): ReportLine['stated'] =>
  currency === null || month !== null ? undefined : { currency, jurisdiction, total: toMinor(total) };

const lineDetailOf = (
  row: Pick<
    LineVersionRow,
    'discount' | 'shipping' | 'remitted_by' | 'exemption' | 'parent_id' | 'zip' | 'taxed' | 'not_taxable'
  >,
): LineDetail | undefined => {
  const { discount, shipping, taxed, not_taxable } = row;
  if (discount === null || shipping === null) return undefined;
  return {
    ...{ zip: row.zip, discount: BigInt(discount), shipping: BigInt(shipping) },
    ...{ marketplace: row.remitted_by, exemption: row.exemption, parentId: row.parent_id },
    ...(taxed !== null && { taxed: BigInt(taxed) }),
    ...(not_taxable !== null && { notTaxable: BigInt(not_taxable) }),
  };
};

const toAdjustment = (row: AdjustmentRow): Adjustment => ({
  kind: row.kind,
  id: row.id,
  occurredAt: row.occurred_at,
  currency: row.currency,
  amount: BigInt(row.amount),
  tax: toMinor(row.tax),
  ...(row.taxed !== null && { taxed: BigInt(row.taxed) }),
  sent: row.sent === 1,
  message: row.message,
});
