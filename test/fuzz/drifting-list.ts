import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoredTransaction, TaxService } from '../../src/domain/tax-service.ts';
import type { MemoryTaxService } from '../support/memory-tax-service.ts';

/** How a service marks where its list goes on. `second` and `time and id` are keys of the last row that was shown. */
export const cursorKinds = ['offset', 'second', 'time and id'] as const;
export type CursorKind = (typeof cursorKinds)[number];

interface Row {
  readonly stored: StoredTransaction;
  /** Seconds; several rows share one. */
  readonly at: number;
  readonly sequence: number;
}

export interface DriftingList {
  readonly service: TaxService;
  /** Pages that were asked for. */
  readonly pages: () => number;
  /** Ids in the list from now on, oldest first. */
  readonly ids: () => readonly string[];
}

/** The rows behind a cursor; a service that pages by the second alone skips the rest of a second. */
const after = (kind: CursorKind, rows: readonly Row[], cursor: string): readonly Row[] => {
  const mark = Number(cursor);
  if (kind === 'offset') return rows.slice(mark);
  return rows.filter(({ at, sequence }) => (kind === 'second' ? at < mark : sequence < mark));
};

const markOf = (kind: CursorKind, { at, sequence }: Row, shown: number): string =>
  String(kind === 'offset' ? shown : kind === 'second' ? at : sequence);

/**
 * The list of a service that pages newest first, while others insert: `inserts` is the number of rows that arrive before each page
 * is answered. Seven rows share a second.
 */
export const driftingList = (
  world: MemoryTaxService,
  {
    kind,
    pageSize,
    inserts,
  }: { readonly kind: CursorKind; readonly pageSize: number; readonly inserts: readonly number[] },
): DriftingList => {
  const rows: Row[] = [];
  let [pages, foreign, journaled] = [0, 0, 0];
  const add = (stored: StoredTransaction): void => {
    rows.unshift({ stored, at: Math.floor(rows.length / 7), sequence: rows.length });
  };
  const takeOver = (): void => {
    for (const { id, name } of world.journal.slice(journaled)) add({ id, name });
    journaled = world.journal.length;
  };
  const insert = (count: number): void => {
    for (let left = count; left > 0; left -= 1) {
      foreign += 1;
      const stored = { id: `foreign-${foreign}`, name: `Foreign ${foreign}` };
      world.insertForeign(stored);
      add(stored);
    }
  };
  return {
    pages: () => pages,
    ids: () => {
      takeOver();
      return rows.map(({ stored }) => stored.id).reverse();
    },
    service: {
      ...world.service,
      list: (cursor) => () => {
        takeOver();
        insert(inserts[pages] ?? 0);
        pages += 1;
        const rest = O.isSome(cursor) ? after(kind, rows, cursor.value) : rows;
        const shown = rest.slice(0, pageSize);
        const last = shown.at(-1);
        const offset = (O.isSome(cursor) ? Number(cursor.value) : 0) + shown.length;
        const hasMore = last !== undefined && shown.length < rest.length;
        return Promise.resolve(
          E.right({
            transactions: shown.map(({ stored }) => stored),
            next: hasMore ? O.some(markOf(kind, last, offset)) : O.none,
          }),
        );
      },
    },
  };
};
