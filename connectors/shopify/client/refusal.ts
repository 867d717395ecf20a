/** Explains why Shopify refused a request (401 or 403), so that the merchant knows what to renew, grant or install again. */
import type { SourceCredentialsRefused } from '../../../src/domain/errors.ts';
import { credentialsRefused } from '../errors.ts';

export interface TokenFacts {
  /** How the token is renewed: not at all, by a function of the host, or by our request to Shopify. */
  readonly source: 'fixed' | 'function' | 'session storage' | 'client credentials';
  /** When the token expires, in milliseconds since 1970; null when it does not expire, undefined when that is not known. */
  readonly expires: number | null | undefined;
}

/** What is known of a request that Shopify has refused for good. */
export interface RefusedRequest extends TokenFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The source was asked for another token after a refusal, and gave this one. */
  readonly isReissued: boolean;
  /** False for the request about the shop itself, which every token may make. */
  readonly needsScope: boolean;
}

const uninstalled =
  'the app was uninstalled, or its token was replaced or revoked: have a merchant open the app, or take a new token';
const permanent =
  'it is the token of a public app and does not expire: Shopify refuses those since 2027-01-01. Exchange it with tax-nexus shopify migrate-token, or have a merchant open the app';
const allowlist =
  "this machine's address is not on the app's IP allowlist (Dev Dashboard, app, Settings): add it there";

/**
 * Names the cause where the facts prove it, otherwise the possible causes, the likeliest first. Bodies are not read: Shopify does
 * not document which text stands for which cause.
 */
export const refusalOf = (status: 401 | 403, request: RefusedRequest): SourceCredentialsRefused => {
  const { source, expires, now, isReissued, needsScope } = request;
  if (status === 401) {
    if (typeof expires === 'number' && now >= expires) {
      return credentialsRefused(
        `Shopify does not accept the access token (401): it expired at ${new Date(expires).toISOString()}. Correct the function that returns it (accessToken)`,
      );
    }
    return listed('Shopify does not accept the access token (401).', causesOf401(request));
  }
  // A token issued since the refusal proves that the app is installed, and the request about the shop needs no scope.
  const isFromShopify = isReissued && (source === 'client credentials' || source === 'session storage');
  if (isFromShopify && !needsScope) {
    return listed(
      'Shopify refuses this machine (403), although it has just issued the token and the request needs no scope.',
      [allowlist],
    );
  }
  return listed(
    `Shopify refuses the app in this shop (403)${needsScope ? '' : ', in a request that needs no scope'}.`,
    causesOf403(request),
  );
};

const listed = (known: string, causes: readonly string[]): SourceCredentialsRefused => {
  const [only, ...others] = causes;
  return credentialsRefused(
    others.length === 0
      ? `${known} The cause: ${only}`
      : `${known} The usual causes, the likeliest first: ${causes.join('; ')}`,
  );
};

/** From here on Shopify refuses the tokens of public apps that do not expire (shopify.dev changelog, 2026-05-20). */
const endOfPermanentTokens = Date.UTC(2027, 0, 1);

const causesOf401 = ({ source, expires, now }: RefusedRequest): readonly string[] => [
  // A token that the host gives as a text may be of either kind.
  ...(now >= endOfPermanentTokens && (expires === null || expires === undefined) ? [permanent] : []),
  uninstalled,
  ...(source === 'fixed' ? ['it has expired: give a function that renews it (accessToken)'] : []),
  ...(source === 'function' ? ['your function returned an old token, or one of another app or shop'] : []),
];

const causesOf403 = ({ needsScope }: RefusedRequest): readonly string[] => [
  ...(needsScope ? ['the scope read_orders is missing: add it, and install the app again'] : []),
  allowlist,
  'the app is not installed, or was suspended',
];
