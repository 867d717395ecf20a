import type { FailureCause } from '../sync/sync-failure.ts';
import type { Task } from './schedule.ts';

/** Something that was due at a storefront and was not done. Nothing is lost by it. */
export interface Trouble {
  readonly storefront: string;
  /** The scheduled task that did not come to its end; null when it is not about one of them. */
  readonly task: Task | null;
  readonly cause: FailureCause;
  /** For the person who must act; no personal data. */
  readonly message: string;
}
