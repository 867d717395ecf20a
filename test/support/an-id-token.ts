import { createHmac } from 'node:crypto';

export const adminClientId = 'client-1';
export const adminSecret = 'shpss_ADMIN_CANARY';

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims of a token as Shopify issues it at a moment, in milliseconds since 1970. */
export const idTokenClaims = (now: number, shop = 'acme.myshopify.com'): Readonly<Record<string, unknown>> => ({
  iss: `https://${shop}/admin`,
  dest: `https://${shop}`,
  aud: adminClientId,
  sub: '42',
  exp: Math.floor(now / 1_000) + 60,
  nbf: Math.floor(now / 1_000),
  iat: Math.floor(now / 1_000),
  jti: 'f8912129-1af6-4cad-9ca3-76b0f7621087',
  sid: 'aaea182f2732d44c23057c0fea584021a4485b2bd25d3eb7fd349313ad24c685',
  sig: 'f07cf3740270c17fb61c700b2f0f2e7f2f4fc8ff48426221738f7a39e4c475bf',
});

/** A signed token with any header and claims. */
export const signedIdToken = (
  claims: Readonly<Record<string, unknown>>,
  secret = adminSecret,
  header: Readonly<Record<string, unknown>> = { alg: 'HS256', typ: 'JWT' },
): string => {
  const signed = `${coded(header)}.${coded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
