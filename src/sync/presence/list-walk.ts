import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { BookError } from '../../core/record-book.ts';
import { pagesAtFirst } from '../limits.ts';
import { needsWholeList } from './needs-whole-list.ts';
import { pagesWorthWalking } from './pages-worth-walking.ts';
import type { SyncPorts } from '../ports.ts';
import { type PresenceEnd, type PresencePorts, readPresence } from './read-presence.ts';

/** The walk through the service's list that a session shares; it goes on as far as it is worth. */
export interface ListWalk {
  /** Reads the head of the list, as a run does before anything else. */
  readonly begin: () => Promise<E.Either<BookError, PresenceEnd>>;
  /**
   * Walks on because of so many more transactions of which nothing is known. When the list is not `isRead` after that, those
   * that are still unknown are to be asked for by id. `hasMoved`: the record book may know more than before.
   */
  readonly goOn: (
    unknown: number,
  ) => Promise<E.Either<BookError, { readonly isRead: boolean; readonly hasMoved: boolean }>>;
}

type ListWalkPorts = Omit<PresencePorts, 'ports'> & {
  readonly ports: PresencePorts['ports'] & Pick<SyncPorts, 'storefronts' | 'pagesAtFirst'>;
};

/** Opens the walk of a session. Nothing is read before somebody asks for it. */
export const openListWalk = (session: ListWalkPorts): ListWalk => {
  const { ports, book } = session;
  const isWholeNeeded = needsWholeList(ports.storefronts);
  let [unknown, walked] = [0, 0];
  let end: PresenceEnd | null = null;

  const walkTo = async (atFirst: number): Promise<E.Either<BookError, PresenceEnd>> => {
    const most = pagesWorthWalking({ atFirst, unknown, isWholeNeeded });
    const read = await readPresence(session, most - walked);
    if (E.isLeft(read)) return read;
    walked += read.right.pages;
    end = read.right.end;
    return E.right(end);
  };

  return {
    begin: () => walkTo(ports.pagesAtFirst ?? pagesAtFirst),
    goOn: async (more) => {
      unknown += more;
      if (end === null) {
        // Another session of this run has begun the walk, perhaps in another process.
        const state = await book.presence();
        if (E.isLeft(state)) return state;
        end = state.right.complete && O.isNone(state.right.cursor) ? 'read' : 'left off';
      }
      if (end !== 'left off') return E.right({ isRead: end === 'read', hasMoved: false });
      const before = walked;
      const walkedOn = await walkTo(0);
      return E.isLeft(walkedOn) ? walkedOn : E.right({ isRead: walkedOn.right === 'read', hasMoved: walked > before });
    },
  };
};
