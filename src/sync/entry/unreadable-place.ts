import * as O from 'fp-ts/lib/Option.js';
import { digestOf } from '../../domain/digest.ts';
import type { Cursor, Window } from '../../mapping/source-connector.ts';

const prefix = 'unreadable-';

/** What an entry without a readable id is called: where it stood, the same each time that its page is read. */
export const unreadablePlace = (
  { key }: Pick<Window, 'key'>,
  cursor: O.Option<Cursor>,
): ((index: number) => string) => {
  const page = digestOf(`${key} ${O.isSome(cursor) ? cursor.value : ''}`).slice(0, 12);
  return (index) => `${prefix}${page}-${index + 1}`;
};

/** Whether an id is a place: no platform knows it, and that says nothing about the record which stood there. */
export const isUnreadablePlace = (sourceId: string): boolean => sourceId.startsWith(prefix);
