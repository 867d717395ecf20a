/** Updates the matters that wait for a person, and their sums, whenever a commit writes lines or a person decides. */
import { type RawBuilder, sql } from 'kysely';
import { canStillSend, correctedFindings, type Decision, mattersOf, momentOf } from '../../domain/decision.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { DecisionRow, MatterRow, MatterTotalRow } from '../review-schema.ts';
import { type AccountDatabase, insertRows, listStatement, type SqlTransaction, withoutNul } from './database.ts';
import { toMinor } from './rows.ts';

type DecisionColumns = Omit<
  DecisionRow,
  'account' | 'source_id' | 'name' | 'message' | 'day' | 'jurisdiction' | 'currency' | 'total'
>;

export const toDecision = (row: DecisionColumns): Decision => ({
  storefront: row.storefront,
  lineId: row.line,
  id: row.id,
  what: row.what,
  action: row.action,
  note: row.note,
  by: row.decided_by,
  at: row.decided_at,
  until: row.until_at,
  batch: row.batch,
});

/** People's decisions by line id; undefined if there are no decisions. */
export const prepareDecisionsOf = ({
  engine,
  account,
}: AccountDatabase): ((
  transaction: SqlTransaction,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, readonly Decision[]> | undefined>) => {
  const rowsOf = listStatement<DecisionColumns>(
    engine,
    'select line, id, what, storefront, action, note, decided_by, decided_at, until_at, batch from decision ' +
      'where account = ? and line in (',
  );
  return async (transaction, ids) => {
    const rows = await rowsOf(transaction, ids, account);
    if (rows.length === 0) return undefined;
    const byLine = new Map<string, readonly Decision[]>();
    for (const row of rows) byLine.set(row.line, [...(byLine.get(row.line) ?? []), toDecision(row)]);
    return byLine;
  };
};

/** A written line, and its position in the run. */
export interface PlacedLine {
  readonly line: ReportLine;
  readonly position: number;
}

/**
 * Blocks other transactions that change or decide matters of the account until this one ends, so that a count of open matters
 * stays true.
 */
export const lockMatters = ({ engine, account }: AccountDatabase, transaction: SqlTransaction): Promise<void> =>
  engine.lock(transaction, mattersOfAccount(account));

export const sameMatter = sql`decision.account = matter.account and decision.line = matter.line and decision.id = matter.id
  and decision.what = matter.what`;

/** `hidden_until` of matters that wait to be sent. */
export const toSend = 'to send';

/** `canStillSend` in SQL. */
export const stillToSend = sql`(matter.sent = 0 or matter.what in (${sql.join(correctedFindings.map((what) => sql.lit(what)))}))`;

/** Replaces the matters of lines by the matters that the lines raise now. */
export const changeMatters = (
  database: AccountDatabase,
): ((transaction: SqlTransaction, run: number, lines: readonly PlacedLine[]) => Promise<void>) => {
  const { engine, account } = database;
  const remove = listStatement<MatterRow>(
    engine,
    'delete from matter where account = ? and line in (',
    ') returning *',
  );
  const insert = insertRows<MatterRow>(engine, 'matter');
  const changeSums = changeMatterSums(database);
  return async (transaction, run, lines) => {
    const added: MatterRow[] = [];
    for (const { line, position } of lines)
      for (const matter of mattersOf(line)) {
        const { lineId, id, what, storefront, sourceId, isSent, currency, total } = matter;
        added.push({
          ...{ account, line: lineId, id, what, storefront, source_id: sourceId, sent: isSent ? 1 : 0, run, position },
          ...{ currency, total: total?.toString() ?? null, occurred_at: momentOf(line, matter) ?? null },
          jurisdiction: (line.amounts ?? line.stated)?.jurisdiction ?? null,
        });
      }
    const ids = lines.map(({ line }) => line.id);
    const removed = await remove(transaction, ids, account);
    if (added.length === 0 && removed.length === 0) return;
    // This comes before decisions are read. A holder of the lock of matters waits for no row of them.
    await engine.share(transaction, mattersOfAccount(account));
    await insert(transaction, added);
    await changeSums(transaction, added, removed);
  };
};

/** `hidden_until` of matters without a decision, and of matters that a decision hides for good. Instants sort between the two. */
const [never, forGood] = ['', 'forever'] as const;

/** The parts of `MatterTotalRow.hidden_until`, for `moveMatterSums`. */
export const notHidden: RawBuilder<string> = sql.lit(never);
export const hiddenAfter = ({ action, until }: Pick<Decision, 'action' | 'until'>): RawBuilder<string> => {
  const hidden = sql<string>`cast(${until ?? forGood} as ${sql.raw('text')})`;
  return action === 'send' ? sql`case when ${stillToSend} then ${sql.lit(toSend)} else ${hidden} end` : hidden;
};
export const hiddenByDecision: RawBuilder<string> = sql`coalesce((select case
    when decision.action = 'send' and ${stillToSend} then ${sql.lit(toSend)} else coalesce(decision.until_at, ${sql.lit(forGood)}) end
  from decision where ${sameMatter}), ${sql.lit(never)})`;
/** Selects the sums whose matters wait to be sent. */
export const waitsToBeSent: RawBuilder<unknown> = sql`matter.hidden_until = ${sql.lit(toSend)}`;

const sumKey = 'account, run, storefront, what, sent, currency, hidden_until';

/** Adds to the sums that others have committed: transactions that change the same sums need not see each other. */
const addToSums = `on conflict (${sumKey}) do update set count = matter_total.count + excluded.count,
  summed = matter_total.summed + excluded.summed`;

/**
 * Moves matters from the sums with one `hidden_until` to the sums with another. The caller holds the lock of matters.
 *
 * @param matters `from matter …`
 */
export const moveMatterSums = async (
  transaction: SqlTransaction,
  matters: RawBuilder<unknown>,
  { from, to }: Readonly<Record<'from' | 'to', RawBuilder<string>>>,
): Promise<void> => {
  for (const [sign, hidden] of [
    [sql.lit(-1), from],
    [sql.lit(1), to],
  ] as const)
    await sql`insert into matter_total (${sql.raw(sumKey)}, count, summed)
      select account, run, storefront, what, sent, currency, hidden, ${sign} * count(*), ${sign} * coalesce(sum(total), 0)
      from (select matter.account, matter.run, matter.storefront, matter.what, matter.sent,
        coalesce(matter.currency, '') as currency, ${hidden} as hidden, matter.total ${matters}) as moved
      where 1 = 1 group by account, run, storefront, what, sent, currency, hidden
      ${sql.raw(addToSums)}`.execute(transaction);
};

/** Deletes sums of zero matters, which decisions leave behind. The caller holds the lock of matters. */
export const dropEmptySums = async (transaction: SqlTransaction, account: string): Promise<void> => {
  await transaction.deleteFrom('matter_total').where('account', '=', account).where('count', '=', 0).execute();
};

const mattersOfAccount = (account: string): string => `matters ${account}`;

interface Change {
  readonly of: Omit<MatterTotalRow, 'count' | 'summed'>;
  count: number;
  summed: bigint;
}

/** Updates the sums of matters in the same transaction: pages read a few sums instead of all matters. */
const changeMatterSums = (
  database: AccountDatabase,
): ((transaction: SqlTransaction, added: readonly MatterRow[], removed: readonly MatterRow[]) => Promise<void>) => {
  const decisionsOf = prepareDecisionsOf(database);
  const add = insertRows<MatterTotalRow>(database.engine, 'matter_total', addToSums);
  return async (transaction, added, removed) => {
    const lines = [...new Set([...added, ...removed].map(({ line }) => line))];
    const decisions = await decisionsOf(transaction, lines);
    const changes = new Map<string, Change>();
    const count = (
      sign: 1 | -1,
      { account, line, id, what, run, storefront, sent, currency, total }: MatterRow,
    ): void => {
      const decision = decisions?.get(line)?.find((one) => one.id === id && one.what === what);
      const isToSend = decision?.action === 'send' && canStillSend({ what, isSent: sent === 1 });
      const hidden_until = decision === undefined ? never : isToSend ? toSend : (decision.until ?? forGood);
      const of = { account, run, storefront, what, sent, currency: currency ?? '', hidden_until };
      const key = JSON.stringify(Object.values(of));
      const change = changes.get(key) ?? { of, count: 0, summed: 0n };
      change.count += sign;
      change.summed += BigInt(sign) * (toMinor(total) ?? 0n);
      changes.set(key, change);
    };
    // Rows in their stored form.
    for (const row of added) count(1, withoutNulIn(row));
    for (const row of removed) count(-1, row);
    const rows = [...changes]
      .filter(([, change]) => change.count !== 0 || change.summed !== 0n)
      // Rows are added in one order, so that two transactions do not wait for each other.
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { of, ...sums }]) => ({ ...of, count: sums.count, summed: sums.summed.toString() }));
    await add(transaction, rows);
  };
};

const withoutNulIn = (row: MatterRow): MatterRow =>
  Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, withoutNul(cell)])) as unknown as MatterRow;
