/** Lists the matters that wait for a person, and saves a decision for all matters of a filter at once. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type RawBuilder, sql } from 'kysely';
import type { Decision, ListedMatter } from '../../domain/decision.ts';
import { intervalOf, wholeMonth } from '../../domain/date-range.ts';
import type { ClosedPeriod, DecisionStore, OpenReason, SignOff } from '../../domain/review-store.ts';
import type { DecisionRow, MatterRow } from '../review-schema.ts';
import type { LineVersionRow, RunLineRow } from '../schema.ts';
import { type AccountDatabase, inWriteTransaction, readFrom, type SqlTransaction } from './database.ts';

import {
  dropEmptySums,
  hiddenAfter,
  hiddenByDecision,
  lockMatters,
  moveMatterSums,
  sameMatter,
  toDecision,
} from './matters.ts';
import { toMinor, toNumber } from './rows.ts';
import { countOf, decisionThatCounts, fromMatters, lineOfMatter, sumsOf } from './select-matters.ts';

/**
 * The open matters of a month, by reason. A time of sale may have fractions of a second, but the first and last moment of a month
 * never do, so that only whole seconds are compared.
 */
export const openIn = async (
  { account }: AccountDatabase,
  transaction: SqlTransaction,
  { month, at }: Pick<ClosedPeriod, 'month' | 'at'>,
): Promise<readonly OpenReason[]> => {
  const open = sql`from matter left join run_time_zone on run_time_zone.run = matter.run and run_time_zone.storefront = matter.storefront
    left join decision on ${sameMatter} and (decision.until_at is null or decision.until_at > ${at})
    where matter.account = ${account} and decision.line is null`;
  const zone = sql`coalesce(run_time_zone.time_zone, 'UTC')`;
  const zones = await sql<{ readonly zone: string }>`select distinct ${zone} as zone ${open}`.execute(transaction);
  const ofMonth = zones.rows.map((row) => {
    const { start, end } = intervalOf(wholeMonth(month), row.zone);
    const second = sql`substr(matter.occurred_at, 1, 19)`;
    return sql`(${zone} = ${row.zone} and ${second} >= ${start.slice(0, 19)} and ${second} < ${end.slice(0, 19)})`;
  });
  const { rows } = await sql<OpenReason>`select matter.what as what, count(*) as count ${open}
    and (${sql.join([sql`matter.occurred_at is null`, ...ofMonth], sql` or `)})
    group by matter.what order by 2 desc, 1`.execute(transaction);
  return rows.map(({ what, count }) => ({ what, count: toNumber(count) }));
};

/** How many matters of a run are open. */
export const countOpenOfRun = (
  database: AccountDatabase,
  transaction: SqlTransaction,
  { runId, at }: Pick<SignOff, 'runId' | 'at'>,
): Promise<number> => countOf(database, transaction, { runId, state: 'open', now: at });

/** A column of the line that raised a matter. */
export const ofItsLine = (column: 'line_version.name' | 'line_version.day' | 'run_line.message'): RawBuilder<unknown> =>
  sql`(select ${sql.ref(column)} from run_line join line_version on line_version.version = run_line.version
    where run_line.run = matter.run and run_line.position = matter.position)`;

const manyDecisions = 1_000;

/**
 * Makes PostgreSQL count the decisions again after many new ones. With an outdated count it would search all decisions for each
 * matter.
 */
export const countAgain = async (
  { engine }: AccountDatabase,
  transaction: SqlTransaction,
  changed: number,
): Promise<void> => {
  if (engine.supportsRowLocks && changed >= manyDecisions) await sql`analyze decision`.execute(transaction);
};

interface GroupRow extends Pick<MatterRow, 'storefront' | 'what' | 'sent' | 'currency'> {
  readonly count: number | string;
  readonly total: string | null;
}

const matterOrders = {
  money: sql`abs(coalesce(matter.total, 0)) desc,`,
  newest: sql`coalesce(matter.occurred_at, '') desc,`,
  id: sql``,
} as const;

type ListedRow = Pick<MatterRow, 'line' | 'id' | 'what' | 'storefront' | 'source_id' | 'sent' | 'currency' | 'total'> &
  Pick<LineVersionRow, 'name' | 'kind' | 'occurred_at' | 'jurisdiction' | 'tax_collected'> &
  Pick<RunLineRow, 'message'> & {
    readonly run_id: string;
    readonly time_zone: string | null;
  } & {
    readonly [Key in keyof Pick<DecisionRow, 'action' | 'note' | 'decided_by' | 'decided_at' | 'until_at' | 'batch'>]:
      | DecisionRow[Key]
      | null;
  };

