import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { decodeAnyOrder } from '../records/decode-any-order.ts';
import type { OrderContext } from './order-context.ts';
import { orderToSale } from './order-to-sale.ts';
import { undecodableOrder } from './undecodable-order.ts';

/** What becomes of an order from an export or a recording, of either Admin API: a sale, or a reason why not. */
export const orderToEntry =
  (context: OrderContext) =>
  (json: unknown): SourceResult =>
    pipe(
      decodeAnyOrder(json),
      E.match((problem) => undecodableOrder(json, problem), orderToSale(context)),
    );
