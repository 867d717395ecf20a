import type { Reply } from '../../../../src/sandbox/http/reply.ts';
import { pushTransaction } from '../../../../src/sandbox/tax-service/push-transaction.ts';
import { transactionStore } from '../../../../src/sandbox/tax-service/transaction-store.ts';

/** One insert at the service. It is never taken back. */
export interface JournalLine {
  readonly at: number;
  readonly id: string;
  readonly name: string;
  /** The body as it was stored. */
  readonly text: string;
  /** Written by somebody else. */
  readonly isForeign: boolean;
}

/** How a list is cut into pages: by a place that moves with every insert, or by one that stays. */
export type CursorKind = 'offset' | 'position';

export interface ServiceOptions {
  readonly now: () => number;
  readonly cursors: CursorKind;
  readonly pageSize: number;
  /** Whether a body about this id is refused for good. */
  readonly refuses: (id: string) => boolean;
}

/** The Tax Nexus Service itself, without any network: ids and names are unique, the newest comes first. */
export interface Service {
  readonly push: (text: string) => Reply;
  readonly find: (id: string) => Reply;
  readonly list: (cursor: string | null) => Reply;
  readonly insertForeign: (transaction: { readonly id: string; readonly name: string; readonly text: string }) => void;
  readonly journal: readonly JournalLine[];
}

const idIn = (text: string): string => /"id":"([^"]*)","lineItems"/.exec(text)?.[1] ?? '';

export const service = ({ now, cursors, pageSize, refuses }: ServiceOptions): Service => {
  const store = transactionStore();
  const journal: JournalLine[] = [];
  const insert =
    (isForeign: boolean) =>
    (transaction: { readonly id: string; readonly name: string; readonly text: string }): void => {
      store.add(transaction);
      journal.push({ at: now(), ...transaction, isForeign });
    };
  return {
    journal,
    insertForeign: insert(true),
    push: (text) =>
      refuses(idIn(text))
        ? { status: 422, text: '{"code":"contradiction","issues":[{"path":"total"}]}' }
        : pushTransaction(store, insert(false), text),
    find: (id) => {
      const found = store.find(id);
      return found === undefined ? { status: 404, text: '{"code":"not_found"}' } : { status: 200, text: found.text };
    },
    list: (cursor) => {
      const size = store.size();
      const place = cursor === null ? 0 : Number(cursor);
      const before = cursors === 'offset' ? size - place : cursor === null ? size : place;
      const page = store.newestBefore(before, pageSize);
      const rest = before - page.length;
      const next = rest <= 0 ? null : String(cursors === 'offset' ? place + page.length : rest);
      return {
        status: 200,
        text: `{"data":[${page.map(({ text }) => text).join()}],"nextCursor":${JSON.stringify(next)}}`,
      };
    },
  };
};
