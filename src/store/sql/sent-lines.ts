/** Reads, page by page, all lines that the service holds for some days: the rows of exports, tie-outs and state reports. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import type { ReviewStore, SentLine, SentLinesFilter, SentLinesPage } from '../../domain/review-store.ts';
import type { StoreResult } from '../../domain/sync-store.ts';
import { piecesInTurns } from '../../domain/turns.ts';
import { type AccountDatabase, inReadTransaction, type SqlTransaction } from './database.ts';
import { prepareListedOf } from './listed-of.ts';
import { type SentRow, toNumber, toSentLine } from './rows.ts';

/**
 * Reads each line once, by an index: first lines of the wanted days, then lines of other days, or without a day, that were
 * adjusted on the wanted days.
 */
const parts = ['of days', 'changed on days'] as const;

type Part = (typeof parts)[number];

interface Position {
  readonly part: Part;
  /** The last line that was read, by its day and version; an empty day sorts before all others. */
  readonly day: string;
  readonly version: number;
}

type Days = SentLinesFilter['days'];

type Candidate = Pick<Position, 'day' | 'version'>;

export const sqlSentLines = (database: AccountDatabase): ReviewStore['sentLines'] => {
  const { engine, account } = database;
  const listedOf = prepareListedOf(engine);
  const candidates = async (
    transaction: SqlTransaction,
    position: Position,
    days: Days,
  ): Promise<readonly Candidate[]> => {
    const { rows } = await candidatesOf(account, position, days).execute(transaction);
    return rows.map(({ day, version }) => ({ day, version: toNumber(version) }));
  };
  const readPage = (filter: SentLinesFilter, after: O.Option<string>) =>
    inReadTransaction(database, async (transaction): StoreResult<SentLinesPage> => {
      if (filter.storefronts?.length === 0) return E.right({ lines: [], next: O.none });
      const position = O.isSome(after) ? parsePosition(after.value) : startOf(parts[0]);
      const looked = await candidates(transaction, position, filter.days);
      const next = O.map(positionText)(O.fromNullable(nextOf(position, looked)));
      if (looked.length === 0) return E.right({ lines: [], next });
      const wanted = looked.map(({ version }) => version);
      const { rows } = await sentRows(account, position.part, wanted, filter).execute(transaction);
      const listed = await listedOf(
        transaction,
        rows.map(({ version }) => toNumber(version)),
      );
      const lines: SentLine[] = [];
      for await (const piece of piecesInTurns(rows)) {
        for (const row of piece) {
          const { findings, adjustments } = listed(toNumber(row.version));
          lines.push(toSentLine(row, findings, adjustments));
        }
      }
      return E.right({ lines, next });
    });
  return (filter, after) => async () => {
    return readPage(filter, after)();
  };
};

/** Lines that one page reads: other work of the host's process has to wait for them. */
const linesAtATime = 500;

/** An expression instead of the column, so that other adjustments of the line are found by its version, and not by these days. */
const ownDay = sql`earlier.day || ''`;

const candidatesOf = (account: string, { part, day, version }: Position, days: Days): RawBuilder<Candidate> => {
  const behind = sql`(day > ${day} or (day = ${day} and version > ${version}))`;
  // The range starts at the day that was read last, so that the index leads there directly.
  const rest: Days = day === '' ? days : { from: day, to: days.to };
  const later = sql`${isWithin(sql`day`, rest)} and ${behind} order by day, version limit ${sql.lit(linesAtATime)}`;
  return part === 'of days'
    ? sql`select day, version from line_version where account = ${account} and ${later}`
    : sql`select day, version from adjustment where account = ${account}
        and not exists (select 1 from adjustment earlier where earlier.version = adjustment.version
          and ${isWithin(ownDay, days)} and (${ownDay} < adjustment.day
            or (${ownDay} = adjustment.day and earlier.position < adjustment.position)))
        and ${later}`;
};

const isWithin = (day: RawBuilder<unknown>, { from, to }: Days): RawBuilder<boolean> =>
  sql`(${day} >= ${from} and ${day} <= ${to})`;

/** The cursor never leaves the process. */
const parsePosition = (text: string): Position => {
  const [part, day, version] = JSON.parse(text) as [Part, string, number];
  return { part, day, version };
};

const startOf = (part: Part): Position => ({ part, day: '', version: -1 });

const positionText = ({ part, day, version }: Position): string => JSON.stringify([part, day, version]);

/** The start of the next page; undefined after the last page. */
const nextOf = (position: Position, looked: readonly Candidate[]): Position | undefined => {
  const last = looked.at(-1);
  if (last !== undefined && looked.length === linesAtATime) return { ...position, ...last };
  const part = parts[parts.indexOf(position.part) + 1];
  return part === undefined ? undefined : startOf(part);
};

/**
 * Selects the versions to which the counted line of a transaction in the service points. The order of the tables keeps the
 * planner from reading a whole account.
 */
const sentRows = (
  account: string,
  part: Part,
  versions: readonly number[],
  { storefronts, days }: SentLinesFilter,
): RawBuilder<SentRow> => sql`
  select run_line.*, line_version.*, service_transaction.shown as shown
  from line_version cross join present_line cross join run_line
    left join submission on submission.account = ${account} and submission.id = line_version.id
    left join service_transaction on service_transaction.account = ${account}
      and service_transaction.id = coalesce(submission.remote_id, line_version.id)
  where line_version.version in (${sql.join(filledUp(versions))}) and ${isOfPart(part, days)}
    and present_line.account = ${account} and present_line.id = line_version.id and present_line.state = 'in service'
    and run_line.run = present_line.run and run_line.position = present_line.position and run_line.version = line_version.version
    ${storefronts === undefined ? sql`` : sql`and line_version.storefront in (${sql.join(storefronts)})`}
  order by line_version.day, line_version.version`;

/** Lists have few lengths, so that there are few statements: repeating the last number changes nothing in an `in (…)`. */
const listLengths = [16, 128, linesAtATime] as const;

const filledUp = (versions: readonly number[]): readonly number[] => {
  const length = listLengths.find((one) => versions.length <= one) ?? versions.length;
  return [...versions, ...Array.from({ length: length - versions.length }, () => versions.at(-1) ?? 0)];
};

/**
 * An expression instead of the column, so that the lines of a page are found by their versions: by its days, each page would read
 * all lines of these days.
 */
const lineDay = sql`coalesce(line_version.day, '')`;

const isOfPart = (part: Part, days: Days): RawBuilder<boolean> =>
  part === 'of days' ? isWithin(lineDay, days) : sql`not ${isWithin(lineDay, days)}`;
