import * as E from 'fp-ts/lib/Either.js';
import type { Inbox, ResyncRequest } from '../domain/inbox.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError, StoreResult } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { pushGateOf } from '../pipeline/push-gate.ts';
import type { Stop } from '../pipeline/progress.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import { memoizeRecent } from '../pipeline/other-storefronts.ts';
import { checkAccount } from '../pipeline/service-facts.ts';
import { inboxWithRetry, storeWithRetry } from '../pipeline/store-with-retry.ts';
import { makeServiceClient, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { monotonicTime } from '../pipeline/async.ts';
import type { LiveEvent, LivePorts, LiveProblem } from './live-ports.ts';
import type { Schedule } from './schedule.ts';
import { deliveriesKept, maxServicePause, minServicePause } from './limits.ts';

/** What all parts of an engine at work share. */
export interface LiveContext {
  /** Interrupted when what is in flight is left to the next start. */
  readonly sync: SyncPorts;
  /** Milliseconds that never run backwards, for what is kept in this process: a clock that is set back stretches no wait. */
  readonly steadyNow: () => number;
  /** With retries. */
  readonly inbox: Inbox;
  readonly reviews: LivePorts['reviews'];
  readonly schedule: Schedule;
  readonly client: SharedClient;
  readonly refused: RefusedRecords;
  /** See `checkAccount`; asked until the service was found to be the one that the sync database knows. */
  readonly isSameAccount: () => Promise<E.Either<SyncFailure, void>>;
  readonly emit: (event: LiveEvent) => void;
  readonly onServiceStop: (stop: Stop) => void;
  readonly onStoreFailure: (error: StoreError) => void;
  /** Every problem, also those that are not reported to the host because the next attempt resolves them. */
  readonly onProblem: (problem: LiveProblem) => void;
  /** What kept a record from being read, or null: what fails now may come right within the same tick. */
  readonly onRecordRead: (about: Pick<ResyncRequest, 'storefront' | 'recordId'>, problem: LiveProblem | null) => void;
  /** Nothing new is begun: the engine stops, or its time is up. */
  readonly isClosing: () => boolean;
}

/** The way to the service for work that never ends: when it was stopped, it opens again after a while. */
interface SharedClient {
  /** None while it is closed. */
  readonly current: () => ServiceClient | undefined;
  /** Closes it for a while if it was stopped. Why, but only the first time that it is asked; null otherwise. */
  readonly noteStop: () => Stop | null;
  /** A record got through: the next pause is the shortest one again. */
  readonly works: () => void;
}

/**
 * A refused key, or a service that is down, pauses the service client for all storefronts: half a minute at first, then
 * twice as long each time, up to a quarter of an hour. No attempt of any record counts in that time.
 */
const sharedClient = (ports: SyncPorts): SharedClient => {
  const now = monotonicTime(ports.clock);
  let client = makeServiceClient(ports, 'live');
  let pause = minServicePause;
  let opensAt: number | null = null;
  return {
    current: () => {
      if (opensAt === null) return client;
      if (now() < opensAt) return undefined;
      opensAt = null;
      client = makeServiceClient(ports, 'live');
      return client;
    },
    noteStop: () => {
      const stop = client.stopped();
      if (stop === null || opensAt !== null) return null;
      opensAt = now() + pause;
      pause = Math.min(maxServicePause, 2 * pause);
      return stop;
    },
    works: () => {
      pause = minServicePause;
    },
  };
};

/** How an engine is stopped, and its clock. */
export interface Running {
  /** One for all that work on the same storefronts. */
  readonly steadyNow: LiveContext['steadyNow'];
  /** Nothing new is begun. */
  readonly isClosing: () => boolean;
  /** What is in flight is left to the next start. */
  readonly isCutOff: () => boolean;
}

/** What a host's own function throws is its own affair. */
const guarded =
  ({ log, onEvent }: LivePorts) =>
  (event: LiveEvent): void => {
    try {
      onEvent(event);
    } catch {
      log.warn('the host’s own onEvent failed', { event: event.type, storefront: event.storefront });
    }
  };

export const makeContext = (
  ports: LivePorts,
  workers: ReadonlyMap<string, unknown>,
  { steadyNow, isClosing, isCutOff }: Running,
  listeners: Partial<Pick<LiveContext, 'onStoreFailure' | 'onProblem' | 'onRecordRead'>> = {},
): LiveContext => {
  const { log, inbox, reviews, schedule, beforePush } = ports;
  const sync: SyncPorts = {
    ...ports.sync,
    log,
    isInterrupted: () => isCutOff() || ports.sync.isInterrupted(),
    ...(beforePush !== undefined && { beforePush }),
  };
  const emit = guarded(ports);
  const account = memoizeRecent<E.Either<SyncFailure, void>>(1, E.isRight);
  const store = storeWithRetry(sync.store, sync);
  return {
    sync,
    steadyNow,
    inbox: inboxWithRetry(inbox, sync),
    reviews,
    schedule,
    client: sharedClient(sync),
    refused: refusedRecords(sync),
    isSameAccount: () =>
      account('', () => checkAccount({ store, client: makeServiceClient(sync, 'live'), wire: sync.wire })),
    emit,
    onServiceStop: ({ who, cause, message }) => {
      for (const storefront of workers.keys()) {
        emit({ storefront, type: 'storefront.stopped', who, cause, message });
        listeners.onProblem?.({ storefront, task: null, cause, message });
      }
    },
    onStoreFailure: (error) => {
      log.error(error.message, { problem: error.problem });
      listeners.onStoreFailure?.(error);
    },
    onProblem: (problem) => listeners.onProblem?.(problem),
    onRecordRead: (about, problem) => listeners.onRecordRead?.(about, problem),
    isClosing,
  };
};

const day = 24 * 60 * 60_000;

/** Forgets deliveries that are too old to come again; does something once a day, however often it is called. */
export const housekeeping = ({ sync, inbox, steadyNow, onStoreFailure }: LiveContext): (() => Promise<void>) => {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (steadyNow() < next) return;
    next = steadyNow() + day;
    const before = instantOfMilliseconds(sync.clock.now() - deliveriesKept);
    const forgotten = await inbox.forgetDeliveries(before)();
    if (E.isLeft(forgotten)) onStoreFailure(forgotten.left);
  };
};

