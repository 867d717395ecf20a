/** Begins a piece of work when the one before it has ended. */
export type OneAtATime = <A>(work: () => Promise<A>) => Promise<A>;

/** A turn for each of those who work on the same thing: they come in the order in which they asked. */
export const oneAtATime = (): OneAtATime => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
};
