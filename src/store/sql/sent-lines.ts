import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import type { ReviewStore, SentLine, SentLinesFilter, SentLinesPage } from '../../domain/review-store.ts';
import type { ShownFields, StoreResult } from '../../domain/sync-store.ts';
import type { EntryRow, FindingRow, MovementRow, RunRow } from '../schema.ts';
import { type AccountDatabase, inReadTransaction, listStatement, type SqlTransaction } from './database.ts';
import { groupByLine } from './report-lines.ts';
import { toNumber, toReportLine } from './rows.ts';

/** Lines that one page looks at: the work of the host in the same process waits for as long. */
const linesAtATime = 1000;

interface Position {
  readonly run: number;
  /** The next line to look at. */
  readonly place: number;
}

interface SentRow extends EntryRow {
  readonly time_zone: string | null;
  readonly shown: string | null;
}

const start: Position = { run: 0, place: 0 };

const positionText = ({ run, place }: Position): string => `${run}.${place}`;

/** Undefined for a text that is none; the cursor never leaves the process. */
const parsePosition = (text: string): Position | undefined => {
  const [, run, place] = /^(\d+)\.(\d+)$/.exec(text) ?? [];
  return run === undefined || place === undefined ? undefined : { run: Number(run), place: Number(place) };
};

const isSent = (table: 'entry' | 'later'): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`((${column('month')} is not null and ${column('outcome')} in ('succeeded', 'alreadyPresent'))
    or ${column('reason')} = 'credit document')`;
};

/** Instants are texts in UTC, so a day is their beginning. */
const isOnDays = (instant: RawBuilder<unknown>, { from, to }: SentLinesFilter['days']): RawBuilder<boolean> =>
  sql`(substr(${instant}, 1, 10) between ${from} and ${to})`;

const sentRows = (
  account: string,
  { run, place }: Position,
  { storefronts, days }: SentLinesFilter,
): RawBuilder<SentRow> => sql`
  select entry.*, run_time_zone.time_zone as time_zone, service_transaction.shown as shown
  from entry
    left join run_time_zone on run_time_zone.run = entry.run and run_time_zone.storefront = entry.storefront
    left join sending on sending.account = ${account} and sending.id = entry.id
    left join service_transaction on service_transaction.account = ${account}
      and service_transaction.id = coalesce(sending.remote_id, entry.id)
  where entry.run = ${run} and entry.place >= ${place} and entry.place < ${place + linesAtATime} and ${isSent('entry')}
    and (${isOnDays(sql`coalesce(entry.occurred_at, entry.month || '-01')`, days)} or exists (
      select 1 from movement where movement.run = entry.run and movement.place = entry.place
        and ${isOnDays(sql`movement.occurred_at`, days)}))
    ${storefronts === undefined ? sql`` : sql`and entry.storefront in (${sql.join(storefronts)})`}
    and not exists (select 1 from entry later where later.id = entry.id and later.run > entry.run
      and later.run in (select number from run where account = ${account}) and ${isSent('later')})
  order by entry.place`;

const runFrom = (
  transaction: SqlTransaction,
  account: string,
  number: number,
): Promise<Pick<RunRow, 'number' | 'next_place'> | undefined> =>
  transaction
    .selectFrom('run')
    .select(['number', 'next_place'])
    .where('account', '=', account)
    .where('number', '>=', number)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();

const parseShown = (text: string | null): ShownFields | null => {
  if (text === null) return null;
  return O.toNullable(O.tryCatch(() => JSON.parse(text) as ShownFields));
};

export const sqlSentLines = (database: AccountDatabase): ReviewStore['sentLines'] => {
  const { engine, account } = database;
  const findingsOf = listStatement<FindingRow>(
    engine,
    'select * from finding where run = ? and place in (',
    ') order by place, position',
  );
  const adjustmentsOf = listStatement<MovementRow>(
    engine,
    'select * from movement where run = ? and place in (',
    ') order by place, position',
  );
  return (filter, after) =>
    inReadTransaction(database, async (transaction): StoreResult<SentLinesPage> => {
      const from = O.isSome(after) ? parsePosition(after.value) : start;
      const run = from === undefined ? undefined : await runFrom(transaction, account, from.run);
      if (from === undefined || run === undefined || filter.storefronts?.length === 0)
        return E.right({ lines: [], next: O.none });
      const number = toNumber(run.number);
      const position = { run: number, place: number === from.run ? from.place : 0 };
      const { rows } = await sentRows(account, position, filter).execute(transaction);
      const places = rows.map(({ place }) => toNumber(place));
      const findings = groupByLine(await findingsOf(transaction, places, number));
      const adjustments = groupByLine(await adjustmentsOf(transaction, places, number));
      const end = position.place + linesAtATime;
      const next = end < toNumber(run.next_place) ? { run: number, place: end } : { run: number + 1, place: 0 };
      return E.right({
        lines: rows.map((row): SentLine => {
          const place = toNumber(row.place);
          const line = toReportLine(row, findings.get(place) ?? [], adjustments.get(place) ?? []);
          return { ...line, timeZone: row.time_zone, shown: parseShown(row.shown) };
        }),
        next: O.some(positionText(next)),
      });
    });
};
