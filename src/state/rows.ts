import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs, type Undecodable } from '../core/decode.ts';
import type { Movement, Run, RunEntry, RunRequest } from '../core/run.ts';
import type { EntryRow, FindingRow, MovementRow, RunRow, RunTimeZoneRow } from './schema.ts';

const parts = [t.readonlyArray(t.string), t.string, t.string, t.boolean] as const;
const Request = t.union([t.tuple([...parts, t.literal('live')]), t.tuple([...parts])], 'RunRequest');
const decodeRequest = decodeAs(Request);

/** The inverse of `requestKey`. */
export const requestOf = (key: string): E.Either<Undecodable, RunRequest> => {
  const decoded = decodeRequest(
    E.toUnion(
      E.tryCatch(
        (): unknown => JSON.parse(key),
        () => null,
      ),
    ),
  );
  if (E.isLeft(decoded)) return decoded;
  const [storefronts, from, to, dryRun, kind] = decoded.right;
  return E.right({ storefronts, range: { from, to }, dryRun, ...(kind === 'live' && { kind }) });
};

/** Left when the stored request cannot be read: the book is damaged. */
export const toRun = (row: RunRow, zones: readonly RunTimeZoneRow[]): E.Either<Undecodable, Run> => {
  const request = requestOf(row.request);
  if (E.isLeft(request)) return request;
  return E.right({
    ...request.right,
    id: row.id,
    status: row.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    timeZones: Object.fromEntries(zones.map(({ storefront, time_zone }) => [storefront, time_zone])),
    ...(row.into_closed_periods === 1 && { intoClosedPeriods: true }),
  });
};

/** Longer amounts are not summed up: see `exact-sums.ts`. */
const reportedAmountOf = ({ amounts }: RunEntry): string | null => {
  const [reported, collected] = [amounts?.reportedTax?.reported.toString(), amounts?.taxCollected.toString()];
  const isShort = (text: string | undefined): boolean => text !== undefined && text.length <= 12;
  return isShort(reported) && isShort(collected) ? (reported ?? null) : null;
};

export const fromEntry = (run: number, place: number, entry: RunEntry): EntryRow => ({
  run,
  place,
  id: entry.id,
  storefront: entry.storefront,
  source_id: entry.sourceId,
  name: entry.name,
  kind: entry.kind,
  outcome: entry.outcome,
  reason: entry.reason,
  message: entry.message,
  currency: entry.amounts?.currency ?? null,
  jurisdiction: entry.amounts?.jurisdiction ?? null,
  month: entry.amounts?.month ?? null,
  total: entry.amounts?.total.toString() ?? null,
  tax_collected: entry.amounts?.taxCollected.toString() ?? null,
  reported_tax: entry.reportedTax ?? null,
  reported_amount: reportedAmountOf(entry),
});

export const fromFindings = (run: number, place: number, { findings }: RunEntry): readonly FindingRow[] =>
  findings.map((kind, position) => ({ run, place, position, kind }));

export const fromMovements = (run: number, place: number, { movements }: RunEntry): readonly MovementRow[] =>
  movements.map(({ kind, id, occurredAt, currency, amount, tax, sent, message }, position) => ({
    run,
    place,
    position,
    kind,
    id,
    occurred_at: occurredAt,
    currency,
    amount: amount.toString(),
    tax: tax?.toString() ?? null,
    sent: sent ? 1 : 0,
    message,
  }));

const toMovement = (row: MovementRow): Movement => ({
  kind: row.kind,
  id: row.id,
  occurredAt: row.occurred_at,
  currency: row.currency,
  amount: BigInt(row.amount),
  tax: row.tax === null ? null : BigInt(row.tax),
  sent: row.sent === 1,
  message: row.message,
});

const amountsOf = (row: EntryRow): RunEntry['amounts'] => {
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

/** An entry from its row and those of its findings and movements, both in the order of their positions. */
export const toEntry = (
  row: EntryRow,
  findings: readonly FindingRow[],
  movements: readonly MovementRow[],
): RunEntry => ({
  storefront: row.storefront,
  id: row.id,
  sourceId: row.source_id,
  name: row.name,
  kind: row.kind,
  outcome: row.outcome,
  reason: row.reason,
  message: row.message,
  amounts: amountsOf(row),
  findings: findings.map(({ kind }) => kind),
  movements: movements.map(toMovement),
  ...(row.reported_tax !== null && { reportedTax: row.reported_tax }),
});
