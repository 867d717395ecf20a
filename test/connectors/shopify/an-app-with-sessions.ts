import { MemorySessionStorage } from '@shopify/shopify-app-session-storage-memory';
import type { Session } from '@shopify/shopify-api';
import { expect } from '@jest/globals';
import { tokenFromSessions } from '../../../connectors/shopify/index.ts';
import type { TokenFunction } from '../../../connectors/shopify/settings.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { anApp, type App, library, sendLibraryTo } from '../../support/shopify-library.ts';
import { type Asked, type Reply, shopAccess, withShop } from './a-shop.ts';
import { type TokenEndpoint, tokenEndpoint, tokenPath } from './a-token-endpoint.ts';

export const shop = 'acme.myshopify.com';
export const minutes = 60_000;

export interface Given {
  readonly connector: SourceConnector;
  readonly asked: readonly Asked[];
  readonly storage: MemorySessionStorage;
  readonly endpoint: TokenEndpoint;
  readonly api: App['api'];
}

export interface Situation {
  /** Milliseconds until the stored token expires. */
  readonly left?: number;
  readonly session?: Partial<Session> | null;
  readonly storage?: MemorySessionStorage;
  /** The token function; default: with the app's object of the library. */
  readonly tokens?: (api: App['api'], storage: MemorySessionStorage) => TokenFunction;
  /** What the shop answers to an accepted token; default: the shop alone. */
  readonly answer?: (asked: Asked, nth: number, given: Pick<Given, 'endpoint'>) => Reply | undefined;
  /** Instead of the endpoint's answer; undefined leaves it to that. */
  readonly tokenAnswer?: (nth: number, given: Pick<Given, 'storage' | 'endpoint'>) => Reply | undefined;
}

export const sessionOf = (nth: number, left: number, changes: Partial<Session> = {}): Session =>
  new library.Session({
    id: `offline_${shop}`,
    shop,
    state: '',
    isOnline: false,
    accessToken: `CANARY-access-${nth}`,
    expires: new Date(Date.now() + left),
    refreshToken: `CANARY-refresh-${nth}`,
    ...changes,
  });

/** A shop that accepts the current token alone, and an app whose session storage holds the first pair. */
export const withSessions = async (
  {
    left: remaining = 60 * minutes,
    session = {},
    storage = new MemorySessionStorage(),
    tokens = (shopify, sessionStorage) => tokenFromSessions({ shopify, sessionStorage }),
    answer = () => undefined,
    tokenAnswer,
  }: Situation,
  use: (given: Given) => Promise<void>,
): Promise<void> => {
  const endpoint = tokenEndpoint();
  const { api, log } = anApp();
  if (session !== null) await storage.storeSession(sessionOf(1, remaining, session));
  await withShop(
    (asked, nth) => {
      if (asked.operation === tokenPath) return tokenAnswer?.(nth, { storage, endpoint }) ?? endpoint.answer(asked);
      if (!endpoint.accepts(asked.token)) return { status: 401 };
      return answer(asked, nth, { endpoint }) ?? shopAccess();
    },
    async (connector, asked) => {
      await use({ connector, asked, storage, endpoint, api });
      expect(log.lines.join('\n')).not.toContain('CANARY');
    },
    (origin) => {
      sendLibraryTo(origin);
      return {
        clock: systemClock,
        credentials: { accessToken: tokens(api, storage) },
      };
    },
  );
};

export const refreshesIn = (asked: readonly Asked[]): number =>
  asked.filter(({ operation }) => operation === tokenPath).length;

export const tokensIn = (asked: readonly Asked[]): readonly (string | undefined)[] =>
  asked.filter(({ operation }) => operation !== tokenPath).map(({ token }) => token);
