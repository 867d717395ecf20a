import * as E from 'fp-ts/lib/Either.js';
import type { Undecodable } from '../../../src/core/decode.ts';
import { held } from '../../../src/core/set-aside.ts';
import type { Entry } from '../../../src/mapping/source-connector.ts';
import { idOfGid } from '../records/gid.ts';
import { isRecord } from '../records/is-record.ts';

const textOf = (node: unknown, field: string): string | undefined => {
  const value = isRecord(node) ? node[field] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** An order of another shape than its documentation says: held, with the paths that surprised us. */
export const undecodableOrder = (node: unknown, { problems }: Undecodable): Entry => {
  const sourceId = idOfGid(textOf(node, 'id') ?? 'unknown');
  const message = `Shopify's answer has another shape than expected: ${problems.join('; ')}`;
  return E.left(held({ sourceId, name: textOf(node, 'name') ?? sourceId }, 'undecodable record', message));
};
