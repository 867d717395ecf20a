import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory';
import type { Session } from '@shopify/shopify-api';
import { tokenFromSessions } from '../../../connectors/shopify/index.ts';
import { processLock } from '../../../src/domain/async.ts';
import { left, right } from '../../support/right.ts';
import type { Reply } from './a-shop.ts';
import {
  minutes,
  refreshesIn,
  sessionOf,
  shop,
  type Situation,
  tokensIn,
  withSessions,
} from './an-app-with-sessions.ts';

const storedIn = async (storage: MemorySessionStorage): Promise<string | undefined> =>
  (await storage.loadSession(`offline_${shop}`))?.refreshToken;

describe("a token of the app's session storage", () => {
  it('is used as it is while it has more than five minutes left', async () => {
    await withSessions({}, async ({ connector, asked }) => {
      right(await connector.account());
      expect(asked.map(({ token }) => token)).toStrictEqual(['CANARY-access-1']);
    });
  });

  it('is refreshed when it has less than five minutes left, and stored: once for all who ask at the same time', async () => {
    await withSessions({ left: 4 * minutes }, async ({ connector, asked, storage }) => {
      for (const result of await Promise.all([connector.check(), connector.check()])) right(result);
      expect(refreshesIn(asked)).toBe(1);
      expect(JSON.parse(asked[0]?.body ?? '')).toStrictEqual({
        client_id: 'client-1',
        client_secret: 'CANARY-secret',
        grant_type: 'refresh_token',
        refresh_token: 'CANARY-refresh-1',
      });
      expect(new Set(tokensIn(asked))).toStrictEqual(new Set(['CANARY-access-2']));
      expect(await storage.loadSession(`offline_${shop}`)).toMatchObject({
        accessToken: 'CANARY-access-2',
        refreshToken: 'CANARY-refresh-2',
        expires: expect.any(Date),
        refreshTokenExpires: expect.any(Date),
      });
    });
  });

  it('that reaches its last five minutes while a sync reads is refreshed before the next request', async () => {
    await withSessions({ left: 5 * minutes + 200 }, async ({ connector, asked }) => {
      right(await connector.check());
      await sleep(250);
      right(await connector.check());
      expect(new Set(tokensIn(asked))).toStrictEqual(new Set(['CANARY-access-1', 'CANARY-access-2']));
    });
  });

  it('that Shopify refuses before its time is refreshed, and the request is repeated', async () => {
    await withSessions({}, async ({ connector, asked, endpoint }) => {
      right(await connector.account());
      endpoint.answer({ body: '{"refresh_token":"CANARY-refresh-1"}' });
      right(await connector.check());
      expect(tokensIn(asked).slice(1, 3)).toStrictEqual(['CANARY-access-1', 'CANARY-access-3']);
    });
  });

  it('that the app has replaced in the storage is read from there, without a refresh', async () => {
    await withSessions({}, async ({ connector, asked, storage, endpoint }) => {
      right(await connector.account());
      endpoint.openApp();
      await storage.storeSession(sessionOf(2, 60 * minutes));
      right(await connector.check());
      expect(refreshesIn(asked)).toBe(0);
    });
  });

  it('without an expiry is used as it is, and is not sent again after a refusal', async () => {
    const session = { expires: undefined, refreshToken: undefined } as unknown as Partial<Session>;
    await withSessions({ session }, async ({ connector, asked, endpoint }) => {
      right(await connector.account());
      endpoint.openApp();
      expect(left(await connector.check()).message).toContain('does not accept the access token (401)');
      expect(asked).toHaveLength(2);
    });
  });
});

describe('two storefronts of one shop', () => {
  it('refresh its token once', async () => {
    await withSessions({ left: -minutes }, async ({ asked, storage, api }) => {
      const [one, other] = [1, 2].map(() => tokenFromSessions({ shopify: api, sessionStorage: storage }));
      const request = { shop, exclusively: processLock };
      const tokens = await Promise.all([one?.(request), other?.(request)]);
      expect(tokens).toMatchObject([{ accessToken: 'CANARY-access-2' }, { accessToken: 'CANARY-access-2' }]);
      expect(refreshesIn(asked)).toBe(1);
    });
  });
});

