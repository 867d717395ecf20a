import type { RemoteTransaction, ShownFields } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import type { PushCandidate } from './mapped-record.ts';
import { compareWithBody } from './push-result.ts';

/** A shorter part of a name stands in many. */
const minPart = 5;

/** The name of a refund goes on after that of its sale: neither is the other, cut off. */
const isOfLater = (rest: string): boolean => /^-(refund|edit|return|dispute|marketplace)(-|$)/.test(rest);

/** What the list shows under names that may be ours, changed. */
export interface Resembling {
  readonly note: (transactions: readonly RemoteTransaction[]) => void;
  /** The id of a transaction that is likely this one, under a name that a service cut off or wrote something to; undefined for none. */
  readonly find: (candidate: Pick<PushCandidate, 'id' | 'name' | 'sourceId' | 'body'>) => string | undefined;
}

/** The longest part of a record's id, as it stands in names. */
const longestPart = (text: string): string =>
  textKey(text)
    .split('-')
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');

const isSameSale = (body: string, shown: ShownFields | null): boolean => {
  const { total, transactedAt } = shown ?? {};
  const decisive = { ...(total !== undefined && { total }), ...(transactedAt !== undefined && { transactedAt }) };
  return compareWithBody(body, decisive).differences.length === 0;
};

/**
 * Gathers a reading of the list, for a sync database that is empty: it may have been lost, and where the service assigns ids, a
 * sale whose name came back in a form that cannot be undone would be sent again.
 */
export const gatherResembling = (): Resembling => {
  const byKey = new Map<string, RemoteTransaction[]>();
  const byPart = new Map<string, RemoteTransaction[]>();
  const add = (rows: Map<string, RemoteTransaction[]>, key: string, one: RemoteTransaction): void => {
    const before = rows.get(key);
    if (before === undefined) rows.set(key, [one]);
    else before.push(one);
  };
  return {
    note: (transactions) => {
      for (const one of transactions) {
        const key = textKey(one.name ?? '');
        if (key === '') continue;
        add(byKey, key, one);
        for (const part of new Set(key.split('-'))) {
          if (part.length >= minPart && /\d/.test(part)) add(byPart, part, one);
        }
      }
    },
    find: ({ id, name, sourceId, body }) => {
      const own = textKey(name);
      const platform = own.split('-', 1)[0] ?? '';
      const rows: RemoteTransaction[] = [];
      for (let length = platform.length + 2; length < own.length; length += 1) {
        if (!isOfLater(own.slice(length))) rows.push(...(byKey.get(own.slice(0, length)) ?? []));
      }
      for (const one of byPart.get(longestPart(sourceId)) ?? []) {
        const key = textKey(one.name ?? '');
        const at = key.indexOf(own);
        if (at === -1 || !isOfLater(key.slice(at + own.length))) rows.push(one);
      }
      return rows.find((one) => !isOtherTransaction(one.id, id) && isSameSale(body, one.shown))?.id;
    },
  };
};
