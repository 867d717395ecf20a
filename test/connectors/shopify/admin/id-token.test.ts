import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { verifyIdToken } from '../../../../connectors/shopify/admin/id-token.ts';
import { adminClientId, adminSecret, idTokenClaims, signedIdToken } from '../../../support/an-id-token.ts';

const now = Date.UTC(2026, 10, 26, 12);
const claims = idTokenClaims(now);
const seconds = now / 1_000;

const verify = (token: string, at = now, secrets: readonly string[] = [adminSecret]) =>
  verifyIdToken(token, { clientId: adminClientId, secrets, now: at });

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const [head = '', payload = '', signature = ''] = signedIdToken(claims).split('.');
const without = (name: string): string =>
  signedIdToken(Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name)));

const signedByRsa = (): string => {
  const signed = `${coded({ alg: 'RS256', typ: 'JWT' })}.${payload}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
};

describe("Shopify's ID token", () => {
  it('names the shop and the user', async () => {
    expect(await verify(signedIdToken(claims))).toStrictEqual(E.right({ shop: 'acme.myshopify.com', userId: '42' }));
  });

  it('is accepted with either secret while the secret is rotated', async () => {
    const signed = signedIdToken(claims, 'shpss_NEW');
    expect(E.isRight(await verify(signed, now, [adminSecret, 'shpss_NEW']))).toBe(true);
    expect(await verify(signed)).toStrictEqual(E.left('signature'));
  });

  it.each([
    [-11, false],
    [-10, true],
    [0, true],
    [69, true],
    [70, false],
    [3_600, false],
  ])('lasts a minute, and ten seconds for clocks that differ: after %i seconds', async (later, isAccepted) => {
    const verified = await verify(signedIdToken(claims), now + later * 1_000);
    expect(verified).toStrictEqual(isAccepted ? E.right({ shop: 'acme.myshopify.com', userId: '42' }) : E.left('time'));
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'form'],
    ['two parts', `${head}.${payload}`, 'form'],
    ['four parts', `${head}.${payload}.${signature}.${signature}`, 'form'],
    ['no signature', `${head}.${payload}.`, 'signature'],
    ['the algorithm none', `${coded({ alg: 'none', typ: 'JWT' })}.${payload}.`, 'form'],
    ['the algorithm none, signed all the same', signedIdToken(claims, adminSecret, { alg: 'none' }), 'form'],
    ['the algorithm RS256', signedByRsa(), 'form'],
    ['the algorithm RS256, signed with the secret', signedIdToken(claims, adminSecret, { alg: 'RS256' }), 'form'],
    ['the algorithm in another spelling', signedIdToken(claims, adminSecret, { alg: 'hs256' }), 'form'],
    ['no algorithm', signedIdToken(claims, adminSecret, {}), 'form'],
    ['an extension that must be understood', signedIdToken(claims, adminSecret, { alg: 'HS256', crit: ['x'] }), 'form'],
    ['a header that is no object', `${coded('HS256')}.${payload}.${signature}`, 'form'],
    ['a header that is no JSON', `${'A'.repeat(20)}.${payload}.${signature}`, 'form'],
    ['changed claims', `${head}.${coded({ ...claims, sub: '1' })}.${signature}`, 'signature'],
    ['another secret', signedIdToken(claims, 'shpss_OTHER'), 'signature'],
    ['an empty secret', signedIdToken(claims, ''), 'signature'],
    ['a huge token', signedIdToken({ ...claims, more: 'x'.repeat(5_000) }), 'form'],
    ['another app', signedIdToken({ ...claims, aud: 'client-2' }), 'app'],
    ['several apps', signedIdToken({ ...claims, aud: [adminClientId, 'client-2'] }), 'app'],
    ['no app', without('aud'), 'app'],
    ['no user', without('sub'), 'form'],
    ['a user that is no number or name', signedIdToken({ ...claims, sub: '<b>42</b>' }), 'form'],
    ['no shop', without('dest'), 'shop'],
    ['a shop of a foreign domain', shopToken('shop.myshopify.com.evil.com'), 'shop'],
    ['a shop behind a user name', shopToken('acme.myshopify.com@evil.com'), 'shop'],
    ['a shop with a path', shopToken('acme.myshopify.com/x'), 'shop'],
    ['a shop with a port', shopToken('acme.myshopify.com:8443'), 'shop'],
    ['a shop with a line after it', shopToken('acme.myshopify.com\n'), 'shop'],
    ['a domain below a shop', shopToken('a.b.myshopify.com'), 'shop'],
    ['a shop over http', signedIdToken({ ...claims, dest: 'http://acme.myshopify.com' }), 'shop'],
    ['the issuer of another shop', signedIdToken({ ...claims, iss: 'https://beta.myshopify.com/admin' }), 'shop'],
    ['an issuer over http', signedIdToken({ ...claims, iss: 'http://acme.myshopify.com/admin' }), 'shop'],
    ['no issuer', without('iss'), 'shop'],
    ['no end', without('exp'), 'time'],
    ['no beginning', without('nbf'), 'time'],
    ['an end that is text', signedIdToken({ ...claims, exp: String(seconds + 60) }), 'time'],
    ['a beginning in the future', signedIdToken({ ...claims, nbf: seconds + 30 }), 'time'],
  ])('with %s is refused', async (_, token, problem) => {
    expect(await verify(token)).toStrictEqual(E.left(problem));
  });

  it('is refused without a secret, whatever signed it', async () => {
    for (const secrets of [[], ['']]) {
      expect(await verify(signedIdToken(claims, ''), now, secrets)).toStrictEqual(E.left('signature'));
    }
  });
});

/** A shop with an issuer of the same name: only the form of the domain is wrong. */
function shopToken(shop: string): string {
  return signedIdToken({ ...claims, dest: `https://${shop}`, iss: `https://${shop}/admin` });
}
