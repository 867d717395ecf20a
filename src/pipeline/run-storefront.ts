import * as E from 'fp-ts/lib/Either.js';
import { inParallel } from './in-parallel.ts';
import { calendarOf } from './calendar.ts';
import { asTakenOver, type Lease, leaseOf, type RunContext, withFence } from './run-context.ts';
import { maxWindows } from './limits.ts';
import { done, endOf, halted, oneAtATime, type ReadEnd, runWindow } from './page-loop.ts';
import { callSource } from './call-source.ts';
import { type SyncFailure, unknownStorefront } from './failures.ts';
import { retryLines, type StorefrontContext } from './retry-run.ts';
import { storefrontBegin, storefrontEnd } from './run-marks.ts';
import { pushContextOf } from './push-context.ts';
import { toMapContext } from './map-page.ts';

/**
 * When the service refused everything, what it refused on pages before was no matter of single sales: a resumed run tries it
 * again.
 */
const retryRefused = async (at: StorefrontContext): Promise<E.Either<SyncFailure, void>> => {
  const { store, run } = at.runContext;
  for (const storefront of run.dryRun ? [] : run.storefronts) {
    const end = await storefrontEnd(store, run.id, storefront);
    if (E.isLeft(end)) return end;
    const stop = end.right;
    if (typeof stop === 'string' || stop.cause !== 'refused' || run.storefronts.includes(stop.who)) continue;
    const step = await retryLines(at, { reason: 'refused' });
    return E.isLeft(step) ? step : E.right(undefined);
  }
  return E.right(undefined);
};

const syncWindows = async (
  runContext: RunContext,
  storefront: string,
  lease: Lease,
  isEnough: () => boolean,
): Promise<E.Either<SyncFailure, ReadEnd>> => {
  const { ports, store, client, run, reportProgress } = runContext;
  const configured = ports.storefronts[storefront];
  if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(ports.storefronts)));
  const { connector, policy } = configured;
  const mayNotGoOn = (): boolean => client.isOver() || isEnough();
  const read = callSource(ports, mayNotGoOn);

  const account = await read(connector.account);
  if (E.isLeft(account)) return E.right(endOf(account.left));
  const { id, timeZone } = account.right;
  const noted = await store.setTimeZone(run.id, storefront, timeZone)();
  if (E.isLeft(noted)) return noted;
  const taken = await lease.renew();
  if (E.isLeft(taken)) return taken;
  const windows = await read(connector.windows(run.range));
  if (E.isLeft(windows)) return E.right(endOf(windows.left));

  const calendar = calendarOf(run.range, timeZone);
  const mapContext = toMapContext(ports, { connector, policy }, { storefront, account: id, calendar });
  const retried = await retryRefused({ runContext, mapContext, lease });
  if (E.isLeft(retried)) return retried;
  if (client.isOver()) return E.right(halted);

  const total = windows.right.length;
  let readWindows = 0;
  reportProgress((progress) => ({ ...progress, phase: 'syncing', storefront, windows: { done: 0, total } }));
  const begun = await storefrontBegin(runContext, storefront);
  if (E.isLeft(begun)) return begun;
  const pushContext = pushContextOf(runContext, storefront);
  let ended: E.Either<SyncFailure, ReadEnd> = E.right(done);
  const isOver = (): boolean => mayNotGoOn() || E.isLeft(ended) || ended.right._tag !== 'Done';
  const readWindow = runWindow(
    { runContext, connector, mapContext, pushContext, lease },
    begun.right,
    oneAtATime(),
    isOver,
  );
  await inParallel(maxWindows)(windows.right, async (window) => {
    const end = isOver() ? E.right(halted) : await readWindow(window);
    // What ended first says why; the windows beside it only halt because of it.
    if (E.isRight(ended) && ended.right._tag === 'Done') ended = end;
    if (E.isRight(end) && end.right._tag === 'Done') {
      readWindows += 1;
      reportProgress((progress) => ({ ...progress, storefront, windows: { done: readWindows, total } }));
    }
  });
  return ended;
};

/**
 * Reads one storefront of a run to its end, as the only process that does; or until it is `isEnough`: then the pages in hand
 * are finished, nothing more is read, and it is Halted.
 */
export const runStorefront =
  (runContext: RunContext, isEnough: () => boolean = () => false) =>
  async (storefront: string): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const lease = leaseOf(runContext, storefront);
    const held = { ...runContext, store: withFence(runContext.store, lease.hold) };
    const end = await syncWindows(held, storefront, lease, isEnough);
    await lease.release();
    return asTakenOver(storefront)(end);
  };
