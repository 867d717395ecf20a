import type { Json } from './json.ts';

/** One stored transaction. */
export interface Row {
  /** The one that the service knows it by. */
  readonly id: string | number;
  /** In the plain dialect's own fields, as they were sent. */
  fields: Json;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How many requests had been answered before. */
  readonly request: number;
  /** Whether the list shows it, however late it is. */
  isCaughtUp: boolean;
}

export interface PageRequest {
  readonly cursor: string | null;
  /** What a cursor means: how many are skipped, or after which one it goes on. */
  readonly cursors: 'offset' | 'position';
  readonly limit: number;
  readonly isListed: (row: Row) => boolean;
}

/** What is stored under one key, in the order in which it was created. */
export interface RowStore {
  readonly rows: readonly Row[];
  readonly add: (row: Row, shown: Json) => void;
  readonly remove: (row: Row) => void;
  /** By the id that is shown. */
  readonly find: (id: unknown) => Row | undefined;
  /** By the name that is shown. */
  readonly named: (name: unknown) => Row | undefined;
  /** Newest first; undefined for a cursor that is none. */
  readonly page: (request: PageRequest) => { readonly rows: readonly Row[]; readonly next: string | null } | undefined;
  /** Indexes all rows again by their shown fields. */
  readonly index: (view: (row: Row) => Json) => void;
}

export const rowStore = (): RowStore => {
  const rows: Row[] = [];
  const byId = new Map<string, Row>();
  const byName = new Map<string, Row>();
  const know = (row: Row, { id, name }: Json): void => {
    // The first one keeps its id and its name where the service lets others have them too.
    if (!byId.has(String(id))) byId.set(String(id), row);
    if (!byName.has(String(name))) byName.set(String(name), row);
  };
  return {
    rows,
    add: (row, shown) => {
      rows.push(row);
      know(row, shown);
    },
    remove: (row) => {
      rows.splice(rows.indexOf(row), 1);
      for (const index of [byId, byName]) for (const [key, one] of index) if (one === row) index.delete(key);
    },
    find: (id) => byId.get(String(id)),
    named: (name) => byName.get(String(name)),
    index: (view) => {
      byId.clear();
      byName.clear();
      for (const row of rows) know(row, view(row));
    },
    page: ({ cursor, cursors, limit, isListed }) => {
      const place = cursor === null ? 0 : Number(cursor);
      if (!Number.isSafeInteger(place) || place < 0) return undefined;
      // An offset counts what is listed from the newest on; a position is the number of rows that are older.
      const from = cursors === 'position' && cursor !== null ? place - 1 : rows.length - 1;
      let skip = cursors === 'offset' ? place : 0;
      const found: Row[] = [];
      let last = -1;
      for (let at = from; at >= 0; at -= 1) {
        const row = rows[at];
        if (row === undefined || !isListed(row)) continue;
        if (skip > 0) skip -= 1;
        else if (found.length === limit)
          return { rows: found, next: String(cursors === 'offset' ? place + limit : last) };
        else {
          found.push(row);
          last = at;
        }
      }
      return { rows: found, next: null };
    },
  };
};
