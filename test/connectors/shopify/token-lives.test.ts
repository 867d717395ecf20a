import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { tokenFromSessions } from '../../../connectors/shopify/index.ts';
import type { TokenFunction } from '../../../connectors/shopify/settings.ts';
import { left, right } from '../../support/right.ts';
import { everyScope, pageOf, type Reply, shopAccess, withShop } from './a-shop.ts';
import { tokenPath } from './a-token-endpoint.ts';
import { minutes, refreshesIn, shop, type Situation, tokensIn, withSessions } from './an-app-with-sessions.ts';
import { anOrder } from './an-order.ts';

const orderId = (nth: number): string => String(5_012_345_678 + nth);
const page = (from: number, count: number, next: string | null): Reply =>
  pageOf(
    Array.from({ length: count }, (_, nth) => anOrder({ id: `gid://shopify/Order/${orderId(from + nth)}` })),
    next,
  );

describe('a token that expires while pages are read', () => {
  it('is refreshed once, the page is asked for again, and no order is lost or doubled', async () => {
    const situation: Situation = {
      answer: ({ operation, variables, token }) => {
        if (operation === 'ShopAccess') return shopAccess(everyScope);
        if (operation !== 'OrdersPage') return {};
        if (variables['after'] === undefined || variables['after'] === null) return page(0, 50, 'c1');
        return token === 'CANARY-access-1' ? { status: 401 } : page(50, 7, null);
      },
    };
    await withSessions(situation, async ({ connector, asked, storage }) => {
      const [window] = right(await connector.windows({ from: '2026-02-01', to: '2026-02-28' })());
      if (window === undefined) throw new Error('no window');
      const first = right(await connector.readPage(window, O.none)());
      const second = right(await connector.readPage(window, first.next)());
      const ids = [...first.results, ...second.results].map((one) => right(one).identity.recordId);
      expect(ids).toStrictEqual(Array.from({ length: 57 }, (_, nth) => orderId(nth)));
      const pages = asked.filter(({ operation }) => operation === 'OrdersPage').map(({ token }) => token);
      expect(pages).toStrictEqual(['CANARY-access-1', 'CANARY-access-1', 'CANARY-access-2']);
      expect(refreshesIn(asked)).toBe(1);
      expect((await storage.loadSession(`offline_${shop}`))?.refreshToken).toBe('CANARY-refresh-2');
    });
  });
});

describe('a token of the session storage that Shopify refuses with 403', () => {
  it('is refreshed, and the request is repeated: the new one may have what was missing', async () => {
    const answer: Situation['answer'] = ({ token }) => (token === 'CANARY-access-1' ? { status: 403 } : shopAccess());
    await withSessions({ answer }, async ({ connector, asked }) => {
      right(await connector.account());
      expect(tokensIn(asked)).toStrictEqual(['CANARY-access-1', 'CANARY-access-2']);
    });
  });
});

describe("tokens of a session storage with the app's id and secret, instead of its object of Shopify's library", () => {
  const withSecret =
    (
      clientSecret: string | (() => string | Promise<string>),
      clientId = 'client-1',
    ): NonNullable<Situation['tokens']> =>
    (_, sessionStorage) =>
      tokenFromSessions({ clientId, clientSecret, sessionStorage });

  it.each<[string, NonNullable<Situation['tokens']>]>([
    ['a text', withSecret('CANARY-secret')],
    ['a function', withSecret(() => Promise.resolve('CANARY-secret'))],
  ])('are refreshed by the library, and stored; the secret is %s', async (_, tokens) => {
    await withSessions({ left: -minutes, tokens }, async ({ connector, asked, storage }) => {
      right(await connector.account());
      expect(JSON.parse(asked[0]?.body ?? '')).toStrictEqual({
        client_id: 'client-1',
        client_secret: 'CANARY-secret',
        grant_type: 'refresh_token',
        refresh_token: 'CANARY-refresh-1',
      });
      expect(await storage.loadSession(`offline_${shop}`)).toMatchObject({
        accessToken: 'CANARY-access-2',
        refreshToken: 'CANARY-refresh-2',
      });
    });
  });

  it('are migrated by it', async () => {
    const session = { expires: undefined, refreshToken: undefined, accessToken: 'CANARY-permanent' };
    const storage = new MemorySessionStorage();
    const tokens = tokenFromSessions({ clientId: 'client-1', clientSecret: 'CANARY-secret', sessionStorage: storage });
    const tokenAnswer: Situation['tokenAnswer'] = () => ({
      body: {
        access_token: 'CANARY-a',
        scope: '',
        expires_in: 3600,
        refresh_token: 'CANARY-r',
        refresh_token_expires_in: 7_776_000,
      },
    });
    const situation = {
      session: session as unknown as Situation['session'] & object,
      storage,
      tokens: () => tokens,
      tokenAnswer,
    };
    await withSessions(situation, async ({ asked }) => {
      expect(await tokens.migrate({ shop, isAgreed: true })).toMatchObject({ state: 'migrated' });
      expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
        client_id: 'client-1',
        subject_token: 'CANARY-permanent',
      });
      expect((await storage.loadSession(`offline_${shop}`))?.refreshToken).toBe('CANARY-r');
    });
  });

  it.each<[string, NonNullable<Situation['tokens']>, string, string]>([
    ['an empty secret', withSecret(' '), 'SourceCredentialsRefused', 'clientId or clientSecret'],
    ['an empty id', withSecret('CANARY', ''), 'SourceCredentialsRefused', 'clientId or clientSecret'],
    [
      'a function that fails',
      withSecret(() => Promise.reject(new Error('CANARY'))),
      'SourceUnreachable',
      'client secret',
    ],
  ])('say so where they cannot: %s', async (_, tokens, tag, part) => {
    await withSessions({ left: -minutes, tokens }, async ({ connector, asked }) => {
      const error = left(await connector.account());
      expect(error).toMatchObject({ _tag: tag, message: expect.stringContaining(part) });
      expect(JSON.stringify(error)).not.toContain('CANARY');
      expect(asked).toHaveLength(0);
    });
  });
});

