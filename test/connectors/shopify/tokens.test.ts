import { describe, expect, it } from '@jest/globals';
import type { TokenRequest } from '../../../connectors/shopify/index.ts';
import { secret } from '../../../src/domain/secret.ts';
import { left, right } from '../../support/right.ts';
import { type Asked, type Reply, shopAccess, withShop } from './a-shop.ts';

const tokenPath = '/admin/oauth/access_token';
const day = 86_399;

const grant = (nth: number): Reply => ({
  body: { access_token: `token-${nth}`, scope: 'read_orders', expires_in: day },
});

const withGrants = async (
  answer: (asked: Asked, nth: number) => Reply,
  use: Parameters<typeof withShop>[1],
  now: () => number = () => 0,
): Promise<void> =>
  withShop(answer, use, {
    credentials: { clientId: 'client-1', clientSecret: secret('CANARY_SECRET') },
    clock: { now, sleep: () => () => Promise.resolve() },
  });

const tokensOf = (asked: readonly Asked[]): readonly (string | undefined)[] =>
  asked.filter(({ operation }) => operation !== tokenPath).map(({ token }) => token);

describe('tokens by client credentials', () => {
  it('are fetched when they are needed first, and shared by what asks at the same time', async () => {
    await withGrants(
      ({ operation }, nth) => (operation === tokenPath ? grant(nth) : shopAccess()),
      async (connector, asked) => {
        expect(asked).toHaveLength(0);
        await Promise.all([connector.check(), connector.account(), connector.check()]);
        expect(asked.filter(({ operation }) => operation === tokenPath)).toHaveLength(1);
        expect(new Set(tokensOf(asked))).toStrictEqual(new Set(['token-1']));
        expect(JSON.parse(asked[0]?.body ?? '')).toStrictEqual({
          client_id: 'client-1',
          client_secret: 'CANARY_SECRET',
          grant_type: 'client_credentials',
        });
      },
    );
  });

  it('are renewed before their day is over', async () => {
    let now = 0;
    await withGrants(
      ({ operation }, nth) => (operation === tokenPath ? grant(nth) : {}),
      async (connector, asked) => {
        right(await connector.account());
        now = (day - 60) * 1000;
        await connector.readRecord('5012345678')();
        expect(tokensOf(asked)).toStrictEqual(['token-1', 'token-2']);
      },
      () => now,
    );
  });

  it('are renewed once when Shopify does not accept one', async () => {
    await withGrants(
      ({ operation, token }, nth) => {
        if (operation === tokenPath) return grant(nth);
        return token === 'token-1' ? { status: 401 } : shopAccess();
      },
      async (connector, asked) => {
        right(await connector.account());
        expect(tokensOf(asked)).toStrictEqual(['token-1', 'token-2']);
      },
    );
  });

  it('that are never accepted stop after the second', async () => {
    await withGrants(
      ({ operation }, nth) => (operation === tokenPath ? grant(nth) : { status: 401 }),
      async (connector, asked) => {
        expect(left(await connector.account())._tag).toBe('SourceCredentialsRefused');
        expect(tokensOf(asked)).toHaveLength(2);
      },
    );
  });

  it.each([
    [400, 'SourceCredentialsRefused'],
    [401, 'SourceCredentialsRefused'],
    [503, 'SourceUnreachable'],
    [429, 'SourceThrottled'],
  ])('%d instead of a token: %s, and no secret in the message', async (status, tag) => {
    await withGrants(
      () => ({ status, body: 'CANARY_SECRET' }),
      async (connector) => {
        const error = left(await connector.account());
        expect(error._tag).toBe(tag);
        expect(JSON.stringify(error)).not.toContain('CANARY');
      },
    );
  });

  it('something else instead of a token: refused', async () => {
    await withGrants(
      () => ({ body: '<html>' }),
      async (connector) => {
        expect(left(await connector.account())._tag).toBe('SourceRefused');
      },
    );
  });
});

describe('a fixed token', () => {
  it('that is refused is not sent again', async () => {
    await withShop(
      () => ({ status: 401 }),
      async (connector, asked) => {
        expect(left(await connector.account())._tag).toBe('SourceCredentialsRefused');
        expect(asked).toHaveLength(1);
      },
    );
  });
});

describe("a token of the host's", () => {
  const hostTokens = async (answer: (asked: Asked, nth: number) => Reply, use: Parameters<typeof withShop>[1]) => {
    let nth = 0;
    await withShop(answer, use, {
      credentials: { accessToken: () => Promise.resolve(`token-${(nth += 1)}`) },
    });
  };

  it.each([
    ['401', { status: 401 }],
    ['403, such as for a scope that was granted since', { status: 403 }],
    [
      'denied access to a field',
      { body: { data: null, errors: [{ message: 'Access denied', extensions: { code: 'ACCESS_DENIED' } }] } },
    ],
  ])('is asked for again once after %s', async (_, refusal) => {
    await hostTokens(
      ({ token }) => (token === 'token-1' ? refusal : shopAccess()),
      async (connector, asked) => {
        right(await connector.account());
        expect(tokensOf(asked)).toStrictEqual(['token-1', 'token-2']);
      },
    );
  });

  it('is asked for again five minutes before it expires, with the shop that it is for', async () => {
    let now = 0;
    const requests: TokenRequest[] = [];
    await withShop(
      () => shopAccess(),
      async (connector, asked) => {
        right(await connector.account());
        now = 55 * 60_000;
        right(await connector.check());
        expect(new Set(tokensOf(asked))).toStrictEqual(new Set(['token-1', 'token-2']));
        expect(requests.map(({ shop, refused }) => [shop, refused])).toStrictEqual([
          ['acme.myshopify.com', undefined],
          ['acme.myshopify.com', undefined],
        ]);
      },
      {
        clock: { now: () => now, sleep: () => () => Promise.resolve() },
        credentials: {
          accessToken: (request) => {
            requests.push(request);
            return { accessToken: `token-${requests.length}`, expires: new Date(now + 3_600_000) };
          },
        },
      },
    );
  });

  it('gets to know the token that Shopify refused', async () => {
    const refusals: (string | undefined)[] = [];
    await withShop(
      ({ token }) => (token === 'token-1' ? { status: 401 } : shopAccess()),
      async (connector) => {
        right(await connector.account());
        expect(refusals).toStrictEqual([undefined, 'token-1']);
      },
      { credentials: { accessToken: ({ refused }) => `token-${refusals.push(refused)}` } },
    );
  });

  it('that is refused again stops with the usual causes', async () => {
    await hostTokens(
      () => ({ status: 403 }),
      async (connector, asked) => {
        const { _tag, message } = left(await connector.account());
        expect(_tag).toBe('SourceCredentialsRefused');
        for (const cause of ['IP allowlist', 'not installed']) expect(message).toContain(cause);
        expect(asked).toHaveLength(2);
      },
    );
  });
});
