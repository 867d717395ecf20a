/**
 * Milliseconds by which the clocks of processes that share a record book may disagree. A time in the book that lies further
 * ahead was written by a clock that is wrong, or was until it was set back, and says nothing.
 */
export const mostSkew = 5 * 60_000;
