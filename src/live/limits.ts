/** Intervals and limits of live work, in one place so that they fit together. */
import { maxDeferral } from '../domain/inbox.ts';
import type { Backoff } from '../domain/async.ts';

/** Times in milliseconds. */

/** Between two polls while there is work. */
export const pollInterval = 250;

/** Between two polls while idle: an enqueued resync request wakes the worker, but another process may have enqueued one. */
export const idlePollInterval = 1_000;

/** Records of one storefront that are worked on at the same time. */
export const requestsPerStorefront = 4;

/** Storefronts that stay open, each with its account: above this number, the idle one that was opened first is closed. */
export const maxOpenStorefronts = 2_000;

/** Longer than a record takes; the requests of a process that died are free again after this time. */
export const claimLength = 2 * 60_000;

/** The longest time in which one record may ask other storefronts before it is postponed. */
export const maxRecordTime = 30_000;

/**
 * A result that was settled later than this after its read may have replaced a newer one of another process, so the record is
 * read once more.
 */
const freshFor = 30_000;

/** Between two attempts at a record. Some seven hours over `maxRequestAttempts`, on average; outages have no last attempt. */
export const requestBackoff: Backoff = { base: 2_000, cap: maxDeferral };

export const maxRequestAttempts = 24;

/** Between two reads of a record that the platform may still complete: a webhook about it does not shorten the pause. */
export const awaitedPause = 5 * 60_000;

/** Attempts for a record that a platform announced before it shows it, or still shows after it deleted it. */
export const maxLateLooks = 5;

/** Until a storefront whose credentials were refused is tried again. */
export const credentialsPause = 15 * 60_000;

/** Until a service that refuses the key, or gives no clear answer, is tried again; it doubles up to `maxServicePause`. */
export const minServicePause = 30_000;

export const maxServicePause = 15 * 60_000;

/** Duplicates of a delivery arrive within days. */
export const deliveriesKept = 14 * 24 * 60 * 60_000;

/** Until a storefront whose account could not be read is retried. */
export const sourcePause = 30_000;

/** Until a sync database that failed is tried again. */
export const storePause = 10_000;

/** Scheduled tasks that run at the same time, over all storefronts; see `slotsOf`. */
export const maxTasks = 4;

/** A storefront that waits longer for a platform gives its slot to another one. */
export const slotTimeout = 2_000;

/** A task that runs longer does not keep others from starting. */
export const slotTurn = 60_000;

/**
 * For this long after a tick should have ended, no other tick continues its run. After that, a tick that was killed on another
 * machine no longer holds the run, and a tick that ends later commits nothing.
 */
export const historyLeaseMargin = 10_000;

/** Days before today that the scheduled reconciliation compares. */
export const reconciledDays = 7;

/** A worker without a heartbeat for this long counts as dead. */
export const deadAfter = 30_000;

/**
 * Whether a record that was read at `readAt` and committed by `now` (milliseconds since 1970) may have replaced something newer:
 * the process was suspended, and another one read the record in between. Also true if the clock was changed. Pure.
 */
export const isStale = (readAt: number, now: number): boolean => Math.abs(now - readAt) > freshFor;
