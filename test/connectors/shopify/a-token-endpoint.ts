import type { Asked, Reply } from './a-shop.ts';
import { isJson } from './an-order.ts';

export const tokenPath = '/admin/oauth/access_token';

/** Shopify's token endpoint for one app in one shop, and which access token the shop accepts. */
export interface TokenEndpoint {
  readonly answer: (asked: Pick<Asked, 'body'>) => Reply;
  readonly accepts: (token: string | undefined) => boolean;
  /** The pair that was issued last. */
  readonly current: () => number;
  /** Issues a new pair to the app itself, as when a merchant opens it: every pair before is dead. */
  readonly openApp: () => void;
}

interface EndpointOptions {
  /** Seconds. */
  readonly expiresIn?: number;
  /** A token that does not expire, which the shop accepts until it is migrated. */
  readonly permanent?: string;
}

const dead: Reply = { status: 401, body: { error: 'invalid_request' } };

/**
 * As Shopify has answered since 2026-08-28: each refresh returns a new pair, and a refresh token works until its successor is
 * used. The first pair is `CANARY-access-1`, `CANARY-refresh-1`. A migration that is repeated returns the same pair, unless
 * that was refreshed.
 */
export const tokenEndpoint = ({ expiresIn = 3_600, permanent }: EndpointOptions = {}): TokenEndpoint => {
  let current = permanent === undefined ? 1 : 0;
  let oldest = 1;
  let migrated: number | undefined;
  const pair = (): Reply => ({
    body: {
      access_token: `CANARY-access-${current}`,
      scope: 'read_orders',
      expires_in: expiresIn,
      refresh_token: `CANARY-refresh-${current}`,
      refresh_token_expires_in: 7_776_000,
    },
  });
  return {
    answer: ({ body }) => {
      const parsed: unknown = JSON.parse(body);
      const { refresh_token, subject_token } = isJson(parsed) ? parsed : {};
      if (typeof subject_token === 'string') {
        if (subject_token !== permanent || (migrated ?? current) !== current) return dead;
        current = 1;
        migrated = 1;
        return pair();
      }
      const used = Number(/^CANARY-refresh-(\d+)$/.exec(String(refresh_token))?.[1]);
      if (!(used >= oldest && used <= current)) return dead;
      oldest = used;
      current += 1;
      return pair();
    },
    accepts: (token) => token === (current === 0 ? permanent : `CANARY-access-${current}`),
    current: () => current,
    openApp: () => {
      current += 1;
      oldest = current;
    },
  };
};
