/** Opens a storefront for live work, with the standing run that keeps the report lines of its changes. */
import type { AuditCause } from '../domain/audit.ts';
import { liveRunId, type Run, type RunRequest } from '../domain/run.ts';
import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError, SyncStore } from '../domain/sync-store.ts';
import type { SourceError } from '../domain/errors.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';
import { liveCalendar } from '../pipeline/calendar.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { type MapContext, toMapContext } from '../pipeline/map-page.ts';
import { callWithTimeout } from '../pipeline/call-source.ts';
import { type FirstDay, liveFirstDay } from '../pipeline/blocked-pushes.ts';
import { makeOtherStorefronts } from '../pipeline/other-storefronts.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { openRemoteIndex } from '../pipeline/remote-index.ts';
import { type PushContext, pushContextOf } from '../pipeline/run-context.ts';
import { attempt } from '../domain/attempt.ts';

/** A storefront whose changes are settled when they arrive, and the standing run that keeps their report lines. */
export interface LiveStorefront {
  readonly ports: SyncPorts;
  /** Retries when the sync database is busy. */
  readonly store: SyncStore;
  readonly run: Run;
  readonly connector: SourceConnector;
  readonly mapContext: MapContext;
  readonly timeZone: string;
  readonly firstDay: FirstDay;
  /** The cause of the present work. Default: `schedule`, for catch-up. */
  readonly cause?: AuditCause;
  /** The transactions that a person asked to offset, and the name of that person. */
  readonly offsets?: PushContext['offsets'];
}

type LiveFailure = StoreError | SourceError;

/** Live work has no range, so this covers all days. */
const liveRange = { from: '1970-01-01', to: '9999-12-31' } as const;

export const openLiveStorefront =
  (ports: SyncPorts) =>
  (storefront: string): Promise<E.Either<LiveFailure, LiveStorefront>> =>
    attempt(async (take) => {
      const configured = ports.storefronts[storefront];
      if (configured === undefined)
        return take(E.left({ _tag: 'SourceRefused', message: 'it is no longer configured' }));
      const { connector, policy } = configured;
      const onAnswer = ports.onQuestion?.();
      const account = await callWithTimeout(ports)(connector.account);
      onAnswer?.();
      const { id, timeZone } = await take(account);
      const store = storeWithRetry(ports.store, ports);
      const request: RunRequest = { storefronts: [storefront], range: liveRange, dryRun: false, kind: 'live' };
      const at = instantOfMilliseconds(ports.clock.now());
      const opened = await take(store.openRun(request, { id: liveRunId(storefront), at })());
      if (opened.timeZones[storefront] !== timeZone) {
        await take(store.setTimeZone(opened.id, storefront, timeZone)());
      }
      const run = { ...opened, timeZones: { [storefront]: timeZone } };
      const calendar = liveCalendar(timeZone);
      const mapContext = toMapContext(ports, { connector, policy }, { storefront, account: id, calendar });
      const firstDay = liveFirstDay(ports, storefront, run);
      return { ports, store, run, connector, mapContext, timeZone, firstDay };
    });

/**
 * The push context for the live run of a storefront.
 *
 * @param isOver asked often; once true, other storefronts are asked nothing more
 */
export const livePushContext = (
  { ports, store, run, mapContext, offsets, cause = 'schedule' }: LiveStorefront,
  client: ServiceClient,
  isOver: () => boolean,
): PushContext => {
  const runContext = {
    ports,
    store,
    client,
    remoteList: openRemoteIndex({ ports, store, client, reportProgress: () => undefined }),
    usesList: false,
    otherStorefronts: makeOtherStorefronts(ports, store, isOver),
    run,
    takeDriftLookup: always,
    reportProgress: () => undefined,
  };
  const pushContext = pushContextOf(runContext, mapContext.storefront, always, cause);
  return offsets === undefined ? pushContext : { ...pushContext, offsets };
};

/** Lines of a live run are always replaced, because its records change. */
const always = (): boolean => true;
