import type { Inbox } from '../../domain/inbox.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { SyncPorts } from '../../sync/ports.ts';
import type { ReviewUrl } from '../../sync/report/review-link.ts';
import type { LiveEngine } from '../../worker/index.ts';
import type { Workers } from './workers.ts';

/** Everything that is there once the record book is open. */
export interface Opened {
  /** See `reviewLink`. */
  readonly reviewUrl: ReviewUrl;
  readonly ports: SyncPorts;
  readonly inbox: Inbox;
  readonly reviews: ReviewStore;
  readonly engine: LiveEngine;
  readonly workers: Workers;
  readonly close: () => Promise<void>;
}
