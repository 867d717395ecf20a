import { type Instant, millisecondsOf } from '../core/instant.ts';
import { mostSkew } from '../core/most-skew.ts';

/**
 * Whether a task that is due at `dueAt` was begun already, as far as somebody can say whose clock shows `at`. `before`: when
 * it was begun last, in milliseconds since 1970. Pure.
 */
export const isBegun = (before: number, dueAt: Instant, at: Instant): boolean =>
  before >= millisecondsOf(dueAt) && before <= millisecondsOf(at) + mostSkew;
