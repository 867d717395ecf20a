import * as E from 'fp-ts/lib/Either.js';

/** The value of a Right. A benchmark that meets a Left measures nothing and ends here. */
export const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(`the benchmark failed: ${JSON.stringify(either.left)}`);
  return either.right;
};
