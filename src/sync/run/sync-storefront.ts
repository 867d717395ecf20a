import * as E from 'fp-ts/lib/Either.js';
import { atMost } from '../at-most.ts';
import { calendarOf } from '../calendar.ts';
import { asTakenOver, holding } from '../holding.ts';
import { leaseOf, type Lease } from './lease-of.ts';
import { mostWindows } from '../limits.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { readSource } from '../patience/read-source.ts';
import type { Session } from '../session.ts';
import { type SyncFailure, unknownStorefront } from '../sync-failure.ts';
import type { StorefrontAtWork } from './retry-record.ts';
import { retryEntries } from './retry-run.ts';
import { beginOf } from './storefront-begin.ts';
import { storefrontEnd } from './storefront-end.ts';
import { done, endOf, halted, type ReadEnd, syncWindow } from './sync-window.ts';
import { workOf } from '../settle/work-of.ts';
import { prepareContext } from '../entry/prepare-entry.ts';

/**
 * When the service refused everything, what it refused on pages before was no matter of single sales: a resumed run tries it
 * again.
 */
const retryRefused = async (at: StorefrontAtWork): Promise<E.Either<SyncFailure, void>> => {
  const { book, run } = at.session;
  for (const storefront of run.dryRun ? [] : run.storefronts) {
    const end = await storefrontEnd(book, run.id, storefront);
    if (E.isLeft(end)) return end;
    const stop = end.right;
    if (typeof stop === 'string' || stop.cause !== 'refused' || run.storefronts.includes(stop.who)) continue;
    const step = await retryEntries(at, { reason: 'refused' });
    return E.isLeft(step) ? step : E.right(undefined);
  }
  return E.right(undefined);
};

const syncWindows = async (
  session: Session,
  storefront: string,
  lease: Lease,
  isEnough: () => boolean,
): Promise<E.Either<SyncFailure, ReadEnd>> => {
  const { ports, book, lane, run, tell } = session;
  const configured = ports.storefronts[storefront];
  if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
  const { connector, policy } = configured;
  const mayNotGoOn = (): boolean => lane.isOver() || isEnough();
  const read = readSource(ports, mayNotGoOn);

  const account = await read(connector.account);
  if (E.isLeft(account)) return E.right(endOf(account.left));
  const { id, timeZone } = account.right;
  const noted = await book.setTimeZone(run.id, storefront, timeZone)();
  if (E.isLeft(noted)) return noted;
  const taken = await lease.renew();
  if (E.isLeft(taken)) return taken;
  const windows = await read(connector.windows(run.range));
  if (E.isLeft(windows)) return E.right(endOf(windows.left));

  const calendar = calendarOf(run.range, timeZone);
  const prepare = prepareContext(ports, { connector, policy }, { storefront, account: id, calendar });
  const retried = await retryRefused({ session, prepare, lease });
  if (E.isLeft(retried)) return retried;
  if (lane.isOver()) return E.right(halted);

  const total = windows.right.length;
  let readWindows = 0;
  tell((progress) => ({ ...progress, phase: 'syncing', storefront, windows: { done: 0, total } }));
  const begun = await beginOf(session, storefront);
  if (E.isLeft(begun)) return begun;
  const work = workOf(session, storefront);
  let ended: E.Either<SyncFailure, ReadEnd> = E.right(done);
  const isOver = (): boolean => mayNotGoOn() || E.isLeft(ended) || ended.right._tag !== 'Done';
  const readWindow = syncWindow({ session, connector, prepare, work, lease }, begun.right, oneAtATime(), isOver);
  await atMost(mostWindows)(windows.right, async (window) => {
    const end = isOver() ? E.right(halted) : await readWindow(window);
    // What ended first says why; the windows beside it only halt because of it.
    if (E.isRight(ended) && ended.right._tag === 'Done') ended = end;
    if (E.isRight(end) && end.right._tag === 'Done') {
      readWindows += 1;
      tell((progress) => ({ ...progress, storefront, windows: { done: readWindows, total } }));
    }
  });
  return ended;
};

/**
 * Reads one storefront of a run to its end, as the only process that does; or until it is `isEnough`: then the pages in hand
 * are finished, nothing more is read, and it is Halted.
 */
export const syncStorefront =
  (session: Session, isEnough: () => boolean = () => false) =>
  async (storefront: string): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const lease = leaseOf(session, storefront);
    const held = { ...session, book: holding(session.book, lease.hold) };
    const end = await syncWindows(held, storefront, lease, isEnough);
    await lease.release();
    return asTakenOver(storefront)(end);
  };
