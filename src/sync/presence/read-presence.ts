import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { BookError, Presence, RecordBook } from '../../core/record-book.ts';
import type { StoredTransaction } from '../../core/stored-transaction.ts';
import { askList } from '../pace/ask-list.ts';
import type { Lane } from '../pace/lane.ts';
import type { SyncPorts } from '../ports.ts';
import type { Progress, Stop } from '../progress.ts';
import { runAgainLater } from '../run-again-later.ts';

/** What reading the service's list takes. */
export interface PresencePorts {
  readonly ports: Pick<SyncPorts, 'clock' | 'random' | 'log'>;
  readonly book: Pick<RecordBook, 'presence' | 'savePresence'>;
  readonly lane: Pick<Lane, 'list' | 'isOver'>;
  readonly tell: (change: (progress: Progress) => Progress) => void;
}

/**
 * How reading the list ended. `read`: down to its end, or to what an earlier walk had seen. `left off`: as many pages as it
 * was to cost; the record book knows where to go on. `lost`: the service lost its own place twice. `halted`: the lane was
 * over before. A stop: the service gave no list.
 */
export type PresenceEnd = 'read' | 'left off' | 'lost' | 'halted' | Stop;

export interface PresenceRead {
  readonly end: PresenceEnd;
  readonly pages: number;
}

interface Place {
  readonly walk: number;
  readonly from: O.Option<string>;
}

const presenceOf = ({ id, name }: StoredTransaction): Presence => ({ id, name: name ?? null });

const walkList = async (
  { ports, book, lane, tell }: PresencePorts,
  { walk, from }: Place,
  mostPages: number,
): Promise<E.Either<BookError, PresenceRead>> => {
  const ask = askList({ ...ports, lane });
  const seen = new Set<string>();
  let cursor = from;
  let mayRestart = true;
  let pages = 0;
  const ended = (end: PresenceEnd): E.Either<BookError, PresenceRead> => E.right({ end, pages });
  for (;;) {
    if (pages >= mostPages) return ended('left off');
    const answer = await ask(cursor);
    if (answer._tag === 'NotAsked') return ended('halted');
    if (answer._tag === 'NoClearAnswer') {
      const message = `The list of the Tax Nexus Service could not be read: ${answer.message}. ${runAgainLater}`;
      return ended({ who: 'service', cause: 'no answer', message });
    }
    pages += 1;
    const next = answer._tag === 'Page' ? answer.page.next : O.none;
    const isBroken = answer._tag === 'CursorRefused' || (O.isSome(next) && seen.has(next.value));
    if (isBroken) {
      ports.log.warn('the service lost its place in its own list', { startsAgain: mayRestart });
      if (!mayRestart) return ended('lost');
      mayRestart = false;
      cursor = O.none;
      seen.clear();
      continue;
    }
    if (O.isSome(next)) seen.add(next.value);
    const transactions = answer.page.transactions.map(presenceOf);
    const saved = await book.savePresence({ walk, transactions, next, completes: O.isNone(next) })();
    if (E.isLeft(saved)) return saved;
    tell((progress) => ({ ...progress, listed: progress.listed + transactions.length }));
    if (O.isNone(next)) return ended('read');
    if (transactions.length > 0 && saved.right === transactions.length) {
      const completed = await book.savePresence({ walk, transactions: [], next: O.none, completes: true })();
      return E.isLeft(completed) ? completed : ended('read');
    }
    cursor = next;
  }
};

/**
 * Reads the service's list into the record book, newest first, `mostPages` at most; default all of it. A walk that was left
 * off goes on where it was, and then what came to the head since is read; any other one begins at the head. A later walk ends
 * at the first page that an earlier complete one had wholly seen. When the service refuses its own cursor or gives one
 * twice, the walk begins again from the head, once; after that it goes on with what it has, since the list only saves
 * requests: the service's 409 is the safeguard.
 */
export const readPresence = async (
  ports: PresencePorts,
  mostPages: number = Number.POSITIVE_INFINITY,
): Promise<E.Either<BookError, PresenceRead>> => {
  const state = await ports.book.presence();
  if (E.isLeft(state)) return state;
  const { walk, cursor } = state.right;
  const fromHead: Place = { walk: walk + 1, from: O.none };
  if (O.isNone(cursor)) return walkList(ports, fromHead, mostPages);
  const rest = await walkList(ports, { walk, from: cursor }, mostPages);
  if (E.isLeft(rest) || rest.right.end !== 'read') return rest;
  const head = await walkList(ports, fromHead, mostPages - rest.right.pages);
  return E.isLeft(head) ? head : E.right({ end: head.right.end, pages: rest.right.pages + head.right.pages });
};