describe('a refresh that fails', () => {
  it('because the refresh token is dead says that a merchant must open the app; once they have, it works', async () => {
    await withSessions({ left: -minutes }, async ({ connector, asked, storage, endpoint }) => {
      endpoint.openApp();
      const { _tag, message } = left(await connector.account());
      expect([_tag, message]).toStrictEqual([
        'SourceCredentialsRefused',
        expect.stringContaining('A merchant must open'),
      ]);
      expect(asked).toHaveLength(1);
      await storage.storeSession(sessionOf(2, 60 * minutes));
      right(await connector.account());
    });
  });

  it.each<[string, Reply, string]>([
    ['an outage', { status: 503, body: '<html>CANARY</html>' }, 'SourceUnreachable'],
    ['an outage in JSON', { status: 503, body: { errors: 'CANARY' } }, 'SourceUnreachable'],
    ['a broken connection', { breaks: true }, 'SourceUnreachable'],
    [
      'too many requests',
      { status: 429, body: { errors: 'CANARY' }, headers: { 'retry-after': '2.0' } },
      'SourceThrottled',
    ],
    ['another secret', { status: 401, body: { error: 'invalid_client' } }, 'SourceCredentialsRefused'],
  ])('because of %s says so, without the answer', async (_, reply, tag) => {
    await withSessions({ left: -minutes, tokenAnswer: () => reply }, async ({ connector }) => {
      const error = left(await connector.account());
      expect(error).toMatchObject({ _tag: tag, ...(tag === 'SourceThrottled' && { retryAfterMs: 2000 }) });
      expect(JSON.stringify(error)).not.toContain('CANARY');
    });
  });

  it('because the app has a library that cannot refresh tokens names the version that can', async () => {
    const tokens: Situation['tokens'] = ({ auth, ...api }, sessionStorage) =>
      tokenFromSessions({
        shopify: { ...api, auth: { ...auth, refreshToken: undefined as never } },
        sessionStorage,
      });
    await withSessions({ left: -minutes, tokens }, async ({ connector }) => {
      expect(left(await connector.account())).toMatchObject({
        _tag: 'SourceRefused',
        message: expect.stringContaining('needs version 12.2 or newer'),
      });
    });
  });

  it('in passing leaves the stored token in use as long as it is valid', async () => {
    const tokenAnswer = (nth: number): Reply | undefined => (nth === 1 ? { status: 503 } : undefined);
    await withSessions({ left: 4 * minutes, tokenAnswer }, async ({ connector, asked }) => {
      right(await connector.account());
      right(await connector.check());
      expect(tokensIn(asked).slice(0, 2)).toStrictEqual(['CANARY-access-1', 'CANARY-access-2']);
    });
  });

  it('because the app refreshed at the same time uses what the app has stored', async () => {
    const tokenAnswer: Situation['tokenAnswer'] = (_, { storage, endpoint }) => {
      endpoint.openApp();
      void storage.storeSession(sessionOf(2, 60 * minutes));
      return undefined;
    };
    await withSessions({ left: -minutes, tokenAnswer }, async ({ connector, asked }) => {
      right(await connector.account());
      expect(tokensIn(asked)).toStrictEqual(['CANARY-access-2']);
    });
  });
});

describe('storing a refreshed token', () => {
  it('does not replace a later one that the app has stored in between', async () => {
    const tokenAnswer: Situation['tokenAnswer'] = (_, { storage, endpoint }) => {
      const reply = endpoint.answer({ body: '{"refresh_token":"CANARY-refresh-1"}' });
      endpoint.openApp();
      void storage.storeSession(sessionOf(3, 61 * minutes));
      return reply;
    };
    await withSessions({ left: -minutes, tokenAnswer }, async ({ connector, storage, asked }) => {
      right(await connector.account());
      expect(await storedIn(storage)).toBe('CANARY-refresh-3');
      expect(tokensIn(asked)).toStrictEqual(['CANARY-access-3']);
    });
  });

  it.each<[string, () => Promise<boolean>]>([
    ['fails', () => Promise.reject(new Error('CANARY'))],
    ['is declined', () => Promise.resolve(false)],
  ])(
    'that %s leaves the token unused; the next attempt refreshes with the old one, which still works',
    async (_, fail) => {
      let fails = false;
      class Failing extends MemorySessionStorage {
        override async storeSession(session: Session): Promise<boolean> {
          return fails ? fail() : super.storeSession(session);
        }
      }
      await withSessions({ left: -minutes, storage: new Failing() }, async ({ connector, asked, storage }) => {
        fails = true;
        const error = left(await connector.account());
        expect(error).toMatchObject({ _tag: 'SourceUnreachable', message: expect.stringContaining('session storage') });
        expect(JSON.stringify(error)).not.toContain('CANARY');
        fails = false;
        right(await connector.account());
        expect([refreshesIn(asked), await storedIn(storage)]).toStrictEqual([2, 'CANARY-refresh-3']);
      });
    },
  );
});

describe('a shop', () => {
  it.each<[string, Situation, string]>([
    ['without a session', { session: null }, 'not installed'],
    [
      'whose session has expired and has no refresh token',
      { left: -minutes, session: { refreshToken: undefined } as unknown as Partial<Session> },
      'no refresh token',
    ],
  ])('%s says that a merchant must open the app', async (_, situation, cause) => {
    await withSessions(situation, async ({ connector, asked }) => {
      const { _tag, message } = left(await connector.account());
      expect(_tag).toBe('SourceCredentialsRefused');
      for (const part of [cause, 'A merchant must open the app']) expect(message).toContain(part);
      expect(asked).toHaveLength(0);
    });
  });

  it('whose storage fails is tried again later, and the error of the storage is not repeated', async () => {
    const storage = new MemorySessionStorage();
    storage.loadSession = () => Promise.reject(new Error('CANARY'));
    await withSessions({ storage }, async ({ connector }) => {
      const error = left(await connector.account());
      expect(error._tag).toBe('SourceUnreachable');
      expect(JSON.stringify(error)).not.toContain('CANARY');
    });
  });
});
