const factor = Number(process.env['FUZZ_FACTOR'] ?? 1);

/**
 * How many cases to try: the bounded number of a normal test run, times `FUZZ_FACTOR`.
 *
 * @example
 * cases(2_000) // 200_000 under FUZZ_FACTOR=100
 */
export const cases = (bounded: number): number => Math.max(1, Math.round(bounded * (factor > 0 ? factor : 1)));

/** Milliseconds that a test may take, in step with its number of cases. */
export const timeLimit = (milliseconds: number): number => Math.max(milliseconds, milliseconds * factor);
