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
import { listedBy, pageOf, shownAloneBy, twisted, withheldBy } from './twist.ts';

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
  /** Deletes what has such a name: a restored backup, or a person. */
  readonly forget: (isGone: (name: string) => boolean) => void;
  /** Stores so many of another source under ids that were those of what was deleted: a counter that was restored too. */
  readonly reuse: (count: number) => void;
  /** Changes what is stored: a person, or a defect. */
  readonly alter: (change: (fields: Json) => Json) => void;
  /** Names of all that is stored now, oldest first. */
  readonly stored: () => readonly Json[];
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
  const removed: (string | number)[] = [];
  let dialect = first;

  const requests = (): number => count.posts + count.gets;
  let views = new WeakMap<Row, Json>();
  const view = (row: Row): Json => {
    const known = views.get(row);
    if (known !== undefined) return known;
    const json = twisted(dialect.twist, shown(dialect, row.id, row.fields));
    views.set(row, json);
    return json;
  };

  const isHidden = (at: number): boolean => now() - at < dialect.twist.hiddenFor;

  const isListed = ({ at, request, isCaughtUp }: Row): boolean => {
    const { delay } = dialect.list;
    if (isHidden(at)) return false;
    if (delay === null || isCaughtUp) return true;
    return 'requests' in delay ? requests() - request > delay.requests : now() - at >= delay.milliseconds;
  };

  const newId = (sent: string): string | number => {
    if (dialect.ids === 'client') return sent;
    const number = journal.length + 1;
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
    stored: () => store.rows.map(({ fields }) => fields),
    dialect: () => dialect,
    posts: () => count.posts,
    gets: () => count.gets,
    push: (text) => {
      count.posts += 1;
      const { trouble: problem, twist } = dialect;
      const withheld = withheldBy(twist, count.posts, text);
      if (withheld !== undefined) return withheld;
      if (twist.loses.includes(count.posts)) {
        act(text);
        return { status: 0, text: '' };
      }
      if (problem?.pushes.includes(count.posts) !== true) return act(text);
      if (problem.isStored) act(text);
      if (problem.answer === '500') return jsonReply(500, { code: 'internal' });
      return htmlReply(problem.answer === '502 HTML' ? 502 : 200);
    },
    find: (id) => {
      count.gets += 1;
      const isUpper = dialect.stores.includes('upper case ids');
      const { singleStatus } = dialect.twist;
      if (singleStatus !== null) return jsonReply(singleStatus, { message: 'Not allowed' });
      const row = dialect.single === 'always 404' ? undefined : store.find(isUpper ? id.toUpperCase() : id);
      if (row === undefined || isHidden(row.at)) return unknownReply(dialect.unknown);
      const alone = shownAloneBy(dialect.twist, view(row));
      return jsonReply(200, dialect.single === 'wrapped' ? { data: alone } : alone);
    },
    list: (cursor, limit = 10) => {
      count.gets += 1;
      const { carries, cursors, largestPage } = dialect.list;
      const { twist } = dialect;
      if (limit > twist.maxLimit) return jsonReply(400, { code: 'invalid', issues: [{ path: ['limit'] }] });
      const page = store.page({
        cursor: cursor?.split('?')[0] ?? null,
        cursors,
        limit: Math.min(limit, largestPage),
        isListed,
      });
      if (page === undefined) return refusalReply(dialect, [{ path: 'cursor', message: 'is not known' }]);
      const data = page.rows.map((row) => listedBy(twist, listed(view(row), carries)));
      return jsonReply(200, pageOf(twist, data, page.next, requests()));
    },
    forget: (isGone) => {
      for (const row of [...store.rows]) {
        if (!isGone(String(row.fields['name']))) continue;
        store.remove(row);
        removed.push(row.id);
      }
    },
    reuse: (count) => {
      for (const id of removed.splice(0, count)) {
        const fields = {
          name: `Another source ${store.rows.length}`,
          total: 1,
          taxCollected: 0,
          currency: 'USD',
          lineItems: [],
          transactedAt: '2026-02-09T10:00:00Z',
          shipToAddress: { state: 'CA', country: 'US' },
        };
        const row: Row = { id, fields, at: now(), request: requests(), isCaughtUp: true };
        store.add(row, view(row));
      }
    },
    alter: (change) => {
      for (const row of store.rows) row.fields = change(row.fields);
      views = new WeakMap();
      store.index(view);
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
