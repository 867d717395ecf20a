import type { Task } from './schedule.ts';
import type { Trouble } from './trouble.ts';

/** What one `tick` did. */
export interface TickResult {
  /** Bells that were answered: records settled, put off or parked. */
  readonly bells: number;
  /** Scheduled tasks that were due and came to their end. */
  readonly tasks: readonly { readonly task: Task; readonly storefront: string }[];
  /** What was due and could not be done, such as everything at a platform that gives no answer. */
  readonly troubles: readonly Trouble[];
  /** Whether its time was enough: nothing else that is due was left over for the next tick. */
  readonly isDone: boolean;
}
