import * as E from 'fp-ts/lib/Either.js';
import type { Opened } from './opened.ts';

/** Closes what nobody waits for any longer, whenever it opens; one that never does, or fails, needs nothing. Never rejects. */
export const closeLate = async (
  opening: Promise<E.Either<unknown, Pick<Opened, 'close'>> | undefined>,
): Promise<void> => {
  const opened = await opening.catch(() => undefined);
  if (opened !== undefined && E.isRight(opened)) await opened.right.close().catch(() => undefined);
};
