import type { Task } from './schedule.ts';
import type { FailureCause } from '../pipeline/failures.ts';

/** What one `tick` did. */
export interface TickResult {
  /** Resync requests that were answered: records settled, put off or parked. */
  readonly resyncRequests: number;
  /** Scheduled tasks that were due and came to their end. */
  readonly tasks: readonly { readonly task: Task; readonly storefront: string }[];
  /** What was due and could not be done, such as everything at a platform that gives no answer. */
  readonly problems: readonly LiveProblem[];
  /** Whether its time was enough: nothing else that is due was left over for the next tick. */
  readonly isDone: boolean;
}

/** Something that was due at a storefront and was not done. Nothing is lost by it. */
export interface LiveProblem {
  readonly storefront: string;
  /** The scheduled task that did not come to its end; null when it is not about one of them. */
  readonly task: Task | null;
  readonly cause: FailureCause;
  /** For the person who must act; no personal data. */
  readonly message: string;
}
