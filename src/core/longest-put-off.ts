/** Milliseconds for which a bell is put off, at most; what is put off for longer was so by a clock that was wrong. */
export const longestPutOff = 60 * 60_000;
