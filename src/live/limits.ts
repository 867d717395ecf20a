import { maxDeferral } from '../domain/inbox.ts';
import type { Backoff } from '../domain/async.ts';

/** Intervals and limits of live work. Times in milliseconds. */

/** Between two polls while something is being worked on. */
export const pollInterval = 250;

/** Between two polls while idle: an enqueued resync request wakes the worker, but another process may have enqueued one. */
export const idlePollInterval = 1_000;

/** Records of one storefront that are worked on at the same time. */
export const requestsPerStorefront = 4;

/** Storefronts that stay open, each with its account: beyond them, the one at rest that was opened first is closed. */
export const maxOpenStorefronts = 2_000;

/** Longer than a record takes; a process that dies gives its resync requests back after that. */
export const claimLength = 2 * 60_000;

/** How long one record may ask other storefronts before it is put off. */
export const maxRecordTime = 30_000;

/**
 * What was settled longer after it was read may have taken the place of what another process read and settled since, so it
 * is read once more.
 */
const freshFor = 30_000;

/** Between two attempts at a record. Some seven hours over `maxRequestAttempts`, on average; outages have no last attempt. */
export const requestBackoff: Backoff = { base: 2_000, cap: maxDeferral };

export const maxRequestAttempts = 24;

/** Between two looks at a record that the platform may still complete: the webhook of that does not shorten the pause. */
export const awaitedPause = 5 * 60_000;

/** A platform may name a record before it shows it, and show it after it deleted it. */
export const maxLateLooks = 5;

/** Until a storefront whose credentials were refused is looked at again. */
export const credentialsPause = 15 * 60_000;

/** Until a service that refuses the key, or gives no clear answer, is tried again; it doubles up to the longest. */
export const minServicePause = 30_000;

export const maxServicePause = 15 * 60_000;

/** Duplicates of a delivery come within days. */
export const deliveriesKept = 14 * 24 * 60 * 60_000;

/** Until a storefront whose account could not be read is retried. */
export const sourcePause = 30_000;

/** Until a sync database that failed is tried again. */
export const storePause = 10_000;

/** Scheduled tasks at work at the same time, over all storefronts; see `slotsOf`. */
export const maxTasks = 4;

/** A storefront that waits longer for a platform gives its slot to another one. */
export const slotTimeout = 2_000;

/** A task that is at work for longer does not keep others from beginning. */
export const slotTurn = 60_000;

/**
 * For this long after its tick should have ended, no other one continues a run: a tick that was killed on another machine holds
 * it no longer. One that ends later commits nothing more.
 */
export const historyLeaseMargin = 10_000;

/** Days before today that the scheduled reconciliation looks at. */
export const reconciledDays = 7;

/** Without a sign of life for so long, a worker counts as dead. */
export const deadAfter = 30_000;

/**
 * Whether what was read at `readAt` and committed by `now` (milliseconds since 1970) may have replaced something newer:
 * the process was suspended, and another one read the record in between. Also true when the clock was changed. Pure.
 */
export const isStale = (readAt: number, now: number): boolean => Math.abs(now - readAt) > freshFor;
