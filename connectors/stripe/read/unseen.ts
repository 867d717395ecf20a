import type { Window } from '../../../src/mapping/source-connector.ts';

/** Lists that a window is read from besides its charges. */
export type SeenList = 'checkout sessions' | 'invoices' | 'invoice payments';

/** What a list is called that the key may not read, as an entry of the window that misses it. */
export const unseenList = (list: SeenList, { start, end }: Pick<Window, 'start' | 'end'>): string =>
  `${list} from ${start} to ${end}`;

/** What an event is called that has no id: by its place among those behind another event or a time. */
export const unseenEvent = (count: number, place: string): string => `event ${count} ${place}`;

/**
 * Whether an id is one of the names above or an event's. Stripe has no record of that id, which proves nothing about
 * the unread list.
 */
export const isUnseen = (id: string): boolean =>
  id.startsWith('evt_') || /^(?:checkout sessions|invoices|invoice payments) from /.test(id) || /^event \d+ /.test(id);