export const sqlDecisions = (
  database: AccountDatabase,
): Pick<DecisionStore, 'matterGroups' | 'findMatters' | 'decide'> => ({
  matterGroups: (filter) =>
    readFrom(database, async (transaction) => {
      const sums = sumsOf(database, filter);
      const { rows } = await sql<GroupRow>`select storefront, what, sent, currency, sum(count) as count,
          cast(sum(summed) as ${sql.raw('text')}) as total
        from (select matter.storefront, matter.what, matter.sent, ${
          sums === undefined
            ? sql`matter.currency, 1 as count, matter.total as summed ${await fromMatters(database, transaction, filter)}`
            : sql`nullif(matter.currency, '') as currency, matter.count, matter.summed ${sums}`
        }) as found
        group by storefront, what, sent, currency having sum(count) > 0
        order by sent, what, storefront, currency`.execute(transaction);
      return rows.map(({ storefront, what, sent, currency, count, total }) => ({
        ...{ storefront, what, isSent: sent === 1, currency, count: toNumber(count) },
        total: BigInt(total ?? 0),
      }));
    }),

  findMatters: (filter, page) =>
    readFrom(database, async (transaction) => {
      const { sort, limit } = page;
      const offset = page.sort === 'id' ? 0 : page.offset;
      const after = page.sort === 'id' ? page.after : null;
      const order = sql`${matterOrders[sort]} matter.line, matter.id, matter.what`;
      const found = sql`${await fromMatters(database, transaction, filter)} ${
        after === null
          ? sql``
          : sql`and (matter.line, matter.id, matter.what) > (${after.lineId}, ${after.id}, ${after.what})`
      }`;
      const { rows } =
        await sql<ListedRow>`with page as (select matter.account, matter.line, matter.id, matter.what ${found}
          order by ${order} limit ${sql.lit(limit + 1)} offset ${sql.lit(offset)})
        select matter.line, matter.id, matter.what, matter.storefront,
          matter.source_id, matter.sent, matter.currency, matter.total, line_version.name, line_version.kind, run_line.message,
          matter.occurred_at, line_version.jurisdiction, line_version.tax_collected, run.id as run_id, decision.action, decision.note, decision.decided_by,
          decision.decided_at, decision.until_at, decision.batch, (select run_time_zone.time_zone from run_time_zone
            where run_time_zone.run = matter.run and run_time_zone.storefront = matter.storefront) as time_zone
        from page join matter on matter.account = page.account and matter.line = page.line and matter.id = page.id
          and matter.what = page.what
          join run on run.number = matter.run ${lineOfMatter} left join ${decisionThatCounts(filter)}
        order by ${order}`.execute(transaction);
      const matters = rows.slice(0, limit).map(toListed);
      return { matters, next: sort !== 'id' && rows.length > limit ? O.some(offset + limit) : O.none };
    }),

  decide: (filter, { action, note, by, at, until, batch }, expected) =>
    inWriteTransaction(database, async (transaction) => {
      await lockMatters(database, transaction);
      if (expected !== undefined) {
        const count = await countOf(database, transaction, filter);
        if (count !== expected) return E.right(count);
      }
      const matters = await fromMatters(database, transaction, filter);
      await moveMatterSums(transaction, matters, { from: hiddenByDecision, to: hiddenAfter({ action, until }) });
      const { rows } = await sql`insert into decision (account, line, id, what, storefront, source_id, action, note,
          decided_by, decided_at, until_at, batch, name, message, day, jurisdiction, currency, total)
        select matter.account, matter.line, matter.id, matter.what, matter.storefront, matter.source_id, ${action}, ${note},
          ${by}, ${at}, ${until}, ${batch}, ${ofItsLine('line_version.name')}, ${ofItsLine('run_line.message')}, ${ofItsLine('line_version.day')},
          matter.jurisdiction, matter.currency, matter.total ${matters}
        on conflict (account, line, id, what) do update set action = excluded.action, note = excluded.note,
          decided_by = excluded.decided_by, decided_at = excluded.decided_at, until_at = excluded.until_at,
          batch = excluded.batch, name = excluded.name, message = excluded.message, day = excluded.day,
          jurisdiction = excluded.jurisdiction, currency = excluded.currency, total = excluded.total
        returning line`.execute(transaction);
      await dropEmptySums(transaction, database.account);
      await countAgain(database, transaction, rows.length);
      return E.right(rows.length);
    }),
});

const toListed = (row: ListedRow): ListedMatter => ({
  storefront: row.storefront,
  sourceId: row.source_id,
  lineId: row.line,
  id: row.id,
  what: row.what,
  isSent: row.sent === 1,
  currency: row.currency,
  total: toMinor(row.total),
  runId: row.run_id,
  name: row.name,
  kind: row.kind,
  message: row.message,
  occurredAt: row.occurred_at,
  jurisdiction: row.jurisdiction,
  taxCollected: toMinor(row.tax_collected),
  timeZone: row.time_zone,
  decision: decisionIn(row),
});

const decisionIn = (row: ListedRow): Decision | null => {
  const { action, note, decided_by, decided_at, until_at, batch } = row;
  if (action === null || note === null || decided_by === null || decided_at === null || batch === null) return null;
  return toDecision({ ...row, action, note, decided_by, decided_at, until_at, batch });
};
