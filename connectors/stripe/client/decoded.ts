import * as E from 'fp-ts/lib/Either.js';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { NamedDecoder } from './named-decoder.ts';
import type { Read } from './stripe-api.ts';

/** One object, decoded. */
export const decoded =
  <A>(read: Read<unknown>, codec: NamedDecoder<A>): Read<A> =>
  async () => {
    const answer = await read();
    return E.isLeft(answer) ? answer : decodeAs(codec)(answer.right);
  };
