import type * as O from 'fp-ts/lib/Option.js';
import type { Cursor, Page, Window } from '../../mapping/source-connector.ts';
import type { MappedRecord } from './candidate.ts';
import { prepareEntry, type PrepareContext } from './prepare-entry.ts';
import { unreadablePlace } from './unreadable-place.ts';

/**
 * Maps the records of a page that was read at a cursor, as soon as it was read: what a platform returns for a sale is many
 * times what is pushed of it, and pages wait for their turn.
 *
 * @throws what a connector's answer of another shape than its type leads to
 */
export const preparePage = (
  context: PrepareContext,
  window: Pick<Window, 'key'>,
  cursor: O.Option<Cursor>,
  entries: Page['entries'],
): readonly MappedRecord[] => {
  const placeOf = unreadablePlace(window, cursor);
  const mapped: MappedRecord[] = [];
  for (const [index, entry] of entries.entries()) mapped.push(prepareEntry(context, entry, placeOf(index)));
  return mapped;
};
