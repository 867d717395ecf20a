import * as E from 'fp-ts/lib/Either.js';
import { calendarOf } from './calendar.ts';
import { leaseOf, type Lease } from './hold-lease.ts';
import { readSource } from './read-source.ts';
import { type Session } from './session.ts';
import { type SyncFailure, unknownStorefront } from './sync-failure.ts';
import { done, endOf, halted, type ReadEnd, syncWindow } from './sync-window.ts';
import { workOf } from './work-of.ts';

const syncWindows = async (
  session: Session,
  storefront: string,
  lease: Lease,
): Promise<E.Either<SyncFailure, ReadEnd>> => {
  const { ports, book, lane, run, tell } = session;
  const configured = ports.storefronts[storefront];
  if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
  const { connector, policy } = configured;
  const read = readSource(ports, lane.isOver);

  const account = await read(connector.account);
  if (E.isLeft(account)) return E.right(endOf(account.left));
  const { id, timeZone } = account.right;
  const noted = await book.setTimeZone(run.id, storefront, timeZone)();
  if (E.isLeft(noted)) return noted;
  const taken = await lease.renew();
  if (E.isLeft(taken)) return taken;
  const windows = await read(connector.windows(run.range));
  if (E.isLeft(windows)) return E.right(endOf(windows.left));

  const total = windows.right.length;
  tell((progress) => ({ ...progress, phase: 'syncing', storefront, windows: { done: 0, total } }));
  const calendar = calendarOf(run.range, timeZone);
  const prepare = { storefront, platform: connector.platform, account: id, policy, calendar };
  const work = workOf(session, storefront);
  for (const [index, window] of windows.right.entries()) {
    if (lane.isOver()) return E.right(halted);
    const end = await syncWindow({ session, connector, prepare, work, lease })(window);
    if (E.isLeft(end) || end.right._tag !== 'Done') return end;
    tell((progress) => ({ ...progress, windows: { done: index + 1, total } }));
  }
  return E.right(done);
};

/** Reads one storefront of a run to its end, as the only process that does. */
export const syncStorefront =
  (session: Session) =>
  async (storefront: string): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const lease = leaseOf(session, storefront);
    const end = await syncWindows(session, storefront, lease);
    await lease.release();
    return end;
  };
