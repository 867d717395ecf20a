import type { Backoff } from './async.ts';

/** Timeouts, retries and limits of the pipeline. Times in milliseconds. */

/** Between two attempts at a question without a clear answer: half a minute over all attempts, on average. */
export const serviceBackoff: Backoff = { base: 500, cap: 60_000 };
/** Attempts without a clear answer before a transaction is given up for this run. */
export const maxUnclearAnswers = 8;
/** Times that the service may put one request off before it is given up for this run; each waits for the shared pause. */
export const maxDeferrals = 30;
/** Transactions given up one after the other, with no clear answer in between, before the service counts as down. */
export const maxExhaustedInARow = 20;

export const sourceBackoff: Backoff = { base: 1_000, cap: 60_000 };
export const maxSourceAttempts = 8;
/** A call to a platform that took longer counts as one without an answer. Longer than the limits of our own connectors. */
export const maxCallTime = 150_000;
/** What every call may take, also when its reading is over by then. */
export const minCallTime = 10_000;
export const maxThrottled = 60;

/** The longest wait that anybody can ask of us. */
export const maxPause = 15 * 60_000;

/** A pause from here on is a warning: nothing is heard of a run meanwhile, and it would pass for one that hangs. */
export const longPause = 60_000;

/** Longer than the longest pause, so that a patient process keeps its storefront. A dead one is found by `isGone`. */
export const leaseLength = 20 * 60_000;
/** A lease younger than this is not renewed with every page: a renewal is a durable write. */
export const leaseRenewal = 30_000;

/** A storefront whose platform is silent for longer lets the other storefronts of a run go first. */
export const silenceBeforeOthersGoFirst = 15_000;
/** Silent storefronts that are read side by side at the end of a run. */
export const maxSilent = 8;

/** Windows of a storefront that are read side by side. A platform's own limits are its connector's affair. */
export const maxWindows = 4;

/**
 * Pages of the service's list that a run reads again, to compare what it shows: a thousand transactions. Behind them,
 * reading ends at the first page that is known from an earlier run.
 */
export const pagesReadAgain = 10;

/** Refusals of one kind with no success between them, those under way included, before nothing more is pushed. */
export const maxEqualRefusals = 20;

/**
 * Where the service assigns ids, how long after a push without an answer its absence from the list proves that it did not
 * arrive: twice the time limit of a request.
 */
export const proofOfAbsenceAfter = 65_000;
/** The same, of a list that is known to be late. */
export const proofOfAbsenceInLateList = 60 * 60_000;
/** A new transaction that waited longer for its turn may have been pushed by another run or worker since. */
export const maxUncheckedWait = 1_000;
/** How often the first transaction is looked for in the list before the list counts as late. */
export const listScansForFirst = 3;

/** Ids in one question to the sync database. */
export const maxLookedUp = 200;

/** Records of other storefronts that are asked for at the same time. */
export const maxOtherReads = 4;
/** Milliseconds that another storefront may be asked for one record before it counts as silent. */
export const maxOtherReadTime = 5 * 60_000;
/** Answers of other storefronts that a run remembers. */
export const maxRemembered = 1_000;

/** Drifted transactions for which the service is asked what it holds, so that the difference can be named. */
export const maxDriftLookups = 200;

/** Transactions of a storefront that a reconciliation asks for one by one, where the list does not show their amounts. */
export const maxReconcileLookups = 1_000;
