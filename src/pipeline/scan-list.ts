/** Reads the service's list into the sync database, newest first, across interruptions and lost cursors. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import { pagesReadAgain } from './limits.ts';
import { endlessList, watchPages } from './list-bounds.ts';
import type { SyncPorts } from './ports.ts';
import { type Progress, runAgainLater, type Stop } from './progress.ts';
import { askList } from './rate-limit/ask-service.ts';
import type { ServiceClient } from './rate-limit/service-client.ts';
import { listedTransactionOf } from './remote-transaction.ts';
import { attempt } from '../domain/attempt.ts';

/** Everything that is needed to read the list. */
export interface ScanPorts {
  readonly ports: Pick<SyncPorts, 'clock' | 'random' | 'log'>;
  readonly store: Pick<SyncStore, 'remoteIndexState' | 'saveRemoteIndexPage'>;
  readonly client: Pick<ServiceClient, 'list' | 'isOver'>;
  readonly reportProgress: (change: (progress: Progress) => Progress) => void;
}

/**
 * How reading the list ended. `read`: down to its end, or to what an earlier reading had seen. `lost`: the service lost its
 * own cursor twice. `halted`: the service client was stopped or the run interrupted. A stop: the service gave no list.
 */
export type ScanEnd = 'read' | 'lost' | 'halted' | Stop;

interface ScanLimits {
  readonly pagesReadAgain?: number;
  /** Ends at rows that a reading up to this number has seen. */
  readonly knownBy?: number;
}

interface ScanPosition {
  readonly scan: number;
  readonly from: O.Option<string>;
}

/**
 * The first reading costs one request per hundred transactions. A later one ends at the first page that an earlier complete
 * reading had seen as a whole, but not before `pagesReadAgain` pages (default 10), because their transactions are compared.
 * An interrupted reading is continued, and then new rows at the head are read. If the service refuses its own cursor, repeats
 * one, or does not answer for a cursor of an earlier run, reading starts again from the head, once.
 */
export const scanRemoteIndex = async (
  ports: ScanPorts,
  { pagesReadAgain: readAgain = pagesReadAgain, knownBy }: ScanLimits = {},
): Promise<E.Either<StoreError, ScanEnd>> => {
  const state = await ports.store.remoteIndexState();
  if (E.isLeft(state)) return state;
  const { scan, cursor } = state.right;
  const fromHead: ScanPosition = { scan: scan + 1, from: O.none };
  if (O.isNone(cursor)) return scanList(ports, fromHead, { readAgain, knownBy });
  const rest = await scanList(ports, { scan, from: cursor }, { readAgain });
  return E.isLeft(rest) || rest.right !== 'read' ? rest : scanList(ports, fromHead, { readAgain: 0, knownBy });
};

const scanList = (
  { ports, store, client, reportProgress }: ScanPorts,
  { scan, from }: ScanPosition,
  { readAgain, knownBy }: { readonly readAgain: number; readonly knownBy?: number | undefined },
): Promise<E.Either<StoreError, ScanEnd>> =>
  attempt(async (take) => {
    const ask = askList({ ...ports, client });
    const seen = new Set<string>();
    let boundOf = watchPages(ports.log);
    let cursor = from;
    let mayRestart = true;
    for (let pages = 1; ; pages += 1) {
      const answer = await ask(cursor);
      if (answer._tag === 'NotAsked') return 'halted';
      // If an old cursor were retried forever, it would stop each later run.
      const isOldCursor = pages === 1 && O.isSome(cursor);
      if (answer._tag === 'NoClearAnswer' && !isOldCursor) {
        const message = `The list of the Tax Nexus Service could not be read: ${answer.message}. ${runAgainLater}`;
        return { who: 'service', cause: 'no answer', message };
      }
      const bound = answer._tag === 'Page' ? boundOf(answer.page) : null;
      if (bound === 'endless') return { who: 'service', cause: 'refused', message: endlessList };
      const next = answer._tag === 'Page' && bound !== 'repeats' ? answer.page.next : O.none;
      if (answer._tag !== 'Page' || bound === 'circles' || (O.isSome(next) && seen.has(next.value))) {
        ports.log.warn('the service refused its own cursors', { startsAgain: mayRestart });
        if (!mayRestart) return 'lost';
        mayRestart = false;
        cursor = O.none;
        seen.clear();
        // A new watch: with the pages of before, the list would seem to begin again after its end.
        boundOf = watchPages(ports.log);
        continue;
      }
      if (O.isSome(next)) seen.add(next.value);
      const transactions = answer.page.transactions.map(listedTransactionOf);
      const page = { scan, transactions, next, completesScan: O.isNone(next), knownBy };
      const saved = await take(store.saveRemoteIndexPage(page)());
      reportProgress((progress) => ({ ...progress, listed: progress.listed + transactions.length }));
      if (O.isNone(next)) return 'read';
      if (pages >= readAgain && transactions.length > 0 && saved === transactions.length) {
        await take(
          store.saveRemoteIndexPage({
            scan,
            transactions: [],
            next: O.none,
            completesScan: true,
          })(),
        );
        return 'read';
      }
      cursor = next;
    }
  });
