import * as E from 'fp-ts/lib/Either.js';
import type { Read } from './stripe-api.ts';

/** Asks once and for all; a failure is forgotten, so that asking again helps. */
export const remembered = <A>(read: Read<A>): Read<A> => {
  let asked: ReturnType<Read<A>> | null = null;
  return async () => {
    asked ??= read();
    const answer = await asked;
    if (E.isLeft(answer)) asked = null;
    return answer;
  };
};
