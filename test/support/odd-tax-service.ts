// Like memory-tax-service, at the pipeline's port and in virtual time, for services that assign ids, refuse nothing, list late or store
// something else, which the sandbox's strict service never does.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../src/domain/environment.ts';
import type { PushReply, ServiceFailure, StoredTransaction, TaxService } from '../../src/domain/tax-service.ts';
import { WireTransaction } from '../../src/domain/wire-transaction.ts';
import { textKey } from '../../src/mapping/comparison.ts';

/** In what a service differs from the ordinary one. */
export interface OddOptions {
  readonly clock: Clock;
  /** Who assigns ids; default the service. */
  readonly identity?: 'client' | 'service';
  /** By what it refuses a second one; default by nothing. */
  readonly refusesEqual?: 'id' | 'name' | 'nothing';
  /** What the answer to a push shows; default all of it. */
  readonly answers?: 'all' | 'id' | 'nothing';
  /** Whether it answers questions about single ids; default yes. */
  readonly isAsked?: boolean;
  /** Milliseconds until the list shows what is stored, in its place; default 0. */
  readonly lateness?: number | ((wire: WireTransaction) => number);
  /** What it makes of what it is sent. */
  readonly keeps?: (wire: WireTransaction) => Readonly<Record<string, unknown>>;
  /** What the list shows of a transaction. */
  readonly lists?: (stored: StoredTransaction) => StoredTransaction;
  /** What goes wrong with the n-th push (from 1) of a name: before it is stored, or after. */
  readonly fault?: (name: string, count: number) => 'before' | 'after' | undefined;
  /** Asked for each question. */
  readonly isDown?: (kind: 'list' | 'find') => boolean;
}

export interface OddTaxService {
  readonly service: TaxService;
  /** Everything that is stored, the oldest first. */
  readonly stored: readonly {
    readonly wire: WireTransaction;
    readonly shown: StoredTransaction;
    readonly at: number;
  }[];
  readonly calls: { list: number; find: number; push: number };
}

const down: ServiceFailure = { _tag: 'Unclear', message: 'ECONNRESET' };
const pageSize = 100;

/** A service that keeps the contract, and is not like the ordinary one. */
export const oddTaxService = ({
  clock,
  identity = 'service',
  refusesEqual = 'nothing',
  answers = 'all',
  isAsked = true,
  lateness = 0,
  keeps = (wire) => wire,
  lists = (one) => one,
  fault = () => undefined,
  isDown = () => false,
}: OddOptions): OddTaxService => {
  const stored: { wire: WireTransaction; shown: StoredTransaction; at: number }[] = [];
  const calls = { list: 0, find: 0, push: 0 };
  const counts = new Map<string, number>();

  const latenessOf = typeof lateness === 'number' ? () => lateness : lateness;
  const isHeld = ({ id, name }: WireTransaction): boolean =>
    (refusesEqual === 'id' && stored.some(({ wire }) => wire.id === id)) ||
    (refusesEqual === 'name' && stored.some(({ wire }) => textKey(wire.name) === textKey(name)));

  const insert = (wire: WireTransaction): PushReply => {
    if (isHeld(wire)) return { _tag: 'Exists' };
    const id = identity === 'client' ? wire.id : `txn_${stored.length + 1}`;
    const shown: StoredTransaction = { ...keeps(wire), id };
    stored.push({ wire, shown, at: clock.now() });
    if (answers === 'nothing') return { _tag: 'Accepted', stored: null };
    return { _tag: 'Accepted', stored: answers === 'all' ? shown : { id, name: null } };
  };

  return {
    stored,
    calls,
    service: {
      list: (cursor) => async () => {
        calls.list += 1;
        await clock.sleep(20)();
        if (isDown('list')) return E.left(down);
        const from = O.isSome(cursor) ? Number(cursor.value) : 0;
        const seen = stored.filter(({ at, wire }) => clock.now() - at >= latenessOf(wire)).reverse();
        const transactions = seen.slice(from, from + pageSize).map(({ shown }) => lists(shown));
        const next = from + pageSize < seen.length ? O.some(String(from + pageSize)) : O.none;
        return E.right({ transactions, next });
      },
      find: (id) => async () => {
        calls.find += 1;
        await clock.sleep(20)();
        if (isDown('find')) return E.left(down);
        if (!isAsked) return E.right(O.none);
        return E.right(O.fromNullable(stored.find(({ shown }) => shown.id === id)?.shown));
      },
      push: (body, begin) => async () => {
        if (begin !== undefined && !(await begin())) return { _tag: 'NotStarted' };
        calls.push += 1;
        await clock.sleep(20)();
        const wire: unknown = JSON.parse(body);
        if (!WireTransaction.is(wire)) return { _tag: 'Refused', message: 'answered 400', fingerprint: '400' };
        const count = (counts.get(wire.name) ?? 0) + 1;
        counts.set(wire.name, count);
        const broken = fault(wire.name, count);
        if (broken === 'before') return down;
        const reply = insert(wire);
        return broken === 'after' ? down : reply;
      },
    },
  };
};
