import { sql } from 'kysely';
import type { Decision } from '../../domain/decision.ts';
import type { DecisionStore } from '../../domain/review-store.ts';
import type { DecisionRow } from '../review-schema.ts';
import { type AccountDatabase, listStatement, readFrom, type SqlTransaction } from './database.ts';
import { toNumber } from './rows.ts';

type DecisionColumns = Omit<DecisionRow, 'account' | 'source_id'>;

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

/** By line id, what people decided; undefined where nothing was decided. */
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

type DecidedRow = Pick<DecisionRow, 'what' | 'action' | 'note' | 'decided_by' | 'decided_at' | 'batch'> & {
  readonly count: number | string;
};

/** What was decided, by batch. */
export const sqlDecided = (database: AccountDatabase): Pick<DecisionStore, 'decided'> => ({
  decided: ({ storefronts, lineId, now }, limit) =>
    readFrom(database, async (transaction) => {
      if (storefronts.length === 0) return [];
      const ofLine = lineId === undefined ? sql`` : sql`and line = ${lineId}`;
      const { rows } = await sql<DecidedRow>`
        select what, action, note, decided_by, decided_at, batch, count(*) as count from decision
        where account = ${database.account} and storefront in (${sql.join(storefronts)}) ${ofLine}
          and (until_at is null or until_at > ${now})
        group by what, action, note, decided_by, decided_at, batch
        order by decided_at desc, batch, what limit ${sql.lit(limit)}`.execute(transaction);
      return rows.map(({ what, action, note, decided_by: by, decided_at: at, batch, count }) => ({
        ...{ what, action, note, by, at, batch, count: toNumber(count) },
      }));
    }),
});
