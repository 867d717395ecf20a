import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Page, Window } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import { beginWindow } from './begin-window.ts';
import type { BulkPosition } from './bulk-position.ts';
import { handOut } from './hand-out.ts';
import { isResultAddress } from './is-result-address.ts';
import { lookAgain } from './look-again.ts';
import { nextPart } from './next-part.ts';
import type { BulkPorts, Step } from './ports.ts';
import { inPages, startAnew } from './ways-on.ts';

const readOn = async (
  ports: BulkPorts,
  shop: Shop,
  window: Window,
  position: BulkPosition,
  operation: string,
): Step => {
  const { openResult, origin } = ports;
  for (;;) {
    const result = await openResult.open(operation);
    if (E.isLeft(result)) return result;
    if (result.right._tag === 'Preparing') return lookAgain(ports, window, position);
    if (result.right._tag === 'Lost') return startAnew(window, position);
    const { file, isFresh } = result.right;
    if (file.url === null) return E.right({ results: [], next: O.none });
    if (!isResultAddress(file.url, origin)) return inPages(window);
    const part = await nextPart(ports, position, file);
    if (E.isRight(part)) return handOut(ports, shop, window, position, { file, part: part.right });
    if (part.left._tag === 'Unusable') return startAnew(window, position);
    if (part.left._tag !== 'Expired') return E.left(part.left);
    openResult.forget(operation);
    // An address that Shopify has given just now is as good as it gets.
    if (isFresh) return startAnew(window, position);
  }
};

/**
 * One step in a window that Shopify prepares as a file: the operation is started, waited for, and its result handed out part
 * by part. Whatever goes wrong with it, the window ends up read: by a second operation, or in pages.
 */
export const readBulkPage =
  (ports: BulkPorts) =>
  (window: Window, position: BulkPosition): TE.TaskEither<SourceError, Page> =>
  async () => {
    const shop = await ports.shop();
    if (E.isLeft(shop)) return shop;
    const { operation } = position;
    return operation === null
      ? beginWindow(ports, shop.right, window, position)
      : readOn(ports, shop.right, window, position, operation);
  };
