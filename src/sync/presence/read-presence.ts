import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError, RemoteTransaction, SyncStore } from '../../domain/sync-store.ts';
import { comparableOf } from '../../mapping/comparison.ts';
import type { StoredTransaction } from '../../domain/tax-service.ts';
import { pagesReadAgain } from '../limits.ts';
import { askList } from '../pace/ask-list.ts';
import type { Lane } from '../pace/lane.ts';
import type { SyncPorts } from '../ports.ts';
import type { Progress, Stop } from '../progress.ts';
import { runAgainLater } from '../run-again-later.ts';

/** What reading the service's list takes. */
export interface PresencePorts {
  readonly ports: Pick<SyncPorts, 'clock' | 'random' | 'log'>;
  readonly book: Pick<SyncStore, 'remoteIndexState' | 'saveRemoteIndexPage'>;
  readonly lane: Pick<Lane, 'list' | 'isOver'>;
  readonly tell: (change: (progress: Progress) => Progress) => void;
}

/**
 * How reading the list ended. `read`: down to its end, or to what an earlier reading had seen. `lost`: the service lost its
 * own cursor twice. `halted`: the lane was over before. A stop: the service gave no list.
 */
export type PresenceEnd = 'read' | 'lost' | 'halted' | Stop;

interface Position {
  readonly walk: number;
  readonly from: O.Option<string>;
}

/** Text that is longer is no tax information, and could be anything. */
const maxReportedTax = 200;

const reportedTaxFields = ['tax', 'taxAmount', 'calculatedTax', 'estimatedTax', 'totalTax', 'taxes'] as const;

/** The tax that the service reports, as it gives it; nothing is inferred from its absence. */
export const reportedTaxOf = (stored: StoredTransaction): string | undefined => {
  const value = reportedTaxFields.map((field) => stored[field]).find((one) => one !== undefined && one !== null);
  const text = value === undefined ? undefined : JSON.stringify(value);
  return text === undefined || text.length > maxReportedTax ? undefined : text;
};

/** What the list shows of a transaction, as the record book keeps it. */
export const presenceOf = (stored: StoredTransaction): RemoteTransaction => {
  const reportedTax = reportedTaxOf(stored);
  const shown = { ...comparableOf(stored), ...(reportedTax !== undefined && { reportedTax }) };
  return { id: stored.id, name: stored.name ?? null, shown };
};

const walkList = async (
  { ports, book, lane, tell }: PresencePorts,
  { walk, from }: Position,
  readAgain: number,
): Promise<E.Either<StoreError, PresenceEnd>> => {
  const ask = askList({ ...ports, lane });
  const seen = new Set<string>();
  let cursor = from;
  let mayRestart = true;
  for (let pages = 1; ; pages += 1) {
    const answer = await ask(cursor);
    if (answer._tag === 'NotAsked') return E.right('halted');
    if (answer._tag === 'NoClearAnswer') {
      const message = `The list of the Tax Nexus Service could not be read: ${answer.message}. ${runAgainLater}`;
      return E.right({ who: 'service', cause: 'no answer', message });
    }
    const next = answer._tag === 'Page' ? answer.page.next : O.none;
    const isBroken = answer._tag === 'CursorRefused' || (O.isSome(next) && seen.has(next.value));
    if (isBroken) {
      ports.log.warn('the service lost its place in its own list', { startsAgain: mayRestart });
      if (!mayRestart) return E.right('lost');
      mayRestart = false;
      cursor = O.none;
      seen.clear();
      continue;
    }
    if (O.isSome(next)) seen.add(next.value);
    const transactions = answer.page.transactions.map(presenceOf);
    const saved = await book.saveRemoteIndexPage({ scan: walk, transactions, next, completesScan: O.isNone(next) })();
    if (E.isLeft(saved)) return saved;
    tell((progress) => ({ ...progress, listed: progress.listed + transactions.length }));
    if (O.isNone(next)) return E.right('read');
    if (pages >= readAgain && transactions.length > 0 && saved.right === transactions.length) {
      const completed = await book.saveRemoteIndexPage({
        scan: walk,
        transactions: [],
        next: O.none,
        completesScan: true,
      })();
      return E.isLeft(completed) ? completed : E.right('read');
    }
    cursor = next;
  }
};

/**
 * Reads the service's list into the record book, newest first. It costs one request for each hundred transactions, once;
 * a later reading ends at the first page that an earlier complete one had wholly seen, but never before `pagesReadAgain`
 * (default 10): what they show is compared. A reading that was left off goes on where it was, and then what came to the head
 * since is read. When the service refuses its own cursor or gives one twice, the reading begins again from the head, once.
 */
export const readPresence = async (
  ports: PresencePorts,
  { pagesReadAgain: readAgain = pagesReadAgain }: { readonly pagesReadAgain?: number } = {},
): Promise<E.Either<StoreError, PresenceEnd>> => {
  const state = await ports.book.remoteIndexState();
  if (E.isLeft(state)) return state;
  const { scan, cursor } = state.right;
  const fromHead: Position = { walk: scan + 1, from: O.none };
  if (O.isNone(cursor)) return walkList(ports, fromHead, readAgain);
  const rest = await walkList(ports, { walk: scan, from: cursor }, readAgain);
  return E.isLeft(rest) || rest.right !== 'read' ? rest : walkList(ports, fromHead, 0);
};
