import type { SampleShopOptions } from './sample-shop-options.ts';

/** Tokens by which the sample shop knows an app. */
export interface AdminTokens {
  readonly isValid: (token: string | undefined) => boolean;
  /** A new token for an app that knows its key and secret; undefined for any other. */
  readonly issue: (clientId: string, clientSecret: string) => string | undefined;
}

/** One token that never ends, and those of the client-credentials grant, which do. */
export const adminTokens = (options: Required<SampleShopOptions>): AdminTokens => {
  const { accessToken, client, tokenLifetime, now } = options;
  const ends = new Map<string, number>();
  return {
    isValid: (token) => token !== undefined && (token === accessToken || (ends.get(token) ?? 0) > now()),
    issue: (clientId, clientSecret) => {
      if (clientId !== client.id || clientSecret !== client.secret) return undefined;
      const token = `${accessToken}-${ends.size + 1}`;
      ends.set(token, now() + tokenLifetime * 1000);
      return token;
    },
  };
};
