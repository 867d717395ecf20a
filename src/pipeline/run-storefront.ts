/** Reads one storefront of a run under its lease: changes since its last run, the range itself, and what earlier runs left. */
import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../domain/errors.ts';
import type { Instant } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { inParallel, oneAtATime } from '../domain/async.ts';
import { maxWindows } from './limits.ts';
import { asTakenOver, type Lease, leaseOf, pushContextOf, type RunContext, withFence } from './run-context.ts';
import { type SyncFailure, unknownStorefront } from './failures.ts';
import { readOrKeepWindows, markRefused, readRefusedMark, readStorefrontBegin } from './run-marks.ts';
import { calendarOfRun } from './calendar.ts';
import { nextChanges } from './read-changes.ts';
import { readSyncedDays } from './synced-days.ts';
import { readDone, type ReadEnd, readHalted, runWindow, toReadEnd, type WindowContext } from './page-loop.ts';
import { callSource, type NotRead } from './call-source.ts';
import type { Window } from '../mapping/source-connector.ts';
import { retryLines, settleUnconfirmed, type StorefrontContext } from './retry-run.ts';
import { toMapContext } from './map-page.ts';
import { attempt } from '../domain/attempt.ts';

/**
 * Reads one storefront of a run to its end under its lease, or until `shouldYield`: then the pages in progress are finished
 * and the result is `Halted`.
 */
export const runStorefront =
  (runContext: RunContext, shouldYield: () => boolean = () => false) =>
  async (storefront: string): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const lease = leaseOf(runContext, storefront);
    const fenced = { ...runContext, store: withFence(runContext.store, lease.fence) };
    const end = await syncWindows(fenced, storefront, lease, shouldYield);
    await lease.release();
    return asTakenOver(storefront)(end);
  };

const syncWindows = (
  runContext: RunContext,
  storefront: string,
  lease: Lease,
  shouldYield: () => boolean,
): Promise<E.Either<SyncFailure, ReadEnd>> =>
  attempt(async (take) => {
    const { ports, store, client, run } = runContext;
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return take(E.left(unknownStorefront(storefront, Object.keys(ports.storefronts))));
    const { connector, policy } = configured;
    const mustStop = (): boolean => client.isOver() || shouldYield();
    const read = callSource(ports, mustStop);

    const account = await read(connector.account);
    if (E.isLeft(account)) return toReadEnd(account.left);
    const { id, timeZone } = account.right;
    await take(store.setTimeZone(run.id, storefront, timeZone)());
    await take(lease.renew());
    const windows = await readOrKeepWindows(runContext, storefront, () => read(connector.windows(run.range)));
    if (E.isLeft(windows)) return take(toEnd(windows.left));

    const syncedDays = await take(readSyncedDays(ports, storefront, run.range));
    const calendar = calendarOfRun(run.range, syncedDays.to, timeZone);
    const mapContext = toMapContext(ports, { connector, policy }, { storefront, account: id, calendar });
    const runBegun = await take(readStorefrontBegin(runContext, run.storefronts[0] ?? storefront));
    const zoned = { ...runContext, run: { ...run, timeZones: { ...run.timeZones, [storefront]: timeZone } } };
    const pushContext = pushContextOf(zoned, storefront);
    pushContext.gate.beginRun(run.id, runBegun);
    if (client.isOver()) return readHalted;
    const begun = await take(readStorefrontBegin(runContext, storefront));
    const readAll = readWindows({ runContext, connector, mapContext, pushContext, lease }, begun, mustStop);
    const at = {
      runContext,
      storefront,
      connector,
      mapContext,
      timeZone,
      firstDay: pushContext.blocks.firstDay,
      syncedDays,
      begun,
      ask: read,
    };
    for (let isLast = false; !isLast;) {
      const changes = await nextChanges(at);
      if (E.isLeft(changes)) return take(toEnd(changes.left));
      if (changes.right === null) break;
      isLast = changes.right.isLast;
      const end = await readAll(changes.right.windows);
      if (E.isLeft(end) || end.right._tag !== 'Done') return take(end);
      await take(changes.right.done());
      ports.crashPoint('after_changes_read');
    }
    const ended = await readAll(windows.right);
    if (E.isLeft(ended) || ended.right._tag !== 'Done') return take(ended);
    const again = { runContext, mapContext, lease, mustStop, passesRefusals: true };
    const settled = await settleUnconfirmed(again);
    return take(E.isLeft(settled) || settled.right._tag !== 'Done' ? settled : retryRefused(again));
  });

/** The end of a storefront whose windows could not be listed. */
const toEnd = (failure: SourceError | NotRead | StoreError): E.Either<SyncFailure, ReadEnd> =>
  failure._tag === 'StoreError' ? E.left(failure) : E.right(toReadEnd(failure));

/** Reads windows to their end, a few at a time. */
const readWindows =
  (context: WindowContext, begun: Instant, mustStop: () => boolean) =>
  async (windows: readonly Window[]): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const { reportProgress } = context.runContext;
    const { storefront } = context.mapContext;
    const total = windows.length;
    let done = 0;
    reportProgress((progress) => ({ ...progress, phase: 'syncing', storefront, windows: { done, total } }));
    let ended: E.Either<SyncFailure, ReadEnd> = E.right(readDone);
    const isOver = (): boolean => mustStop() || E.isLeft(ended) || ended.right._tag !== 'Done';
    const readWindow = runWindow(context, begun, oneAtATime(), isOver);
    await inParallel(maxWindows)(windows, async (window) => {
      const end = isOver() ? E.right(readHalted) : await readWindow(window);
      // The first end has the reason; the other windows only halt because of it.
      if (E.isRight(ended) && ended.right._tag === 'Done') ended = end;
      if (E.isRight(end) && end.right._tag === 'Done') {
        done += 1;
        reportProgress((progress) => ({ ...progress, storefront, windows: { done, total } }));
      }
    });
    return ended;
  };

/**
 * If the service refused everything, the refusals were not about single sales, so a resumed run tries each refused sale once
 * more. It does so last, because sales that are refused for their own reason must not keep the windows from being read.
 */
const retryRefused = (at: StorefrontContext): Promise<E.Either<SyncFailure, ReadEnd>> =>
  attempt(async (take) => {
    const { runContext, mapContext } = at;
    const mark = await take(readRefusedMark(runContext, mapContext.storefront));
    if (mark === null) return readDone;
    const { end, after } = await take(retryLines(at, { reason: 'refused' }, mark.after));
    await take(markRefused(runContext, mapContext.storefront, end._tag === 'Done' ? null : { after }));
    return end;
  });
