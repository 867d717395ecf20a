import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoredTransaction } from '../../domain/tax-service.ts';
import { askList, type AskListPorts } from '../pace/ask-list.ts';
import type { Lane } from '../pace/lane.ts';
import type { Stop } from '../progress.ts';
import type { FailureCause, SyncFailure } from '../sync-failure.ts';

export interface ReadToldPorts extends AskListPorts {
  readonly lane: Pick<Lane, 'list' | 'isOver' | 'stopped'>;
}

const unread = (cause: FailureCause, why: string): SyncFailure => ({
  _tag: 'ServiceFailed',
  cause,
  message: `The list of the Tax Nexus Service could not be read to its end: ${why}. Nothing was changed; try again later.`,
});

const notAsked = (stop: Stop | null): SyncFailure =>
  stop === null
    ? unread('interrupted', 'reading was interrupted')
    : { _tag: 'ServiceFailed', cause: stop.cause, message: stop.message };

/**
 * Walks the service's whole list and hands on each page. A list that lost its place is walked again from the head, once:
 * whoever is handed a page may have seen some of it before.
 */
export const readTold =
  (ports: ReadToldPorts) =>
  async (see: (transactions: readonly StoredTransaction[]) => void): Promise<E.Either<SyncFailure, void>> => {
    const ask = askList(ports);
    const seen = new Set<string>();
    let mayRestart = true;
    for (let cursor: O.Option<string> = O.none; ;) {
      const answer = await ask(cursor);
      if (answer._tag === 'NotAsked') return E.left(notAsked(ports.lane.stopped()));
      if (answer._tag === 'NoClearAnswer') return E.left(unread('no answer', answer.message));
      const next = answer._tag === 'Page' ? answer.page.next : O.none;
      if (answer._tag === 'CursorRefused' || (O.isSome(next) && seen.has(next.value))) {
        if (!mayRestart) return E.left(unread('refused', 'it loses its place in its own list'));
        mayRestart = false;
        cursor = O.none;
        seen.clear();
        continue;
      }
      see(answer.page.transactions);
      if (O.isNone(next)) return E.right(undefined);
      seen.add(next.value);
      cursor = next;
    }
  };
