/**
 * A host's function may throw, reject, never answer or return anything. Neither its process nor our work may end because of
 * that.
 */

/** Reports the rejection of a promise that a host's function returned. Unhandled, it would end the process. */
export const onRejection = (given: unknown, report: (error: unknown) => void): void => {
  if (isThenable(given)) Promise.resolve(given).catch(report);
};

/** Milliseconds that a host's function may take. A slower function counts as failed, and its later result is ignored. */
const maxHostTime = 30_000;

/**
 * The answer of a host's function. Rejects as the function does, and with a `TimeoutError` when it takes too long.
 *
 * @param sleep resolves after so many milliseconds, or when it is aborted
 * @param milliseconds default 30,000
 * @example
 * const source = await answerInTime(sleepUntilAborted, () => credentials('us-store'));
 */
export const answerInTime = async <A>(
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  ask: () => A | PromiseLike<A>,
  milliseconds = maxHostTime,
): Promise<A> => {
  const given = ask();
  if (!isThenable(given)) return given;
  const answered = new AbortController();
  const late = sleep(milliseconds, answered.signal).then(() => {
    throw Object.assign(new Error(`no answer within ${milliseconds} ms`), { name: 'TimeoutError' });
  });
  try {
    return await Promise.race([given, late]);
  } finally {
    answered.abort();
  }
};

const isThenable = (given: unknown): given is PromiseLike<unknown> =>
  (typeof given === 'object' || typeof given === 'function') &&
  given !== null &&
  'then' in given &&
  typeof given.then === 'function';
