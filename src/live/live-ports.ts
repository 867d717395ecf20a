import type { Logger } from '../domain/environment.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { ReviewStore } from '../domain/review-store.ts';
import type { BeforePush, SyncPorts } from '../pipeline/ports.ts';
import type { LiveEvent } from './live-event.ts';
import type { Schedule } from './schedule.ts';

/** Everything that the live engine touches of the world. */
export interface LivePorts {
  /** Its storefronts may change: `add` and `remove` inform the engine. */
  readonly sync: SyncPorts;
  /** In the same storage as the sync database. */
  readonly inbox: Inbox;
  /** Keeps what a scheduled reconciliation found of each day. Left out, it is only sent as an event. */
  readonly reviews?: Pick<ReviewStore, 'saveDailyCounts'>;
  readonly log: Logger;
  readonly schedule: Schedule;
  /** What it throws is logged and changes nothing. */
  readonly onEvent: (event: LiveEvent) => void;
  /** In place of that of `sync`. */
  readonly beforePush?: BeforePush;
}