/**
 * Records of which the service refused something since it last stored anything. When it refuses everything, that is a matter
 * of settings and not of single records: they are tried again once the service takes something.
 */
interface RefusedRecords {
  readonly note: (lines: readonly Pick<ReportLine, 'storefront' | 'sourceId' | 'reason'>[]) => void;
  /** Those noted, by storefront, if the service refuses everything; each is given once. */
  readonly takeAll: () => ReadonlyMap<string, ReadonlySet<string>>;
}

const refusedRecords = ({ service }: Pick<SyncPorts, 'service'>): RefusedRecords => {
  const gate = pushGateOf(service);
  let records = new Map<string, Set<string>>();
  return {
    note: (lines) => {
      if (gate.refusedInARow() === 0) records.clear();
      for (const { storefront, sourceId, reason } of lines) {
        if (reason === 'refused' && gate.refusedInARow() > 0) {
          records.set(storefront, (records.get(storefront) ?? new Set()).add(sourceId));
        }
      }
    },
    takeAll: () => {
      if (gate.refusedAll() === null) return new Map();
      const taken = records;
      records = new Map();
      return taken;
    },
  };
};

/** Notes what was refused, and requests all of it again if the service refuses everything. */
export const trackRefusals = async (
  { refused, inbox, sync }: LiveContext,
  lines: readonly ReportLine[],
): StoreResult<void> => {
  refused.note(lines);
  for (const [storefront, records] of refused.takeAll()) {
    const requested = await inbox.enqueue(storefront, [...records], instantOfMilliseconds(sync.clock.now()))();
    if (E.isLeft(requested)) return requested;
  }
  return E.right(undefined);
};
