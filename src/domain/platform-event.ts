/** Events at a platform that undo what was sent. */
import type { Instant } from './instant.ts';

/**
 * An event at the platform that undid a sale or one of its changes, such as a refund that failed. A correction names it as
 * its cause.
 */
export interface PlatformEvent {
  /** The platform's id of it, without a colon; null where it has none. */
  readonly id: string | null;
  /** Null where the platform does not state it. */
  readonly occurredAt: Instant | null;
  /** What happened, for a person to read: `refund re_1 failed`. */
  readonly message: string;
}
