// No double of the sandbox's service: it stands at the pipeline's port, in virtual time and without HTTP, and its list drifts with each
// insert. What a body must be is the matter of the sandbox's service, which test/app, test/cli and test/kill push to.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../src/domain/environment.ts';
import type {
  CursorRefused,
  PushReply,
  ServiceFailure,
  StoredTransaction,
  TaxService,
} from '../../src/domain/tax-service.ts';
import { WireTransaction } from '../../src/domain/wire-transaction.ts';

/** One insert into the service: the truth that a test compares with. */
export interface JournalLine {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly at: number;
}

export interface RequestLine {
  readonly kind: 'list' | 'find' | 'push';
  /** Id, or the list's cursor. */
  readonly about: string;
  readonly startedAt: number;
}

/** What goes wrong with one request: before the service acted, or after it had stored what it was sent. */
export type Fault =
  | { readonly when: 'before'; readonly reply: ServiceFailure | Extract<PushReply, { _tag: 'Refused' | 'Exists' }> }
  | { readonly when: 'after'; readonly reply: ServiceFailure };

export interface MemoryTaxServiceOptions {
  readonly clock: Clock;
  /** Milliseconds there, and as many back. */
  readonly latency?: number;
  readonly pageSize?: number;
  /** Asked for each push, find and list; `count` is the number of requests of that kind about the same thing, from 1. */
  readonly fault?: (request: RequestLine, count: number) => Fault | undefined;
  readonly cursorFault?: (cursor: string, count: number) => CursorRefused | { readonly next: string } | undefined;
}

export interface MemoryTaxService {
  readonly service: TaxService;
  readonly journal: readonly JournalLine[];
  readonly requests: readonly RequestLine[];
  /** Another client's transaction. */
  readonly insertForeign: (stored: StoredTransaction) => void;
  readonly remove: (id: string) => void;
  /** Somebody's change at the service itself; its place in the list stays. */
  readonly change: (id: string, fields: Partial<StoredTransaction>) => void;
  readonly count: (kind: RequestLine['kind']) => number;
}

const parse = (body: string): WireTransaction | undefined => {
  const parsed: unknown = JSON.parse(body);
  return WireTransaction.is(parsed) ? parsed : undefined;
};

/** The service in memory, by its interface: ids and names are unique, newest first, cursors that drift with inserts. */
export const memoryTaxService = ({
  clock,
  latency = 20,
  pageSize = 100,
  fault = () => undefined,
  cursorFault = () => undefined,
}: MemoryTaxServiceOptions): MemoryTaxService => {
  const stored: StoredTransaction[] = [];
  const journal: JournalLine[] = [];
  const requests: RequestLine[] = [];
  const counts = new Map<string, number>();

  const begin = async (kind: RequestLine['kind'], about: string): Promise<Fault | undefined> => {
    const request = { kind, about, startedAt: clock.now() };
    requests.push(request);
    const count = (counts.get(`${kind} ${about}`) ?? 0) + 1;
    counts.set(`${kind} ${about}`, count);
    await clock.sleep(latency)();
    return fault(request, count);
  };
  const end = async <A>(answer: A): Promise<A> => {
    await clock.sleep(latency)();
    return answer;
  };
  const asFailure = (reply: PushReply): ServiceFailure => {
    if (['Accepted', 'Exists', 'Refused', 'NotStarted'].includes(reply._tag)) {
      throw new Error(`${reply._tag} is no answer to a lookup`);
    }
    return reply as ServiceFailure;
  };

  const insert = (body: string): PushReply => {
    const wire = parse(body);
    if (wire === undefined) return { _tag: 'Refused', message: 'the body is not a transaction', fingerprint: '400' };
    if (stored.some(({ id, name }) => id === wire.id || name === wire.name)) return { _tag: 'Exists' };
    stored.unshift({ ...wire });
    journal.push({ id: wire.id, name: wire.name, body, at: clock.now() });
    return { _tag: 'Accepted', stored: { ...wire } };
  };

  const service: TaxService = {
    list: (cursor) => async () => {
      const about = O.isSome(cursor) ? cursor.value : '';
      const broken = await begin('list', about);
      if (broken !== undefined) return end(E.left(asFailure(broken.reply)));
      const odd = cursorFault(about, counts.get(`list ${about}`) ?? 1);
      if (odd !== undefined && '_tag' in odd) return end(E.left(odd));
      const offset = about === '' ? 0 : Number(about);
      const transactions = stored.slice(offset, offset + pageSize);
      const hasMore = offset + pageSize < stored.length;
      const next = odd === undefined ? String(offset + pageSize) : odd.next;
      return end(E.right({ transactions, next: hasMore ? O.some(next) : O.none }));
    },
    find: (id) => async () => {
      const broken = await begin('find', id);
      if (broken !== undefined) return end(E.left(asFailure(broken.reply)));
      return end(E.right(O.fromNullable(stored.find((one) => one.id === id))));
    },
    push: (body, mayBegin) => async () => {
      if (mayBegin !== undefined && !(await mayBegin())) return { _tag: 'NotStarted' };
      const broken = await begin('push', parse(body)?.id ?? '');
      if (broken?.when === 'before') return end(broken.reply);
      const reply = insert(body);
      return end(broken === undefined ? reply : broken.reply);
    },
  };
  return {
    service,
    journal,
    requests,
    insertForeign: (one) => void stored.unshift(one),
    remove: (id) => {
      const index = stored.findIndex((one) => one.id === id);
      if (index >= 0) stored.splice(index, 1);
    },
    change: (id, fields) => {
      const index = stored.findIndex((one) => one.id === id);
      const before = stored[index];
      if (before !== undefined) stored[index] = { ...before, ...fields, id };
    },
    count: (kind) => requests.filter((request) => request.kind === kind).length,
  };
};

/** The usual faults. */
export const faults = {
  lostBefore: { when: 'before', reply: { _tag: 'Unclear', message: 'ECONNRESET' } },
  lostAfter: { when: 'after', reply: { _tag: 'Unclear', message: 'ETIMEDOUT' } },
  garbage: { when: 'after', reply: { _tag: 'Unclear', message: 'an answer which is not JSON' } },
  credentials: { when: 'before', reply: { _tag: 'CredentialsRefused', message: 'the key was refused' } },
  misdirected: { when: 'before', reply: { _tag: 'Misdirected', message: 'the address is wrong' } },
  refused: {
    when: 'before',
    reply: { _tag: 'Refused', message: 'the service answered 422 (total)', fingerprint: '422 total' },
  },
} as const satisfies Readonly<Record<string, Fault>>;

export const slowDown = (retryAfterMs: number | null): Fault => ({
  when: 'before',
  reply: { _tag: 'SlowDown', retryAfterMs },
});
