/** How patient the book is with the database. Milliseconds, but for the number of connections. */

/** For another transaction that holds what this one needs. */
export const lockPatience = 5_000;
/** Until the server takes back the transaction of a process that was stopped in the middle of it. */
export const idleInTransaction = 30_000;
export const connectPatience = 10_000;
/** A connection that nobody needs is closed, so that many processes leave room for each other. */
export const idleConnection = 30_000;
/** Of one process: a handful of pages and bells at the same time need no more. */
export const mostConnections = 8;
