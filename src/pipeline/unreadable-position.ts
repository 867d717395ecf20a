import * as O from 'fp-ts/lib/Option.js';
import { digestOf } from '../domain/fields.ts';
import type { Cursor, Window } from '../mapping/source-connector.ts';

const prefix = 'unreadable-';

/** The name of a result without a readable id: its position, the same each time its page is read. */
export const unreadablePosition = (
  { key }: Pick<Window, 'key'>,
  cursor: O.Option<Cursor>,
): ((index: number) => string) => {
  const page = digestOf(`${key} ${O.isSome(cursor) ? cursor.value : ''}`).slice(0, 12);
  return (index) => `${prefix}${page}-${index + 1}`;
};

/** The name of the line about changes that a platform does not show. */
export const hiddenChangesId = `${prefix}changes`;

/** Whether an id is a position: no platform knows it, so a missing record proves nothing. */
export const isUnreadablePosition = (sourceId: string): boolean => sourceId.startsWith(prefix);
