/** What work gives; once it is aborted, a failure. The work itself is not ended by that: it has to look at the signal. */
export const untilAborted = <A>(signal: AbortSignal, failure: () => Error, work: () => Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const abandon = (): void => {
      reject(failure());
    };
    if (signal.aborted) {
      abandon();
      return;
    }
    signal.addEventListener('abort', abandon);
    work()
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener('abort', abandon);
      });
  });
