import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Presence } from '../core/record-book.ts';
import type { StoredTransaction } from '../core/stored-transaction.ts';
import { askList } from './ask-list.ts';
import type { Stop } from './progress.ts';
import type { Session } from './session.ts';
import type { SyncFailure } from './sync-failure.ts';

const presenceOf = ({ id, name }: StoredTransaction): Presence => ({ id, name: name ?? null });

/** Whether the walk came to its end, the lane was over before, or the service gave no list. */
export type PresenceEnd = 'read' | 'halted' | Stop;

/**
 * Reads the service's list into the record book, newest first. A first walk goes on where it was left; a later one ends
 * at the first page that an earlier complete walk had wholly seen. When the service refuses its own cursor or gives one
 * twice, the walk begins again from the head, once; after that it goes on with what it has, since the list only saves
 * requests: the service's 409 is the safeguard.
 */
export const readPresence = async (session: Session): Promise<E.Either<SyncFailure, PresenceEnd>> => {
  const { book, ports, lane, tell } = session;
  const ask = askList({ ...ports, lane });
  const state = await book.presence();
  if (E.isLeft(state)) return state;
  const resumes = O.isSome(state.right.cursor) && !state.right.complete;
  const walk = resumes ? state.right.walk : state.right.walk + 1;
  let cursor: O.Option<string> = resumes ? state.right.cursor : O.none;
  let mayRestart = true;
  const seen = new Set<string>();
  for (;;) {
    const answer = await ask(cursor);
    if (answer._tag === 'NotAsked') return E.right('halted');
    if (answer._tag === 'NoClearAnswer') {
      const message = `The list of the Tax Nexus Service could not be read: ${answer.message}. Run again later; nothing was lost.`;
      return E.right({ who: 'service', cause: 'no answer', message });
    }
    const next = answer._tag === 'Page' ? answer.page.next : O.none;
    const isBroken = answer._tag === 'CursorRefused' || (O.isSome(next) && seen.has(next.value));
    if (isBroken) {
      ports.log.warn('the service lost its place in its own list', { startsAgain: mayRestart });
      if (!mayRestart) return E.right('read');
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
    if (O.isNone(next)) return E.right('read');
    if (transactions.length > 0 && saved.right === transactions.length) {
      const ended = await book.savePresence({ walk, transactions: [], next: O.none, completes: true })();
      return E.isLeft(ended) ? ended : E.right('read');
    }
    cursor = next;
  }
};
