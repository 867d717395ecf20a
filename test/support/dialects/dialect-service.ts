// The sandbox's service has one answer where the interface leaves a question open. This one draws each of those answers: who assigns
// ids, what is refused, how values are written, how lists are cut. The simulation and the suites of dialects share it.
import type { Dialect } from './dialect.ts';
import {
  type DialectReply,
  existsReply,
  htmlReply,
  jsonReply,
  refusalReply,
  successReply,
  unknownReply,
} from './dialect-reply.ts';
import { type Json, textOf } from './json.ts';
import { keyOf } from './key-of.ts';
import { readBody } from './read-body.ts';
import { type Row, rowStore } from './row-store.ts';
import { listed, shown } from './show.ts';

/** One insert at the service. It is never taken back. */
export interface Insert {
  /** The source id of the sale, read from the name; undefined for any other name. */
  readonly key: string | undefined;
  readonly id: string;
  readonly name: string;
  /** The body in the plain dialect's fields, before the service changes it. */
  readonly fields: Json;
  /** The body as it came. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Written by another source. */
  readonly isForeign: boolean;
}

export interface DialectServiceOptions {
  readonly dialect: Dialect;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Part of a transaction that is there already, in the plain dialect's own fields. */
export interface Held {
  readonly id: string;
  readonly name: string;
  readonly fields: Json;
}

/** A Tax Nexus Service of some dialect, without any network. */
export interface DialectService {
  readonly push: (text: string) => DialectReply;
  readonly find: (id: string) => DialectReply;
  readonly list: (cursor: string | null, limit?: number) => DialectReply;
  /** Puts something there that another source wrote. */
  readonly hold: (transaction: Held) => void;
  /** Whether a transaction is there whose name ends with this source id. */
  readonly holdsKey: (key: string) => boolean;
  /** Changes the dialect; what is stored stays. */
  readonly become: (dialect: Dialect) => void;
  /** Lets the list catch up with everything that is stored. */
  readonly catchUp: () => void;
  readonly dialect: () => Dialect;
  /** Every insert, oldest first. */
  readonly journal: readonly Insert[];
  /** How many requests were answered. */
  readonly posts: () => number;
  readonly gets: () => number;
}

/**
 * A stand-in service whose behavior is data: strict where the interface is documented, free where it is not.
 *
 * @example
 * const service = dialectService({ dialect: aDialect({ ids: 'own numbers' }), now: () => 0 });
 * service.push(body); // { status: 200, text: '{"id":1,…}' }
 */
export const dialectService = ({ dialect: first, now }: DialectServiceOptions): DialectService => {
  const store = rowStore();
  const journal: Insert[] = [];
  const count = { posts: 0, gets: 0 };
  let dialect = first;

  const requests = (): number => count.posts + count.gets;
  let views = new WeakMap<Row, Json>();
  const view = (row: Row): Json => {
    const known = views.get(row);
    if (known !== undefined) return known;
    const json = shown(dialect, row.id, row.fields);
    views.set(row, json);
    return json;
  };

  const isListed = ({ at, request, isCaughtUp }: Row): boolean => {
    const { delay } = dialect.list;
    if (delay === null || isCaughtUp) return true;
    return 'requests' in delay ? requests() - request > delay.requests : now() - at >= delay.milliseconds;
  };

  const newId = (sent: string): string | number => {
    if (dialect.ids === 'client') return sent;
    const number = store.rows.length + 1;
    return dialect.ids === 'own numbers' ? 7_000 + number : `txn_${number.toString(36).padStart(6, '0')}`;
  };

  const insert = (sent: string, fields: Json, text: string, isForeign: boolean): Row => {
    const [name, id] = [String(fields['name']), newId(sent)];
    const row: Row = { id, fields, at: now(), request: requests(), isCaughtUp: false };
    store.add(row, view(row));
    journal.push({ key: keyOf(name), id: sent, name, fields, text, at: now(), isForeign });
    return row;
  };

  const act = (text: string): DialectReply => {
    const read = readBody(dialect, text);
    if ('issues' in read) return refusalReply(dialect, read.issues);
    const { fields } = read;
    const sent = textOf(fields['id']);
    const asIfStored = shown(dialect, sent, fields);
    const { equalIds, equalNames } = dialect.refuses;
    const namesake = equalNames ? store.named(asIfStored['name']) : undefined;
    const there = (equalIds && dialect.ids === 'client' ? store.find(asIfStored['id']) : undefined) ?? namesake;
    if (there !== undefined) return existsReply(dialect.exists, there === namesake ? 'name' : 'id', view(there));
    return successReply(dialect, text, view(insert(sent, fields, text, false)));
  };

  return {
    journal,
    dialect: () => dialect,
    posts: () => count.posts,
    gets: () => count.gets,
    push: (text) => {
      count.posts += 1;
      const { trouble: problem } = dialect;
      if (problem?.pushes.includes(count.posts) !== true) return act(text);
      if (problem.isStored) act(text);
      if (problem.answer === '500') return jsonReply(500, { code: 'internal' });
      return htmlReply(problem.answer === '502 HTML' ? 502 : 200);
    },
    find: (id) => {
      count.gets += 1;
      const isUpper = dialect.stores.includes('upper case ids');
      const row = dialect.single === 'always 404' ? undefined : store.find(isUpper ? id.toUpperCase() : id);
      if (row === undefined) return unknownReply(dialect.unknown);
      return jsonReply(200, dialect.single === 'wrapped' ? { data: view(row) } : view(row));
    },
    list: (cursor, limit = 10) => {
      count.gets += 1;
      const { carries, cursors, largestPage } = dialect.list;
      const page = store.page({ cursor, cursors, limit: Math.min(limit, largestPage), isListed });
      if (page === undefined) return refusalReply(dialect, [{ path: 'cursor', message: 'is not known' }]);
      const data = page.rows.map((row) => listed(view(row), carries));
      return jsonReply(200, { data, nextCursor: page.next });
    },
    hold: ({ id, name, fields }) => {
      const whole = { ...fields, id, name };
      insert(id, whole, JSON.stringify(whole), true);
    },
    holdsKey: (key) => journal.some((line) => line.key === key),
    become: (next) => {
      dialect = next;
      views = new WeakMap();
      store.index(view);
    },
    catchUp: () => {
      for (const row of store.rows) row.isCaughtUp = true;
    },
  };
};
