import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Window } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import { orderContextOf } from '../sale/order-context.ts';
import { bulkCursorOf, type BulkPosition } from './bulk-position.ts';
import { partKey } from './part-key.ts';
import type { BulkPorts, Step } from './ports.ts';
import { readAgain } from './read-again.ts';
import { readEntries } from './read-entries.ts';
import type { Part } from './read-part.ts';
import type { ResultFile } from './result-file.ts';
import { startAnew } from './ways-on.ts';

/**
 * Hands out the orders of a part. The last part is handed out only if the result has as many lines and orders as were
 * announced.
 */
export const handOut = async (
  ports: BulkPorts,
  shop: Shop,
  window: Window,
  position: BulkPosition,
  { file, part }: { readonly file: ResultFile; readonly part: Part },
): Step => {
  const { block, isEnd } = part;
  const read = {
    offset: position.offset + block.bytes,
    lines: position.lines + block.lines,
    orders: position.orders + block.orders.length,
  };
  if (isEnd && (read.lines !== file.lines || read.orders !== file.orders)) return startAnew(window, position);
  const key = partKey(position);
  const work = ports.inProgress.of(key);
  work.page = part;
  const context = orderContextOf(shop, ports.policy);
  const entries = await readEntries(context, readAgain(ports, shop, context), block.orders, work.entries);
  if (E.isLeft(entries)) return entries;
  ports.inProgress.done(key);
  return E.right({ results: entries.right, next: isEnd ? O.none : O.some(bulkCursorOf({ ...position, ...read })) });
};
