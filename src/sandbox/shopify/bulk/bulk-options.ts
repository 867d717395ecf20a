/** What becomes of one bulk operation. */
export type BulkOutcome =
  | 'completes'
  /** `FAILED`, with an address of what it has written so far. */
  | 'fails'
  | 'isCanceled'
  /** Completed so long ago that its result is gone. */
  | 'isExpired'
  /** The file lacks its last lines, which are announced all the same. */
  | 'losesLines'
  /** Children do not follow their order, as if grouping had not been asked for. */
  | 'isUngrouped'
  /** The first address of the result is not served for long. */
  | 'addressExpires'
  /** The result has an address at which Shopify keeps none. */
  | 'strangeAddress'
  | 'runsForever';

/** How the bulk operations of a sample shop go. */
export interface BulkOptions {
  /** How long an operation runs at least, in seconds. Default 0: it is over when it is looked at. */
  readonly seconds?: number;
  /** Whether the app may not run them. Default false. */
  readonly isDenied?: boolean;
  /** What becomes of the operations, in the order in which they are started; the others complete. Default none. */
  readonly outcomes?: readonly BulkOutcome[];
}
