import type { RunEntry } from '../../core/run.ts';
import { fromEntry, fromFindings, fromMovements } from '../rows.ts';
import type { EntryRow, FindingRow, MovementRow } from '../schema.ts';
import type { SqlEngine } from '../sql-engine.ts';
import { countOf } from './count-of.ts';
import type { Transaction } from './in-transaction.ts';
import { insertRows } from './insert-rows.ts';
import { listStatement } from './list-statement.ts';

type SaveEntries = (
  transaction: Transaction,
  run: number,
  firstPlace: number,
  entries: readonly RunEntry[],
) => Promise<void>;

/**
 * Writes entries of a run, each at a place of its own from `firstPlace` on. One whose id is there already replaces it
 * and keeps its place, so that whoever reads page by page while entries are settled anew meets each of them once.
 */
export const saveEntries = (engine: SqlEngine): SaveEntries => {
  const insertEntries = insertRows<EntryRow>(engine, {
    into: 'entry',
    columns: [
      'run',
      'place',
      'id',
      'storefront',
      'source_id',
      'name',
      'kind',
      'outcome',
      'reason',
      'message',
      'currency',
      'jurisdiction',
      'month',
      'total',
      'tax_collected',
      'reported_tax',
      'reported_amount',
    ],
  });
  const insertFindings = insertRows<FindingRow>(engine, {
    into: 'finding',
    columns: ['run', 'place', 'position', 'kind'],
  });
  const insertMovements = insertRows<MovementRow>(engine, {
    into: 'movement',
    columns: ['run', 'place', 'position', 'kind', 'id', 'occurred_at', 'currency', 'amount', 'tax', 'sent', 'message'],
  });
  // Findings and movements go with their entry: on delete cascade. `+ 0` keeps the planner from reading the whole run.
  const takeOut = listStatement<Pick<EntryRow, 'id' | 'place'>>(
    engine,
    'delete from entry where run + 0 = ? and id in (',
    ') returning id, place',
  );

  return async (transaction, run, firstPlace, entries) => {
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const replaced = await takeOut(transaction, [...byId.keys()], run);
    const places = new Map(replaced.map(({ id, place }) => [id, countOf(place)]));
    const entryRows: EntryRow[] = [];
    const findingRows: FindingRow[] = [];
    const movementRows: MovementRow[] = [];
    let next = firstPlace;
    for (const entry of byId.values()) {
      const place = places.get(entry.id) ?? next;
      entryRows.push(fromEntry(run, place, entry));
      findingRows.push(...fromFindings(run, place, entry));
      movementRows.push(...fromMovements(run, place, entry));
      next += 1;
    }
    await insertEntries(transaction, entryRows);
    await insertFindings(transaction, findingRows);
    await insertMovements(transaction, movementRows);
  };
};
