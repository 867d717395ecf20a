import * as E from 'fp-ts/lib/Either.js';
import type { BulkPosition } from './bulk-position.ts';
import { partKey } from './part-key.ts';
import type { BulkPorts } from './ports.ts';
import type { NoPart, Part } from './read-part.ts';
import type { ResultFile } from './result-file.ts';

/** The next part of a result; the one that is half read already when a pause came in between. */
export const nextPart = (
  { inProgress, readPart }: BulkPorts,
  position: BulkPosition,
  file: ResultFile,
): Promise<E.Either<NoPart, Part>> => {
  const { page } = inProgress.of(partKey(position));
  return page === undefined ? readPart(file, position.offset) : Promise.resolve(E.right(page));
};
