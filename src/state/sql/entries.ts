import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { sql } from 'kysely';
import type { BookError, EntryPage, RecordBook } from '../../core/record-book.ts';
import { parsePlace } from '../parse-place.ts';
import { toEntry } from '../rows.ts';
import type { FindingRow, MovementRow } from '../schema.ts';
import { countOf } from './count-of.ts';
import { reading } from './in-transaction.ts';
import { listStatement } from './list-statement.ts';
import type { SqlBook } from './sql-book.ts';

const groupByPlace = <A extends { readonly place: number }>(rows: readonly A[]): ReadonlyMap<number, readonly A[]> => {
  const groups = new Map<number, A[]>();
  for (const row of rows) {
    const place = countOf(row.place);
    groups.set(place, [...(groups.get(place) ?? []), row]);
  }
  return groups;
};

/** A part of a text as `like` takes it, without a meaning of its own. */
const partly = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** More than this at once would keep the host's own work waiting. */
const mostAtOnce = 1000;

export const entries = (book: SqlBook): RecordBook['entries'] => {
  const findingsOf = listStatement<FindingRow>(
    book.engine,
    'select * from finding where run = ? and place in (',
    ') order by place, position',
  );
  const movementsOf = listStatement<MovementRow>(
    book.engine,
    'select * from movement where run = ? and place in (',
    ') order by place, position',
  );

  return (
    runId,
    { outcomes, storefront, id, reason, finding, place, month, text, isMoved, untold },
    { after, limit },
  ) =>
    reading(book, async (transaction): Promise<E.Either<BookError, EntryPage>> => {
      const start = parsePlace(after);
      if (E.isLeft(start)) return start;
      const wanted = Math.min(Math.max(1, limit), mostAtOnce);
      const run = await transaction.selectFrom('run').select('number').where('id', '=', runId).executeTakeFirst();
      if (run === undefined || outcomes?.length === 0) return E.right({ entries: [], next: O.none });

      const found = await transaction
        .selectFrom('entry')
        .selectAll()
        .where('run', '=', run.number)
        .where('place', '>', start.right)
        .$if(outcomes !== undefined, (query) => query.where('outcome', 'in', outcomes ?? []))
        .$if(storefront !== undefined, (query) => query.where('storefront', '=', storefront ?? ''))
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .$if(reason !== undefined, (query) => query.where(sql<string>`reason`, '=', reason ?? ''))
        .$if(place !== undefined, (query) => query.where('jurisdiction', '=', place ?? ''))
        .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''))
        .$if(text !== undefined, (query) =>
          query.where(
            sql<boolean>`(lower(name) like ${partly(text ?? '')} escape '\\' or lower(source_id) like ${partly(text ?? '')} escape '\\' or lower(id) like ${partly(text ?? '')} escape '\\')`,
          ),
        )
        .$if(finding !== undefined, (query) =>
          query.where(
            sql<boolean>`exists (select 1 from finding where finding.run = entry.run and finding.place = entry.place and finding.kind = ${finding})`,
          ),
        )
        .$if(isMoved === true, (query) =>
          query.where(
            sql<boolean>`exists (select 1 from movement where movement.run = entry.run and movement.place = entry.place)`,
          ),
        )
        .$if(untold !== undefined, (query) =>
          query.where(
            sql<boolean>`exists (select 1 from movement where movement.run = entry.run and movement.place = entry.place and movement.kind = ${untold} and movement.sent = 0)`,
          ),
        )
        .orderBy('place')
        .limit(wanted + 1)
        .execute();
      const rows = found.slice(0, wanted);
      const places = rows.map(({ place }) => countOf(place));
      const findings = groupByPlace(await findingsOf(transaction, places, run.number));
      const movements = groupByPlace(await movementsOf(transaction, places, run.number));
      return E.right({
        entries: rows.map((row) => {
          const place = countOf(row.place);
          return toEntry(row, findings.get(place) ?? [], movements.get(place) ?? []);
        }),
        next: found.length > wanted ? O.fromNullable(places.at(-1)?.toString()) : O.none,
      });
    });
};
