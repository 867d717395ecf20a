import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { sql } from 'kysely';
import type { LinePage, StoreError, SyncStore } from '../../domain/sync-store.ts';
import { parsePosition } from '../store-errors.ts';
import { toEntryRow, toFindingRows, toMovementRows, toNumber, toReportLine } from './rows.ts';
import type { EntryRow, FindingRow, MovementRow } from '../schema.ts';
import { inReadTransaction, insertRows, listStatement, type SqlTransaction } from './statements.ts';
import type { SqlDatabase, SqlEngine } from './engine.ts';
import type { ReportLine } from '../../domain/run.ts';

const groupByLine = <A extends { readonly place: number }>(rows: readonly A[]): ReadonlyMap<number, readonly A[]> => {
  const groups = new Map<number, A[]>();
  for (const row of rows) {
    const place = toNumber(row.place);
    groups.set(place, [...(groups.get(place) ?? []), row]);
  }
  return groups;
};

/** A part of a text as `like` takes it, without a meaning of its own. */
const likePattern = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** More than this at once would keep the host's own work waiting. */
const maxLines = 1000;

export const findLines = (database: SqlDatabase): SyncStore['findLines'] => {
  const findingsOf = listStatement<FindingRow>(
    database.engine,
    'select * from finding where run = ? and place in (',
    ') order by place, position',
  );
  const adjustmentsOf = listStatement<MovementRow>(
    database.engine,
    'select * from movement where run = ? and place in (',
    ') order by place, position',
  );

  return (
    runId,
    { outcomes, storefront, id, reason, finding, jurisdiction, month, text, hasAdjustments, unsentAdjustment },
    { after, limit },
  ) =>
    inReadTransaction(database, async (transaction): Promise<E.Either<StoreError, LinePage>> => {
      const start = parsePosition(after);
      if (E.isLeft(start)) return start;
      const wanted = Math.min(Math.max(1, limit), maxLines);
      const run = await transaction.selectFrom('run').select('number').where('id', '=', runId).executeTakeFirst();
      if (run === undefined || outcomes?.length === 0) return E.right({ lines: [], next: O.none });

      const found = await transaction
        .selectFrom('entry')
        .selectAll()
        .where('run', '=', run.number)
        .where('place', '>', start.right)
        .$if(outcomes !== undefined, (query) => query.where('outcome', 'in', outcomes ?? []))
        .$if(storefront !== undefined, (query) => query.where('storefront', '=', storefront ?? ''))
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .$if(reason !== undefined, (query) => query.where(sql<string>`reason`, '=', reason ?? ''))
        .$if(jurisdiction !== undefined, (query) => query.where('jurisdiction', '=', jurisdiction ?? ''))
        .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''))
        .$if(text !== undefined, (query) =>
          query.where(
            sql<boolean>`(lower(name) like ${likePattern(text ?? '')} escape '\\' or lower(source_id) like ${likePattern(text ?? '')} escape '\\' or lower(id) like ${likePattern(text ?? '')} escape '\\')`,
          ),
        )
        .$if(finding !== undefined, (query) =>
          query.where(
            sql<boolean>`exists (select 1 from finding where finding.run = entry.run and finding.place = entry.place and (finding.kind = ${finding} or substr(finding.kind, 1, ${sql.lit((finding?.length ?? 0) + 2)}) = ${`${finding ?? ''}: `}))`,
          ),
        )
        .$if(hasAdjustments === true, (query) =>
          query.where(
            sql<boolean>`exists (select 1 from movement where movement.run = entry.run and movement.place = entry.place)`,
          ),
        )
        .$if(unsentAdjustment !== undefined, (query) =>
          query.where(
            sql<boolean>`exists (select 1 from movement where movement.run = entry.run and movement.place = entry.place and movement.kind = ${unsentAdjustment} and movement.sent = 0)`,
          ),
        )
        .orderBy('place')
        .limit(wanted + 1)
        .execute();
      const rows = found.slice(0, wanted);
      const places = rows.map(({ place }) => toNumber(place));
      const findings = groupByLine(await findingsOf(transaction, places, run.number));
      const adjustments = groupByLine(await adjustmentsOf(transaction, places, run.number));
      return E.right({
        lines: rows.map((row) => {
          const place = toNumber(row.place);
          return toReportLine(row, findings.get(place) ?? [], adjustments.get(place) ?? []);
        }),
        next: found.length > wanted ? O.fromNullable(places.at(-1)?.toString()) : O.none,
      });
    });
};

type SaveLines = (
  transaction: SqlTransaction,
  run: number,
  firstNumber: number,
  lines: readonly ReportLine[],
) => Promise<void>;

/**
 * Writes report lines of a run, numbered from `firstNumber` on. A line whose id exists already replaces that line and keeps
 * its number, so that a reader who pages through the lines while they change meets each of them once.
 */
export const saveLines = (engine: SqlEngine): SaveLines => {
  const insertLines = insertRows<EntryRow>(engine, {
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
  const insertAdjustments = insertRows<MovementRow>(engine, {
    into: 'movement',
    columns: ['run', 'place', 'position', 'kind', 'id', 'occurred_at', 'currency', 'amount', 'tax', 'sent', 'message'],
  });
  // Findings and adjustments are deleted with their line (on delete cascade). `+ 0` keeps the planner from reading
  // the whole run.
  const deleteReplaced = listStatement<Pick<EntryRow, 'id' | 'place'>>(
    engine,
    'delete from entry where run + 0 = ? and id in (',
    ') returning id, place',
  );

  return async (transaction, run, firstNumber, lines) => {
    const byId = new Map(lines.map((line) => [line.id, line]));
    const replaced = await deleteReplaced(transaction, [...byId.keys()], run);
    const lineNumbers = new Map(replaced.map(({ id, place: lineNumber }) => [id, toNumber(lineNumber)]));
    const entryRows: EntryRow[] = [];
    const findingRows: FindingRow[] = [];
    const movementRows: MovementRow[] = [];
    let next = firstNumber;
    for (const line of byId.values()) {
      const lineNumber = lineNumbers.get(line.id) ?? next;
      entryRows.push(toEntryRow(run, lineNumber, line));
      findingRows.push(...toFindingRows(run, lineNumber, line));
      movementRows.push(...toMovementRows(run, lineNumber, line));
      next += 1;
    }
    await insertLines(transaction, entryRows);
    await insertFindings(transaction, findingRows);
    await insertAdjustments(transaction, movementRows);
  };
};
