import type * as E from 'fp-ts/lib/Either.js';
import type { ResyncRequest, Inbox } from '../domain/inbox.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { SyncPorts } from '../sync/ports.ts';
import type { Stop } from '../sync/progress.ts';
import type { SyncFailure } from '../sync/sync-failure.ts';
import type { LiveEvent } from './live-event.ts';
import type { LivePorts } from './live-ports.ts';
import type { RefusedRecords } from './refused-records.ts';
import type { Schedule } from './schedule.ts';
import type { ServiceLane } from './service-lane.ts';
import type { Trouble } from './trouble.ts';

/** What all parts of an engine at work share. */
export interface EngineContext {
  /** Interrupted when what is in flight is left to the next start. */
  readonly sync: SyncPorts;
  /** Milliseconds that never run backwards, for what is kept in this process: a clock that is set back stretches no wait. */
  readonly steadyNow: () => number;
  /** Asked patiently. */
  readonly inbox: Inbox;
  readonly reviews: LivePorts['reviews'];
  readonly schedule: Schedule;
  readonly lane: ServiceLane;
  readonly refused: RefusedRecords;
  /** See `sameAccount`; asked until the service was found to be the one that the record book knows. */
  readonly isSameAccount: () => Promise<E.Either<SyncFailure, void>>;
  readonly emit: (event: LiveEvent) => void;
  readonly onServiceStop: (stop: Stop) => void;
  readonly onBookFailure: (error: StoreError) => void;
  /** What did not come to its end, also where the host is told nothing because the next attempt mends it. */
  readonly onTrouble: (trouble: Trouble) => void;
  /** What kept a record from being read, or null: what fails now may come right within the same tick. */
  readonly onRecordRead: (about: Pick<ResyncRequest, 'storefront' | 'recordId'>, trouble: Trouble | null) => void;
  /** Nothing new is begun: the engine stops, or its time is up. */
  readonly isClosing: () => boolean;
}
