import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import type { ReviewStore, SentLine, SentLinesFilter, SentLinesPage } from '../../domain/review-store.ts';
import type { StoreResult } from '../../domain/sync-store.ts';
import { piecesInTurns } from '../../domain/turns.ts';
import type { AdjustmentRow, FindingRow, RunRow } from '../schema.ts';
import { type AccountDatabase, inReadTransaction, listStatement, type SqlTransaction } from './database.ts';
import { groupByLine, type SentRow, toNumber, toSentLine } from './rows.ts';

/** Lines that one page looks at: the work of the host in the same process waits for as long. */
const linesAtATime = 500;

/**
 * The lines of a run, each once and by an index: those of the days that are wanted, and those of other days or none that something
 * happened to on those.
 */
const parts = ['of days', 'changed on days'] as const;

type Part = (typeof parts)[number];

interface Position {
  readonly run: number;
  readonly part: Part;
  /** What was looked at last, by its day and place; an empty day is before all others. */
  readonly day: string;
  readonly place: number;
}

const startOf = (run: number, part: Part = parts[0]): Position => ({ run, part, day: '', place: -1 });

const positionText = ({ run, part, day, place }: Position): string => JSON.stringify([run, part, day, place]);

/** The cursor never leaves the process. */
const parsePosition = (text: string): Position => {
  const [run, part, day, place] = JSON.parse(text) as [number, Part, string, number];
  return { run, part, day, place };
};

type Days = SentLinesFilter['days'];

const isWithin = (day: RawBuilder<unknown>, { from, to }: Days): RawBuilder<boolean> =>
  sql`(${day} >= ${from} and ${day} <= ${to})`;

type Candidate = Pick<Position, 'day' | 'place'>;

/** Lists of few lengths, so that their statements are few: the last place again changes nothing in an `in (…)`. */
const listLengths = [16, 128, linesAtATime] as const;

const filledUp = (places: readonly number[]): readonly number[] => {
  const length = listLengths.find((one) => places.length <= one) ?? places.length;
  return [...places, ...Array.from({ length: length - places.length }, () => places.at(-1) ?? 0)];
};

/** Computed, so that the others of the same line are found by its place, and not all of these days. */
const ownDay = sql`earlier.day || ''`;

const candidatesOf = ({ run, part, day, place }: Position, days: Days): RawBuilder<Candidate> => {
  const limit = sql.lit(linesAtATime);
  const behind = sql`(day > ${day} or (day = ${day} and place > ${place}))`;
  // From the day that was looked at last, so that the index leads there, and a page does not pass over all those before it.
  const rest: Days = day === '' ? days : { from: day, to: days.to };
  const later = sql`${isWithin(sql`day`, rest)} and ${behind} order by day, place limit ${limit}`;
  return part === 'of days'
    ? sql`select day, place from report_line where run = ${run} and ${later}`
    : sql`select day, place from adjustment where run = ${run}
        and not exists (select 1 from adjustment earlier where earlier.run = adjustment.run and earlier.place = adjustment.place
          and ${isWithin(ownDay, days)} and (${ownDay} < adjustment.day
            or (${ownDay} = adjustment.day and earlier.position < adjustment.position)))
        and ${later}`;
};

/** Computed, so that the lines of a page are found by their places: by its days, each page would read all lines of these. */
const lineDay = sql`coalesce(report_line.day, '')`;

/** What of the lines of a part is wanted. */
const isOfPart = (part: Part, days: Days): RawBuilder<boolean> =>
  part === 'of days' ? isWithin(lineDay, days) : sql`not ${isWithin(lineDay, days)}`;

const sentRows = (
  account: string,
  { run, part }: Position,
  places: readonly number[],
  { storefronts, days }: SentLinesFilter,
): RawBuilder<SentRow> => sql`
  select report_line.*, service_transaction.shown as shown
  from report_line
    left join submission on submission.account = ${account} and submission.id = report_line.id
    left join service_transaction on service_transaction.account = ${account}
      and service_transaction.id = coalesce(submission.remote_id, report_line.id)
  where report_line.run = ${run} and report_line.place in (${sql.join(filledUp(places))}) and ${isOfPart(part, days)}
    ${storefronts === undefined ? sql`` : sql`and report_line.storefront in (${sql.join(storefronts)})`}
    and exists (select 1 from present_line where present_line.account = ${account} and present_line.id = report_line.id
      and present_line.run = report_line.run and present_line.state = 'in service')
  order by report_line.place`;

const candidates = async (
  transaction: SqlTransaction,
  position: Position,
  days: Days,
): Promise<readonly Candidate[]> => {
  const { rows } = await candidatesOf(position, days).execute(transaction);
  return rows.map(({ day, place }) => ({ day, place: toNumber(place) }));
};

/** Where the next page begins. */
const nextOf = (position: Position, looked: readonly Candidate[]): Position => {
  const last = looked.at(-1);
  if (last !== undefined && looked.length === linesAtATime) return { ...position, ...last };
  const part = parts[parts.indexOf(position.part) + 1];
  return part === undefined ? startOf(position.run + 1) : startOf(position.run, part);
};

const runFrom = (
  transaction: SqlTransaction,
  account: string,
  number: number,
): Promise<Pick<RunRow, 'number'> | undefined> =>
  transaction
    .selectFrom('run')
    .select('number')
    .where('account', '=', account)
    .where('number', '>=', number)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();

export const sqlSentLines = (database: AccountDatabase): ReviewStore['sentLines'] => {
  const { engine, account } = database;
  const findingsOf = listStatement<FindingRow>(
    engine,
    'select * from finding where run = ? and place in (',
    ') order by place, position',
  );
  const adjustmentsOf = listStatement<AdjustmentRow>(
    engine,
    'select * from adjustment where run = ? and place in (',
    ') order by place, position',
  );
  const readPage = (filter: SentLinesFilter, after: O.Option<string>) =>
    inReadTransaction(database, async (transaction): StoreResult<SentLinesPage> => {
      const from = O.isSome(after) ? parsePosition(after.value) : startOf(0);
      const run = await runFrom(transaction, account, from.run);
      if (run === undefined || filter.storefronts?.length === 0) return E.right({ lines: [], next: O.none });
      const number = toNumber(run.number);
      const position = number === from.run ? from : startOf(number);
      const looked = await candidates(transaction, position, filter.days);
      const next = O.some(positionText(nextOf(position, looked)));
      if (looked.length === 0) return E.right({ lines: [], next });
      const wanted = looked.map(({ place }) => place);
      const { rows } = await sentRows(account, position, wanted, filter).execute(transaction);
      const places = rows.map(({ place }) => toNumber(place));
      const findings = groupByLine(await findingsOf(transaction, places, number));
      const adjustments = groupByLine(await adjustmentsOf(transaction, places, number));
      const lines: SentLine[] = [];
      for await (const piece of piecesInTurns(rows)) {
        for (const row of piece) {
          const place = toNumber(row.place);
          lines.push(toSentLine(row, findings.get(place) ?? [], adjustments.get(place) ?? []));
        }
      }
      return E.right({ lines, next });
    });
  return (filter, after) => async () => {
    return readPage(filter, after)();
  };
};
