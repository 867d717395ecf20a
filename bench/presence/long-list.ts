import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type PushReply, StoredTransaction, type TaxService } from '../../src/domain/tax-service.ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { right } from '../right.ts';

const pageSize = 100;
const decodeStored = decodeAs(StoredTransaction);

export interface LongList {
  readonly service: TaxService;
  readonly calls: { pages: number; questions: number };
  /** What was pushed, the oldest first. */
  readonly pushed: readonly StoredTransaction[];
}

/** A service that holds some transactions of ours and, newer than those, as many of others as are wanted: they take no memory. */
export const longList = (held: readonly StoredTransaction[], foreign: number): LongList => {
  const pushed: StoredTransaction[] = [];
  const ours = new Map(held.map((one) => [one.id, one]));
  const calls = { pages: 0, questions: 0 };
  const at = (place: number): StoredTransaction => {
    const one = place < held.length ? held[place] : pushed[place - held.length - foreign];
    return one ?? { id: `foreign-${place}`, name: `Foreign ${place}` };
  };
  return {
    calls,
    pushed,
    service: {
      list: (cursor) => () => {
        calls.pages += 1;
        const before = O.isSome(cursor) ? Number(cursor.value) : held.length + foreign + pushed.length;
        const from = Math.max(0, before - pageSize);
        const transactions = Array.from({ length: before - from }, (_, place) => at(before - 1 - place));
        return Promise.resolve(E.right({ transactions, next: from > 0 ? O.some(String(from)) : O.none }));
      },
      find: (id) => () => {
        calls.questions += 1;
        return Promise.resolve(E.right(O.fromNullable(ours.get(id))));
      },
      push: (body) => () => {
        const stored = right(decodeStored(JSON.parse(body)));
        if (ours.has(stored.id)) return Promise.resolve<PushReply>({ _tag: 'Exists' });
        ours.set(stored.id, stored);
        pushed.push(stored);
        return Promise.resolve<PushReply>({ _tag: 'Accepted', stored });
      },
    },
  };
};
