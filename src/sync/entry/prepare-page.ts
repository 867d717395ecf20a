import type * as O from 'fp-ts/lib/Option.js';
import type { Cursor, Page, Window } from '../../mapping/source-connector.ts';
import type { MappedRecord, PreparedRecord } from './candidate.ts';
import { heedHost, unheeded } from './heed-host.ts';
import { prepareEntry, type PrepareContext } from './prepare-entry.ts';
import { unreadablePlace } from './unreadable-place.ts';
import type { SyncPorts } from '../ports.ts';

/** The records of a page, once it is their turn: only then the host has its say. */
export type InTurn = () => Promise<readonly PreparedRecord[]>;

type PreparePage = (window: Pick<Window, 'key'>, cursor: O.Option<Cursor>, entries: Page['entries']) => InTurn;

// Functions of their own: a closure made beside the mapped records would hold on to them.
const noSay =
  (records: readonly PreparedRecord[]): InTurn =>
  () =>
    Promise.resolve(records);

const oneByOne =
  (heed: ReturnType<typeof heedHost>, mapped: readonly MappedRecord[]): InTurn =>
  async () => {
    const records: PreparedRecord[] = [];
    for (const record of mapped) records.push(await heed(record));
    return records;
  };

/**
 * Maps the records of a page that was read at a cursor, at once: what a platform says of a sale is many times what is told
 * of it, and pages wait for their turn. The host is asked in turn, about one transaction at a time, and never about those of
 * a page that comes to nothing because its run ends.
 *
 * @throws what a connector's answer of another shape than its type leads to
 */
export const preparePage =
  ({ beforePush }: Pick<SyncPorts, 'beforePush'>, context: PrepareContext): PreparePage =>
  (window, cursor, entries) => {
    const placeOf = unreadablePlace(window, cursor);
    const mapped: MappedRecord[] = [];
    for (const [index, entry] of entries.entries()) mapped.push(prepareEntry(context, entry, placeOf(index)));
    return beforePush === undefined ? noSay(mapped.map(unheeded)) : oneByOne(heedHost(beforePush, context), mapped);
  };
