/** Names a record without a readable id by its position in the page, so that its report line stays the same in each reading. */
import * as O from 'fp-ts/lib/Option.js';
import { digestOf } from '../domain/fields.ts';
import type { Cursor, Window } from '../mapping/source-connector.ts';

const prefix = 'unreadable-';

/** The name of a result by its position. */
export const unreadablePosition = (
  { key }: Pick<Window, 'key'>,
  cursor: O.Option<Cursor>,
): ((index: number) => string) => {
  const page = digestOf(`${key} ${O.isSome(cursor) ? cursor.value : ''}`).slice(0, 12);
  return (index) => `${prefix}${page}-${index + 1}`;
};

/** The name of the line about changes that a platform does not show. */
export const hiddenChangesId = `${prefix}changes`;

/** Whether an id is such a name: no platform knows it, so a missing record proves nothing. */
export const isUnreadablePosition = (sourceId: string): boolean => sourceId.startsWith(prefix);
