/** Verifies the ID token with which the Shopify admin proves who uses the screen and in which shop. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isRecord } from '../../../src/domain/fields.ts';
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

/** Characters. Shopify's have about 500. */
const maxLength = 4_096;

/** Seconds by which the clocks of Shopify and of this server may differ; Shopify's own library allows as many. */
const leeway = 10;

const parts = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

const objectIn = (part: string): Readonly<Record<string, unknown>> | undefined => {
  const parsed = O.tryCatch((): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  return O.isSome(parsed) && isRecord(parsed.value) ? parsed.value : undefined;
};

/** Texts are compared, so that only one spelling of a signature is accepted. */
const isSignedWith = (signed: string, signature: string, secret: string): boolean => {
  const expected = Buffer.from(createHmac('sha256', secret).update(signed).digest('base64url'));
  const given = Buffer.from(signature);
  return secret !== '' && expected.length === given.length && timingSafeEqual(expected, given);
};

const isWithin = ({ exp, nbf }: Readonly<Record<string, unknown>>, now: number): boolean =>
  typeof exp === 'number' && typeof nbf === 'number' && now / 1_000 < exp + leeway && now / 1_000 >= nbf - leeway;

/** The shop of a token, if its issuer is the same shop's admin. */
const shopIn = ({ dest, iss }: Readonly<Record<string, unknown>>): string | undefined => {
  if (typeof dest !== 'string' || !dest.startsWith('https://')) return undefined;
  const shop = dest.slice('https://'.length);
  const isOwnIssuer = typeof iss === 'string' && URL.canParse(iss) && new URL(iss).origin === dest;
  return isShopDomain(shop) && isOwnIssuer ? shop : undefined;
};

/**
 * Accepts a token (formerly called session token) that is signed with HS256 and the app's client secret, for this app, within its
 * minute, of one shop. Nothing in it is read before its signature is verified.
 *
 * Source: shopify.dev, "About session tokens".
 */
export const verifyIdToken = (
  token: string,
  { clientId, secrets, now }: Expected,
): E.Either<IdTokenProblem, AdminUser> => {
  if (token.length > maxLength) return E.left('form');
  const [, head = '', payload = '', signature = ''] = parts.exec(token) ?? [];
  const header = objectIn(head);
  if (header?.['alg'] !== 'HS256' || header['crit'] !== undefined) return E.left('form');
  // Every secret is tried, so that the time taken does not reveal which one matched.
  const matches = secrets.map((secret) => isSignedWith(`${head}.${payload}`, signature, secret));
  if (!matches.includes(true)) return E.left('signature');
  const claims = objectIn(payload);
  const userId = claims?.['sub'];
  if (claims === undefined || typeof userId !== 'string' || !/^[\w-]{1,64}$/.test(userId)) return E.left('form');
  if (claims['aud'] !== clientId) return E.left('app');
  const shop = shopIn(claims);
  if (shop === undefined) return E.left('shop');
  return isWithin(claims, now) ? E.right({ shop, userId }) : E.left('time');
};
