/** A notification as hosts receive it: its kinds and fields. */
import type { Instant } from '../../domain/instant.ts';

export const notificationKinds = [
  'run.finished',
  'credentials.refused',
  'differences.found',
  'period.closing',
  'threshold.near',
  'threshold.reached',
] as const;

/**
 * What a notification is about.
 *
 * - `run.finished`: a historical sync ended, however it did
 * - `credentials.refused`: a platform or the service refuses a key or token; that storefront waits
 * - `differences.found`: a scheduled reconciliation found sales that are missing or differ
 * - `period.closing`: the taxes of a month are about to be filed, and some of its sales may be held or failed
 * - `threshold.near`: sales to a state are at 75 or 90 % of its threshold, and the business is not registered there
 * - `threshold.reached`: a threshold is reached where the business is not registered
 */
export type NotificationKind = (typeof notificationKinds)[number];

/** Something that a person should know. Ids, counts and reasons; never personal data, a token or a key. */
export interface Notification {
  /** Equal in each attempt to deliver it, so that a receiver can ignore a repeated one. */
  readonly id: string;
  readonly kind: NotificationKind;
  readonly at: Instant;
  /** The account that it is about; `default` in an app with one API key. */
  readonly account: string;
  /** Null when it is about all storefronts. */
  readonly storefront: string | null;
  /** One line, such as the subject of an e-mail. */
  readonly title: string;
  /** What happened and what to do. */
  readonly text: string;
}
