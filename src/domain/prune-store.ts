import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditRecord } from './audit.ts';
import type { Instant } from './instant.ts';
import type { ReportLine } from './run.ts';
import type { StoreError } from './sync-store.ts';

/** What is removed, as an archive keeps it: a line of a run, or the body of a request that was sent. */
export type PrunedRecord =
  | ({ readonly what: 'line'; readonly runId: string; readonly runFinishedAt: Instant } & ReportLine)
  | ({ readonly what: 'body' } & Pick<AuditRecord, 'storefront' | 'sourceId' | 'id' | 'answer' | 'sentAt' | 'body'>);

export interface PruneCounts {
  /** Lines of finished runs that a later run settled again. */
  readonly lines: number;
  /** Bodies of requests in closed months that a later request replaced, or that did not arrive. */
  readonly bodies: number;
}

export interface PruneRequest {
  /** Runs that finished and requests that were answered before. */
  readonly before: Instant;
  /** `next` of the batch before. */
  readonly after: O.Option<string>;
  /** Null counts alone. */
  readonly removal: {
    readonly at: Instant;
    /** Called before the commit; when it rejects, nothing of the batch is removed. */
    readonly archive: (records: readonly PrunedRecord[]) => Promise<void>;
  } | null;
}

export interface PrunedBatch extends PruneCounts {
  readonly next: O.Option<string>;
}

/** Looks at a few hundred rows in one transaction, and removes the rows that nothing needs any more. */
export type PruneBatch = (request: PruneRequest) => TE.TaskEither<StoreError, PrunedBatch>;
