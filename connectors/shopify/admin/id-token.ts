/** Verifies the ID token with which the Shopify admin proves who uses the screen and in which shop. */
import * as E from 'fp-ts/lib/Either.js';
import type { errors, JWTPayload } from 'jose';
import { isShopDomain } from '../settings-problem.ts';

/*
 * `decodeSessionToken` of Shopify's library is not used: its error contains the token, and it compares neither `iss` nor the form
 * of `dest`.
 */

/** Who uses the Shopify admin, as Shopify's ID token proves it. */
export interface AdminUser {
  /** `acme.myshopify.com`. */
  readonly shop: string;
  /** The number of the staff member, as text. */
  readonly userId: string;
}

/** Why a token is not accepted. Only a token that Shopify signed has the problem `time`. Never contains text of the token. */
export type IdTokenProblem = 'form' | 'signature' | 'app' | 'shop' | 'time';

interface Expected {
  readonly clientId: string;
  /** A blank secret signs nothing. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Accepts a token (formerly called session token) that is signed with HS256 and the app's client secret, for this app, within its
 * minute, of one shop. Nothing in it is read before its signature is verified.
 *
 * Source: shopify.dev, "About session tokens".
 */
export const verifyIdToken = async (
  token: string,
  { clientId, secrets, now }: Expected,
): Promise<E.Either<IdTokenProblem, AdminUser>> => {
  if (token.length > maxLength) return E.left('form');
  const signed = await claimsIn(token, secrets, new Date(now));
  if (E.isLeft(signed)) return signed;
  const claims = signed.right;
  if (claims.sub === undefined || !/^[\w-]{1,64}$/.test(claims.sub)) return E.left('form');
  if (claims.aud !== clientId) return E.left('app');
  const shop = shopIn(claims);
  return shop === undefined ? E.left('shop') : E.right({ shop, userId: claims.sub });
};

/** Characters. Shopify's have about 500. */
const maxLength = 4_096;

/** Seconds by which the clocks of Shopify and of this server may differ; Shopify's own library allows as many. */
const leeway = 10;

/** The claims of a token that one of the secrets signed, and that is valid now. */
const claimsIn = async (
  token: string,
  secrets: readonly string[],
  currentDate: Date,
): Promise<E.Either<IdTokenProblem, JWTPayload>> => {
  // Loaded when it is used, because only apps inside the admin need it.
  const jose = await import('jose');
  const rules = { algorithms: ['HS256'], requiredClaims: ['exp', 'nbf', 'sub'], clockTolerance: leeway, currentDate };
  let problem: IdTokenProblem = 'signature';
  for (const secret of secrets.filter((one) => one !== '')) {
    try {
      return E.right((await jose.jwtVerify(token, new TextEncoder().encode(secret), rules)).payload);
    } catch (error) {
      problem = problemIn(jose.errors, error);
      if (problem !== 'signature') break;
    }
  }
  return E.left(problem);
};

const problemIn = (
  { JWSSignatureVerificationFailed, JWTClaimValidationFailed, JWTExpired }: typeof errors,
  error: unknown,
): IdTokenProblem => {
  if (error instanceof JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof JWTExpired) return 'time';
  return error instanceof JWTClaimValidationFailed && error.claim !== 'sub' ? 'time' : 'form';
};

/** The shop of a token, if its issuer is the same shop's admin. */
const shopIn = ({ dest, iss }: JWTPayload): string | undefined => {
  if (typeof dest !== 'string' || !dest.startsWith('https://')) return undefined;
  const shop = dest.slice('https://'.length);
  const isOwnIssuer = iss !== undefined && URL.canParse(iss) && new URL(iss).origin === dest;
  return isShopDomain(shop) && isOwnIssuer ? shop : undefined;
};
