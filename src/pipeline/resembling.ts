/**
 * Finds listed transactions that are probably ours under a changed name, so that a lost sync database does not send every
 * sale a second time.
 */
import type { RemoteTransaction, ShownFields } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import type { PushCandidate } from './mapped-record.ts';
import { comparableBody, compareWithBody } from './push-result.ts';

/** Ids of all that the list showed, in lower case. */
interface Ids {
  readonly keys: () => Iterable<string>;
  readonly size: number;
}

/** Listed transactions whose names may be changed forms of ours. */
export interface Resembling {
  /** `ids`: includes transactions without a name. */
  readonly note: (transactions: readonly RemoteTransaction[], ids: Ids) => void;
  /** How many transactions the list shows if none of them has a name or an id like ours; otherwise 0. */
  readonly nameless: (id: string) => number;
  /**
   * Transactions that are probably this one, under a name that the service shortened or extended. `also`: for a transaction
   * that was just sent, also under any name, with the same total at the same second.
   */
  readonly find: (
    candidate: Pick<PushCandidate, 'id' | 'name' | 'sourceId' | 'body'>,
    also?: 'by money',
  ) => readonly RemoteTransaction[];
}

/** A shorter part occurs in too many names. */
const minPart = 5;

/** Collects the rows of a reading of the list. Where the service assigns ids, the name alone shows whether a sale was sent. */
export const gatherResembling = (): Resembling => {
  const byKey = new Map<string, RemoteTransaction[]>();
  /** By the key without its dashes: some services group digits or remove signs. */
  const byLetters = new Map<string, RemoteTransaction[]>();
  const byPart = new Map<string, RemoteTransaction[]>();
  const byTotal = new Map<string, RemoteTransaction[]>();
  const add = (rows: Map<string, RemoteTransaction[]>, key: string, one: RemoteTransaction): void => {
    const before = rows.get(key);
    if (before === undefined) rows.set(key, [one]);
    else before.push(one);
  };
  let [named, ids]: [number, Ids] = [0, new Set()];
  return {
    nameless: (id) => {
      const platform = id.slice(0, id.indexOf(':') + 1).toLowerCase();
      return named > 0 || [...ids.keys()].some((one) => one.startsWith(platform)) ? 0 : ids.size;
    },
    note: (transactions, all) => {
      [named, ids] = [transactions.length, all];
      for (const one of transactions) {
        const key = textKey(one.name ?? '');
        if (key === '') continue;
        add(byKey, key, one);
        add(byLetters, withoutDashes(key), one);
        const { total, transactedAt } = one.shown ?? {};
        if (total !== undefined && Number(total) !== 0 && transactedAt !== undefined && !isDay(transactedAt))
          add(byTotal, total, one);
        for (const part of new Set(key.split('-'))) {
          if (part.length >= minPart && /\d/.test(part)) add(byPart, part.slice(-minPart), one);
        }
      }
    },
    find: ({ id, name, sourceId, body }, also) => {
      const own = textKey(name);
      const platform = own.split('-', 1)[0] ?? '';
      const rows = [...(byLetters.get(withoutDashes(own)) ?? [])];
      for (let length = platform.length + 2; length < own.length; length += 1) {
        if (!isOfLater(own.slice(length))) rows.push(...(byKey.get(own.slice(0, length)) ?? []));
      }
      const record = longestPart(sourceId);
      for (const one of record.length < minPart ? [] : (byPart.get(record.slice(-minPart)) ?? [])) {
        const key = textKey(one.name ?? '');
        // A service that removes spaces and signs joins the order's number and the record's id.
        if (!key.split('-').some((part) => part.endsWith(record))) continue;
        if (own.startsWith(key) && isOfLater(own.slice(key.length))) continue;
        const at = key.indexOf(own);
        if (at === -1 || !isOfLater(key.slice(at + own.length))) rows.push(one);
      }
      const others = also === undefined ? [] : byTotal.get(comparableBody(body).total ?? '');
      rows.push(...(others ?? []).filter((one) => !textKey(one.name ?? '').startsWith(`${platform}-`)));
      return [...new Set(rows)].filter((one) => !isOtherTransaction(one.id, id) && isSameSale(body, one.shown));
    },
  };
};

const withoutDashes = (key: string): string => key.replaceAll('-', '');

const isDay = (moment: string): boolean => moment.length === 'YYYY-MM-DD'.length;

/** Whether a name continues as that of a later change: it begins with its sale's name, and is not a shortened form of it. */
const isOfLater = (rest: string): boolean =>
  /^-(refund|edit|return|dispute|marketplace|undone|restored)(-|$)/.test(rest);

/** The longest part of a record's id, as names contain it. */
const longestPart = (text: string): string =>
  textKey(text)
    .split('-')
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');

const isSameSale = (body: string, shown: ShownFields | null): boolean => {
  const { total, transactedAt } = shown ?? {};
  const decisive = { ...(total !== undefined && { total }), ...(transactedAt !== undefined && { transactedAt }) };
  return compareWithBody(body, decisive).differences.length === 0;
};
