import * as E from 'fp-ts/lib/Either.js';
import { makeLane } from '../sync/pace/lane.ts';
import { patientBook } from '../sync/patience/patient-book.ts';
import { patientInbox } from '../sync/patience/patient-inbox.ts';
import type { SyncPorts } from '../sync/ports.ts';
import { remembered } from '../sync/rivals/remembered.ts';
import { sameAccount } from '../sync/run/same-account.ts';
import type { SyncFailure } from '../sync/sync-failure.ts';
import type { EngineContext } from './engine-context.ts';
import type { LiveEvent } from './live-event.ts';
import type { LivePorts } from './live-ports.ts';
import { refusedRecords } from './refused-records.ts';
import { serviceLane } from './service-lane.ts';
import type { Station } from './station.ts';

/** How an engine is told to end, and by what time it waits. */
export interface Running {
  /** One for all that works on the same stations. */
  readonly steadyNow: EngineContext['steadyNow'];
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

/** Puts together what the parts of an engine share. */
export const makeContext = (
  ports: LivePorts,
  stations: ReadonlyMap<string, Station>,
  { steadyNow, isClosing, isCutOff }: Running,
  heard: Partial<Pick<EngineContext, 'onBookFailure' | 'onTrouble' | 'onRecordRead'>> = {},
): EngineContext => {
  const { log, inbox, reviews, schedule, beforePush } = ports;
  const sync: SyncPorts = {
    ...ports.sync,
    log,
    isInterrupted: () => isCutOff() || ports.sync.isInterrupted(),
    ...(beforePush !== undefined && { beforePush }),
  };
  const emit = guarded(ports);
  const account = remembered<E.Either<SyncFailure, void>>(1, E.isRight);
  const book = patientBook(sync.book, sync);
  return {
    sync,
    steadyNow,
    inbox: patientInbox(inbox, sync),
    reviews,
    schedule,
    lane: serviceLane(sync),
    refused: refusedRecords(sync),
    isSameAccount: () => account('', () => sameAccount({ book, lane: makeLane(sync, 'live'), wire: sync.wire })),
    emit,
    onServiceStop: ({ who, cause, message }) => {
      for (const storefront of stations.keys()) {
        emit({ storefront, type: 'storefront.stopped', who, cause, message });
        heard.onTrouble?.({ storefront, task: null, cause, message });
      }
    },
    onBookFailure: (error) => {
      log.error(error.message, { problem: error.problem });
      heard.onBookFailure?.(error);
    },
    onTrouble: (trouble) => heard.onTrouble?.(trouble),
    onRecordRead: (about, trouble) => heard.onRecordRead?.(about, trouble),
    isClosing,
  };
};
