import type { Instant } from '../../domain/instant.ts';
import type { Inbox } from '../../domain/inbox.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import type { ReviewUrl } from '../../reconcile/review-link.ts';
import type { LiveWorker } from '../../live/index.ts';
import type { Workers } from './workers.ts';

/** Everything that is there once the sync database is open. */
export interface Opened {
  /** See `reviewLink`. */
  readonly reviewUrl: ReviewUrl;
  /** Since when the service gives no clear response; null while it does. */
  readonly unreachableSince: () => Instant | null;
  readonly ports: SyncPorts;
  readonly inbox: Inbox;
  readonly reviews: ReviewStore;
  readonly engine: LiveWorker;
  readonly workers: Workers;
  readonly close: () => Promise<void>;
}
