/**
 * All timeouts, retries and limits of the pipeline, so that they can be compared and changed in one place. Times in
 * milliseconds.
 */
import type { Backoff } from '../domain/async.ts';

/** Between two attempts without a definitive response: half a minute over all attempts, on average. */
export const serviceBackoff: Backoff = { base: 500, cap: 60_000 };
/** Between two probes of a service that answers no push: eight minutes over all of them, on average. */
export const outageBackoff: Backoff = { base: 1_000, cap: 60_000 };
/**
 * Probes in a row without an answer. `ofTheSame`: then only transactions are sent that were not tried yet, because the cause
 * may be in the transactions. `inAll`: then the service counts as down.
 */
export const maxFailedProbes = { ofTheSame: 10, inAll: 17 } as const;
/** Attempts without a definitive response before retries of a transaction are exhausted for this run. */
export const maxUnclearAnswers = 8;
/**
 * Times that the service may defer one request before retries are exhausted for this run; each waits for the shared
 * pause.
 */
export const maxDeferrals = 30;
/** Transactions in a row with exhausted retries before the service counts as down. */
export const maxExhaustedInARow = 20;

export const sourceBackoff: Backoff = { base: 1_000, cap: 60_000 };
export const maxSourceAttempts = 8;
/** A longer call to a platform counts as unanswered. It is longer than the time limits of the built-in connectors. */
export const maxCallTime = 150_000;
/** The time that each call gets, also when the run is over. */
export const minCallTime = 10_000;
export const maxThrottled = 60;

/** Longest pause that a platform or the service can ask for. */
export const maxPause = 15 * 60_000;

/** A pause of this length is logged as a warning: without it, a waiting run looks stuck. */
export const longPause = 60_000;

/**
 * How long a process that was killed on another machine keeps its storefronts; `isGone` detects one on this machine. A living
 * process renews its leases even while it waits (see `renewingLeases`).
 */
export const leaseLength = 2 * 60_000;
/**
 * A younger lease is not renewed, because a renewal is a durable write. The rest of the time is a reserve for a process or
 * database that stalls.
 */
export const leaseRenewal = leaseLength / 3;

/** After this time without a response, the other storefronts of a run go first. */
export const silenceBeforeOthersGoFirst = 15_000;
/** The same where the next tick continues the run. */
export const silenceBeforeNextCall = 3_000;
/** Silent storefronts that are read in parallel at the end of a run. */
export const maxSilent = 8;

/** Windows of a storefront that are read in parallel. The connector keeps to the platform's own limits. */
export const maxWindows = 4;

/** Pages that the runs of one process push at the same time, so that live work gets its share of the process. */
export const maxPagesAtATime = 2;
/** The longest time that a page of history waits for webhooks that are being processed. */
export const maxYield = 1_000;
/** A page that takes longer is waiting for the service, and lets a page of another run start. */
export const maxPageTurn = 2_000;

/**
 * Pages of the service's list that a run reads again, to compare a thousand transactions. After them, reading ends at
 * the first page that an earlier run read.
 */
export const pagesReadAgain = 10;

/** Equal refusals without a success between them, including pushes in progress, before all pushes stop. */
export const maxEqualRefusals = 20;

/**
 * The same for answers that may be about the key or the address: before the service has stored a first transaction, and after
 * that.
 */
export const maxRefusalsOfKey = { untilStored: 3, later: 10 } as const;

/** Where all sales to a state are refused, one sale in so many is tried, and more of the first ones. */
export const maxSkippedInPlace = 64;

/** Sales in a row that are not tried because of their state, before the run stops: the cause may be the key. */
export const maxSkippedInRow = 200;

/** Times that a push is made again after a 409 about a transaction that the service does not show: it may mean "locked". */
export const maxConflicts = 5;

/**
 * Where the service assigns ids: time after the start of a push without a response from which absence from the list proves that it
 * did not arrive. The service may store it when the time limit of the request (30 s) is over, and show it a minute later.
 */
export const proofOfAbsenceAfter = 120_000;
/** The same for a list that is known to be late. */
export const proofOfAbsenceInLateList = 60 * 60_000;
/** A new transaction that waited longer may have been pushed by another run or worker, and is looked up again. */
export const maxUncheckedWait = 1_000;
/** Scans of the list for a transaction that was just pushed, within seconds, before the list counts as late. */
export const listScans = 3;

/** Ids per lookup in the sync database. */
export const maxLookedUp = 200;

/** Records of other storefronts that are read at the same time. */
export const maxOtherReads = 4;
/** Time limit for reading one record of another storefront. */
export const maxOtherReadTime = 5 * 60_000;
/** Records of other storefronts that a run caches. */
export const maxRemembered = 1_000;

/** Drifted transactions that are looked up at the service, so that the difference can be named. */
export const maxDriftLookups = 200;

/**
 * Transactions of a storefront that a reconciliation looks up one by one, where the list does not show all that is compared.
 */
export const maxReconcileLookups = 1_000;

/** Rows of the list, dated after the compared days, that a reconciliation keeps: what happened since to the sales of those days. */
export const maxListedLater = 20_000;
