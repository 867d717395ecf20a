import type { Task } from './schedule.ts';

/** What one `tick` did. */
export interface TickResult {
  /** Bells that were answered: records settled, put off or parked. */
  readonly bells: number;
  /** Scheduled tasks that were due and ran. */
  readonly tasks: readonly { readonly task: Task; readonly storefront: string }[];
  /** Whether nothing that is due was left over for the next tick. */
  readonly isDone: boolean;
}