describe('application-only tokens, from a function of the host that signs an assertion', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const assertion = (): string => {
    const text = `${part({ alg: 'RS256' })}.${part({ jti: crypto.randomUUID() })}`;
    return `${text}.${sign('sha256', Buffer.from(text), keys.privateKey).toString('base64url')}`;
  };
  const isSigned = (token: string): boolean => {
    const [head = '', body = '', signature = ''] = token.split('.');
    return verify('sha256', Buffer.from(`${head}.${body}`), keys.publicKey, Buffer.from(signature, 'base64url'));
  };

  /** A token endpoint that takes each signed assertion once, and a shop that accepts each token for an hour, unless it is revoked. */
  const withApplication = async (
    use: (given: {
      readonly ask: () => Promise<string | undefined>;
      readonly pass: (milliseconds: number) => void;
      readonly revoke: () => void;
      readonly grants: () => number;
      readonly breakKey: () => void;
    }) => Promise<void>,
  ): Promise<void> => {
    let [now, grants, revoked, isBroken, origin] = [0, 0, 0, false, ''];
    const issuedAt: number[] = [];
    const seen = new Set<string>();
    const accessToken: TokenFunction = async () => {
      const client_assertion = isBroken ? `${assertion()}x` : assertion();
      const answer = await fetch(`${origin}${tokenPath}`, {
        method: 'POST',
        body: JSON.stringify({ client_assertion }),
      });
      if (!answer.ok) throw new Error('CANARY');
      const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number };
      return { accessToken: access_token, expires: new Date(now + expires_in * 1000) };
    };
    await withShop(
      ({ operation, body, token }) => {
        if (operation === tokenPath) {
          const { client_assertion = '' } = JSON.parse(body) as { client_assertion?: string };
          if (seen.has(client_assertion) || !isSigned(client_assertion))
            return { status: 400, body: { error: 'invalid_request' } };
          seen.add(client_assertion);
          grants += 1;
          issuedAt.push(now);
          return { body: { access_token: `CANARY-${grants}`, expires_in: 3600 } };
        }
        const nth = Number(/^CANARY-(\d+)$/.exec(token ?? '')?.[1]);
        const isValid = nth > revoked && now < (issuedAt[nth - 1] ?? -Infinity) + 3_600_000;
        return isValid ? shopAccess() : { status: 401 };
      },
      async (connector, asked) =>
        use({
          ask: async () => {
            const readiness = await connector.check();
            return E.isLeft(readiness) ? JSON.stringify(readiness.left) : asked.at(-1)?.token;
          },
          pass: (milliseconds) => void (now += milliseconds),
          revoke: () => void (revoked = grants),
          grants: () => grants,
          breakKey: () => void (isBroken = true),
        }),
      (at) => {
        origin = at;
        return { clock: { now: () => now, sleep: () => () => Promise.resolve() }, credentials: { accessToken } };
      },
    );
  };

  it('are asked for when first needed, again in the last five minutes of their hour, and after a refusal', async () => {
    await withApplication(async ({ ask, pass, revoke, grants }) => {
      expect(grants()).toBe(0);
      expect([await ask(), await ask(), grants()]).toStrictEqual(['CANARY-1', 'CANARY-1', 1]);
      pass(54 * minutes);
      expect([await ask(), grants()]).toStrictEqual(['CANARY-1', 1]);
      pass(minutes);
      expect([await ask(), grants()]).toStrictEqual(['CANARY-2', 2]);
      revoke();
      expect([await ask(), grants()]).toStrictEqual(['CANARY-3', 3]);
    });
  });

  it('that cannot be had any more are reported without the error of the function', async () => {
    await withApplication(async ({ ask, pass, breakKey }) => {
      await ask();
      breakKey();
      pass(60 * minutes);
      const error = await ask();
      expect(error).toContain('SourceUnreachable');
      expect(error).not.toContain('CANARY');
    });
  });
});
