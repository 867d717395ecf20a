/**
 * What comes with a new object may appear minutes after it, in milliseconds: a list may leave it out while it shows younger
 * ones, and the invoice of a checkout is made after its payment. Windows leave what is younger than this to the next run.
 */
export const settlingMs = 10 * 60_000;
