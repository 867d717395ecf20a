import { type RawBuilder, sql } from 'kysely';
import type { LineFilter } from '../../domain/sync-store.ts';
import type { RunRow } from '../schema.ts';
import type { SqlTransaction } from './database.ts';
import { toNumber } from './rows.ts';

/** A list of lines in the order of their places, by an index: the condition that it stands for. */
interface Way {
  readonly table: 'entry' | 'finding' | 'movement';
  readonly condition: RawBuilder<boolean>;
}

type Key = readonly (string | null)[];

/** What the lines of a run have in common, of one kind of sums. */
const keysOf = async (transaction: SqlTransaction, run: number, kind: string): Promise<readonly Key[]> => {
  const start = `["${kind}",`;
  const rows = await transaction
    .selectFrom('line_total')
    .select('key')
    .where('run', '=', run)
    .where(sql<boolean>`substr(key, 1, ${sql.lit(start.length)}) = ${start}`)
    .where('count', '>', 0)
    .execute();
  return rows.map(({ key }) => (JSON.parse(key) as Key).slice(1));
};

const monthsAndPlaces = async (
  transaction: SqlTransaction,
  run: number,
  { jurisdiction, month }: LineFilter,
): Promise<readonly Way[]> => {
  const wanted = new Map<string, Way>();
  for (const [, , , place, ofMonth] of await keysOf(transaction, run, 'line')) {
    if (place == null || (jurisdiction ?? place) !== place || (month ?? ofMonth) !== ofMonth) continue;
    // Records that became no transaction count in no month.
    const isMonth = ofMonth == null ? sql`month is null` : sql`month = ${ofMonth}`;
    wanted.set(`${place} ${ofMonth}`, {
      table: 'entry',
      condition: sql<boolean>`jurisdiction = ${place} and ${isMonth}`,
    });
  }
  return [...wanted.values()];
};

const findings = async (transaction: SqlTransaction, run: number, finding: string): Promise<readonly Way[]> => {
  const kinds = (await keysOf(transaction, run, 'finding')).flatMap(([kind]) => kind ?? []);
  return kinds
    .filter((kind) => kind === finding || kind.startsWith(`${finding}: `))
    .map((kind) => ({ table: 'finding', condition: sql`kind = ${kind}` }));
};

/**
 * The ways to the lines that a filter wants, the one that is likely to be the shortest; undefined where there is none, and the
 * lines are read one after the other.
 */
export const waysOf = async (
  transaction: SqlTransaction,
  { number, totaled }: Pick<RunRow, 'number' | 'totaled'>,
  filter: LineFilter,
): Promise<readonly Way[] | undefined> => {
  const { id, outcomes, reason, finding, jurisdiction, month, hasAdjustments, unsentAdjustment } = filter;
  const isTotaled = totaled === 1;
  if (id !== undefined) return [{ table: 'entry', condition: sql`id = ${id}` }];
  if (reason !== undefined) return [{ table: 'entry', condition: sql`reason = ${reason}` }];
  if (finding !== undefined && isTotaled) return findings(transaction, number, finding);
  if ((jurisdiction ?? month) !== undefined && isTotaled) return monthsAndPlaces(transaction, number, filter);
  if (unsentAdjustment !== undefined)
    return [{ table: 'movement', condition: sql`kind = ${unsentAdjustment} and sent = 0` }];
  if (outcomes !== undefined)
    return outcomes.map((outcome) => ({ table: 'entry', condition: sql`outcome = ${outcome}` }));
  return hasAdjustments === true ? [{ table: 'movement', condition: sql`1 = 1` }] : undefined;
};

/** The next places of all ways together, in their order, each once; fewer than `limit` only when there are no more. */
export const nextPlaces = async (
  transaction: SqlTransaction,
  run: number,
  ways: readonly Way[],
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> => {
  const places = new Set<number>();
  for (const { table, condition } of ways) {
    const { rows } = await sql<{ readonly place: number }>`
      select distinct place from ${sql.table(table)} where run = ${run} and ${condition} and place > ${after}
      order by place limit ${sql.lit(limit)}`.execute(transaction);
    for (const { place } of rows) places.add(toNumber(place));
  }
  return [...places].sort((a, b) => a - b).slice(0, limit);
};
