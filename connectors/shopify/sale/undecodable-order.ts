import * as E from 'fp-ts/lib/Either.js';
import type { Undecodable } from '../../../src/domain/decode.ts';
import { held } from '../../../src/domain/exclusion.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { idOfGid } from '../records/gid.ts';
import { isRecord } from '../records/is-record.ts';
import { gidOf } from '../records/rest-values.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * An order of another shape than its documentation says, of either Admin API: held, with the paths that surprised us. Its id is
 * blank where it cannot be read.
 */
export const undecodableOrder = (node: unknown, { problems }: Undecodable): SourceResult => {
  const order = isRecord(node) ? node : {};
  const sourceId = idOfGid(textOf(gidOf(order, 'Order')));
  const message = `Shopify's answer has another shape than expected: ${problems.join('; ')}`;
  return E.left(held({ sourceId, name: textOf(order['name']) || sourceId }, 'undecodable record', message));
};
