import type * as E from 'fp-ts/lib/Either.js';
import type { Inbox, ResyncRequest } from '../domain/inbox.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import type { Stop } from '../pipeline/progress.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import type { LiveEvent } from './live-event.ts';
import type { LivePorts } from './live-ports.ts';
import type { RefusedRecords } from './refused-records.ts';
import type { Schedule } from './schedule.ts';
import type { LiveProblem } from './tick-result.ts';
import { makeServiceClient, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { monotonicTime } from '../pipeline/async.ts';
import { maxServicePause, minServicePause } from './limits.ts';

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
export const sharedClient = (ports: SyncPorts): SharedClient => {
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
