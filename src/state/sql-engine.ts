import { type BookError } from '../core/record-book.ts';

/** In what two SQL databases differ. Everything else about the record book is written once. */
export interface SqlEngine {
  /** The parameter at a position, counted from 1: `?` or `$1`. */
  readonly placeholder: (position: number) => string;
  /** What ends a `create table` whose rows shall lie in the order of their key; empty where the database cannot. */
  readonly clusteredTable: string;
  /** What a failure of the driver means for the person who must act. Never carries values. */
  readonly toBookError: (error: unknown) => BookError;
  /** Told after a commit that dropped bodies, so that in the end their bytes leave the files, too. Never rejects. */
  readonly afterBodiesDropped: () => Promise<void>;
  /** Told after a run was closed: now is the time to tidy up. Never rejects. */
  readonly afterRun: () => Promise<void>;
}
