/** A worker's sign of life. */
export interface WorkerRow {
  /** As the job queue calls it. */
  readonly id: string;
  /** The process, as it calls itself in claims. */
  readonly owner: string;
  /** Milliseconds since 1970, by the clock of the database. */
  readonly seen_at: number;
}
