import type * as O from 'fp-ts/lib/Option.js';
import type { Cursor, Page, Window } from '../../mapping/source-connector.ts';
import type { PreparedRecord } from './candidate.ts';
import { heedHost } from './heed-host.ts';
import { prepareEntry, type PrepareContext } from './prepare-entry.ts';
import { unreadablePlace } from './unreadable-place.ts';
import type { SyncPorts } from '../ports.ts';

/** Maps the records of a page that was read at a cursor, and lets the host have its say about each. Never rejects. */
export const preparePage = ({ beforePush }: Pick<SyncPorts, 'beforePush'>, context: PrepareContext) => {
  const prepare = prepareEntry(context);
  const heed = heedHost(beforePush, context);
  return async (
    window: Pick<Window, 'key'>,
    cursor: O.Option<Cursor>,
    entries: Page['entries'],
  ): Promise<readonly PreparedRecord[]> => {
    const placeOf = unreadablePlace(window, cursor);
    const records: PreparedRecord[] = [];
    for (const [index, entry] of entries.entries()) records.push(await heed(prepare(entry, placeOf(index))));
    return records;
  };
};
