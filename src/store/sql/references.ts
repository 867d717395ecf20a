import type { Instant } from '../../domain/instant.ts';
import type { PageCommit, SaleOwner, SyncStore } from '../../domain/sync-store.ts';
import type { SaleReferenceRow } from '../schema.ts';
import {
  insertRows,
  listStatement,
  readFrom,
  type SqlDatabase,
  type SqlEngine,
  type SqlTransaction,
} from './database.ts';
import { sql } from 'kysely';

/** An existing reference stays: its time shows which was the earliest. */
export const insertReferences = (engine: SqlEngine): ReturnType<typeof insertRows<SaleReferenceRow>> =>
  insertRows(engine, 'sale_reference', 'on conflict (run, reference, id) do nothing');

type OwnersOf = (
  transaction: SqlTransaction,
  references: readonly string[],
  runId: string,
) => Promise<ReadonlyMap<string, readonly SaleOwner[]>>;

/** By reference, the transactions of that sale; in the dry run of that id, also those that it would push. */
export const prepareOwnersOf = (engine: SqlEngine): OwnersOf => {
  const rowsOf = listStatement<Pick<SaleReferenceRow, 'reference' | 'id' | 'storefront'>>(
    engine,
    'select reference, id, storefront from sale_reference ' +
      'where run in (0, (select number from run where id = ?)) and reference in (',
    ') order by case run when 0 then 0 else 1 end, noted_at, id',
  );
  return async (transaction, references, runId) => {
    const owners = new Map<string, readonly SaleOwner[]>();
    if (references.length === 0) return owners;
    for (const { reference, id, storefront } of await rowsOf(transaction, [...new Set(references)], runId)) {
      const before = owners.get(reference) ?? [];
      if (!before.some((owner) => owner.id === id)) owners.set(reference, [...before, { storefront, id }]);
    }
    return owners;
  };
};

export const referenceRowsOf = (
  { storefront, references }: PageCommit,
  run: number,
  at: Instant,
): readonly SaleReferenceRow[] => {
  const rows: SaleReferenceRow[] = [];
  for (const { reference, id, isPushed } of references) {
    rows.push({ run: isPushed ? 0 : run, reference, id, storefront, noted_at: at });
  }
  return rows;
};

interface CachedAnswer {
  /** Of the walks through the service's list. */
  readonly state: string;
  /** A sale that has no references; null when all of the platform have. */
  readonly id: string | null;
}

/** Changes with every walk. Between two walks nothing becomes present but what we push, and that has its references. */
const scanStateOf = async (transaction: SqlTransaction): Promise<string> =>
  JSON.stringify((await transaction.selectFrom('presence_state').selectAll().executeTakeFirst()) ?? null);

const hasReference = async (transaction: SqlTransaction, id: string): Promise<boolean> =>
  (await transaction
    .selectFrom('sale_reference')
    .select('id')
    .where('id', '=', id)
    .where('run', '=', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined;

const findUnreferencedSale = async (transaction: SqlTransaction, platform: string): Promise<string | null> => {
  const start = `${platform}:`;
  const { rows } = await sql<{ readonly id: string }>`
    select id from service_transaction
    where substr(id, 1, ${sql.lit(start.length)}) = ${start} and id not like '%:refund:%'
      and id not like '%:edit:%' and id not like '%:return:%' and id not like '%:dispute:%'
      and id not like '%:marketplace' and id not like '%:marketplace:%' and not exists
      (select 1 from sale_reference where sale_reference.id = service_transaction.id and run = 0)
    limit 1`.execute(transaction);
  return rows[0]?.id ?? null;
};

/** Reads the whole list once for a platform and a state of the scans; live work calls this for every sale. */
export const sqlHasSalesWithoutReferences = (database: SqlDatabase): SyncStore['hasSalesWithoutReferences'] => {
  const found = new Map<string, CachedAnswer>();
  return (platform) =>
    readFrom(database, async (transaction) => {
      const state = await scanStateOf(transaction);
      const before = found.get(platform);
      if (before?.state === state) {
        if (before.id === null) return false;
        if (!(await hasReference(transaction, before.id))) return true;
      }
      const id = await findUnreferencedSale(transaction, platform);
      found.set(platform, { state, id });
      return id !== null;
    });
};
