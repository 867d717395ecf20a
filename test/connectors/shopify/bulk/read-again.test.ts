import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { accessOf } from '../../../../connectors/shopify/client/access.ts';
import { readAgain } from '../../../../connectors/shopify/bulk/read-again.ts';
import { narrowing } from '../../../../connectors/shopify/read/narrowing.ts';
import { pageSizeFrom } from '../../../../connectors/shopify/read/page-size.ts';
import { defaultPolicy } from '../../../../src/mapping/policy.ts';
import type { SourceResult } from '../../../../src/mapping/source-connector.ts';
import { right } from '../../../support/right.ts';
import { everyScope } from '../a-shop.ts';
import { account } from '../mapped.ts';

const id = 'gid://shopify/Order/5012345678';

/** What is handed out for an order that the bulk result names and the shop shows no longer. */
const handedOut = async (scopes: readonly string[]): Promise<O.Option<SourceResult> | undefined> => {
  const ports = {
    ask: () => TE.right({ orders: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }, order: null }),
    pageSize: pageSizeFrom(10),
    costOf: () => undefined,
    narrowing: narrowing(),
    failuresAlone: new Map(),
  };
  let given: O.Option<SourceResult> | undefined;
  const context = { account, policy: defaultPolicy, readsLocations: true };
  const read = readAgain(ports, { account, access: accessOf(scopes) }, context);
  right(await read([id], (_, result) => void (given = result)));
  return given;
};

describe('reading an order of a bulk result again', () => {
  it('that was deleted in between: none', async () => {
    expect(await handedOut(everyScope)).toStrictEqual(O.none);
  });

  it('that a token without read_all_orders can no longer read: held, never silently left out', async () => {
    expect(await handedOut(['read_orders'])).toMatchObject(
      O.some({
        left: {
          _tag: 'Held',
          sourceId: '5012345678',
          reason: 'incomplete record',
          message: expect.stringContaining('read_all_orders'),
        },
      }),
    );
  });
});
