import type * as E from 'fp-ts/lib/Either.js';
import type { Undecodable } from '../../../src/domain/decode.ts';
import { isRecord } from './is-record.ts';
import { orderFromRest } from './order-from-rest.ts';
import { decodeOrder, type Order } from './order.ts';

const isOfRest = (json: unknown): boolean =>
  isRecord(json) && !(typeof json['id'] === 'string' && json['id'].startsWith('gid://'));

/** Reads an order from a recording, whichever of the two Admin APIs it comes from. */
export const decodeAnyOrder = (json: unknown): E.Either<Undecodable, Order> =>
  isOfRest(json) ? orderFromRest(json) : decodeOrder(json);
