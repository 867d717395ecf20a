/** What a measured process is sent on its command line. */
export interface ClientTask {
  /** Shop and service. */
  readonly origin: string;
  /** The file of the sync database; it is kept. */
  readonly store: string;
  /** Requests under way at the same time. */
  readonly concurrency: number;
  /** Whether orders of another month come first, unmeasured. */
  readonly warmsUp: boolean;
}
