import * as E from 'fp-ts/lib/Either.js';

/** The value of a Right; a Left fails the test and shows itself. */
export const right = <E, A>(either: E.Either<E, A>): A => {
  if (E.isLeft(either)) throw new Error(`expected a Right, got ${JSON.stringify(either.left)}`);
  return either.right;
};

/** The value of a Left; a Right fails the test. */
export const left = <E, A>(either: E.Either<E, A>): E => {
  if (E.isRight(either)) throw new Error('expected a Left, got a Right');
  return either.left;
};
