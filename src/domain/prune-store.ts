/**
 * The interface of `tax-nexus prune`, which moves old report lines and request bodies that nothing needs to an archive, batch
 * by batch.
 */
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditRecord } from './audit.ts';
import type { Instant } from './instant.ts';
import type { ReportLine } from './run.ts';
import type { StoreError } from './sync-store.ts';

/** A removed line of a run, or the removed body of a request, as the archive keeps it. */
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
  /** Null: only counts, and removes nothing. */
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
