import type * as E from 'fp-ts/lib/Either.js';
import type { Inbox } from '../../domain/inbox.ts';
import type { Instant } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { Lane } from '../pace/lane.ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { LiveSettlement } from './settle-live.ts';

export interface CatchUpPorts {
  readonly at: LiveStorefront;
  readonly lane: Lane;
  readonly inbox: Pick<Inbox, 'catchUpCursor' | 'setCatchUpCursor'>;
  /** Asked often: once true, reading ends, and the next catch-up goes on from there. */
  readonly isOver: () => boolean;
  /** Told what became of each page once it is committed, and when it was asked for (milliseconds since 1970). */
  readonly onSettled: (settled: LiveSettlement, readAt: number) => Promise<E.Either<StoreError, void>>;
}

/** How a catch-up ended. */
export type CatchUpEnd =
  | { readonly _tag: 'CaughtUp'; readonly upTo: Instant }
  /** The lane stopped, or it was interrupted; `after` an error while the platform was asked again and again. */
  | { readonly _tag: 'Halted'; readonly after?: SourceError }
  | { readonly _tag: 'SourceFailed'; readonly error: SourceError };
