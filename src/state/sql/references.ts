import type { Instant } from '../../core/instant.ts';
import type { Owner, PageCommit } from '../../core/record-book.ts';
import type { SaleReferenceRow } from '../schema.ts';
import type { SqlEngine } from '../sql-engine.ts';
import type { Transaction } from './in-transaction.ts';
import { insertRows } from './insert-rows.ts';
import { listStatement } from './list-statement.ts';

type Insert = (transaction: Transaction, rows: readonly SaleReferenceRow[]) => Promise<unknown>;

/** The first word about a reference stays: its time says who was the earliest. */
export const insertReferences = (engine: SqlEngine): Insert =>
  insertRows<SaleReferenceRow>(engine, {
    into: 'sale_reference',
    columns: ['run', 'reference', 'id', 'storefront', 'noted_at'],
    tail: 'on conflict (run, reference, id) do nothing',
  });

type OwnersOf = (
  transaction: Transaction,
  references: readonly string[],
  runId: string,
) => Promise<ReadonlyMap<string, readonly Owner[]>>;

/** By reference, whose transactions tell that sale; in the dry run of that id, also those that would. */
export const ownersOf = (engine: SqlEngine): OwnersOf => {
  const rowsOf = listStatement<Pick<SaleReferenceRow, 'reference' | 'id' | 'storefront'>>(
    engine,
    'select reference, id, storefront from sale_reference ' +
      'where run in (0, (select number from run where id = ?)) and reference in (',
    ') order by case run when 0 then 0 else 1 end, noted_at, id',
  );
  return async (transaction, references, runId) => {
    const owners = new Map<string, readonly Owner[]>();
    if (references.length === 0) return owners;
    for (const { reference, id, storefront } of await rowsOf(transaction, [...new Set(references)], runId)) {
      const before = owners.get(reference) ?? [];
      if (!before.some((owner) => owner.id === id)) owners.set(reference, [...before, { storefront, id }]);
    }
    return owners;
  };
};

/** What a page notes of its sales. */
export const rowsOfPage = (
  { storefront, references }: PageCommit,
  run: number,
  at: Instant,
): readonly SaleReferenceRow[] => {
  const rows: SaleReferenceRow[] = [];
  for (const { reference, id, isTold } of references) {
    rows.push({ run: isTold ? 0 : run, reference, id, storefront, noted_at: at });
  }
  return rows;
};
