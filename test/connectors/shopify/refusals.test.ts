import { describe, expect, it } from '@jest/globals';
import type { ShopifyCredentials } from '../../../connectors/shopify/settings.ts';
import { secret } from '../../../src/domain/secret.ts';
import { left, right } from '../../support/right.ts';
import { type Reply, shopAccess, withShop } from './a-shop.ts';
import { tokenPath } from './a-token-endpoint.ts';
import { type Situation, withSessions } from './an-app-with-sessions.ts';

const november = Date.UTC(2026, 10, 26);
const january = Date.UTC(2027, 0, 2);

interface Refused {
  readonly credentials: ShopifyCredentials;
  readonly reply: Reply;
  readonly now?: number;
  /** What the token endpoint answers. */
  readonly grant?: (nth: number) => Reply;
}

/** The message of `check`, in a shop that answers every request the same. */
const refusal = async ({ credentials, reply, now = november, grant = granted }: Refused): Promise<string> => {
  let message = '';
  await withShop(
    ({ operation }, nth) => (operation === tokenPath ? grant(nth) : reply),
    async (connector) => {
      message = left(await connector.check()).message;
      expect(message).not.toContain('CANARY');
    },
    { credentials, clock: { now: () => now, sleep: () => () => Promise.resolve() } },
  );
  return message;
};

const fixed: ShopifyCredentials = { accessToken: secret('shpat_CANARY') };
const ofFunction = (expires?: Date | null): ShopifyCredentials => {
  let nth = 0;
  return { accessToken: () => ({ accessToken: `CANARY-${(nth += 1)}`, expires }) };
};
const client: ShopifyCredentials = { clientId: 'client-1', clientSecret: secret('CANARY') };
const granted = (nth: number): Reply => ({ body: { access_token: `CANARY-${nth}`, expires_in: 86_399 } });

/** The causes of a list, in its order, by a word of each. */
const causes: readonly (readonly [string, RegExp])[] = [
  ['permanent', /does not expire/],
  ['uninstalled', /was uninstalled/],
  ['expired', /it has expired/],
  ['function', /your function returned/],
  ['scope', /read_orders is missing/],
  ['allowlist', /IP allowlist/],
  ['not installed', /is not installed, or was suspended/],
];
const causesIn = (message: string): readonly string[] =>
  causes
    .map(([name, pattern]): [string, number] => [name, message.search(pattern)])
    .filter(([, at]) => at >= 0)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => name);

describe('check, in a shop that refuses the token with 401', () => {
  it.each<[string, Refused, readonly string[]]>([
    ['a fixed token', { credentials: fixed, reply: { status: 401 } }, ['uninstalled', 'expired']],
    [
      'a fixed token, from 2027-01-01 on',
      { credentials: fixed, reply: { status: 401 }, now: january },
      ['permanent', 'uninstalled', 'expired'],
    ],
    [
      'a token of a function that does not expire, from 2027-01-01 on',
      { credentials: ofFunction(), reply: { status: 401 }, now: january },
      ['permanent', 'uninstalled', 'function'],
    ],
    [
      'a token of a function that expires, from 2027-01-01 on',
      { credentials: ofFunction(new Date(january + 3_600_000)), reply: { status: 401 }, now: january },
      ['uninstalled', 'function'],
    ],
  ])('lists the causes that are left, the likeliest first: %s', async (_, given, wanted) => {
    const message = await refusal(given);
    expect(message).toMatch(/\(401\)\. The usual causes, the likeliest first: /);
    expect(causesIn(message)).toStrictEqual(wanted);
  });

  it('names the only one that is proven: the function returned a token that had expired', async () => {
    const message = await refusal({ credentials: ofFunction(new Date(november - 1)), reply: { status: 401 } });
    expect(message).toBe(
      'Shopify does not accept the access token (401): it expired at 2026-11-25T23:59:59.999Z. Correct the function that returns it (accessToken)',
    );
  });
});

describe('check, in a shop that refuses the app with 403', () => {
  it('does not name a missing scope, because the first request needs none', async () => {
    const message = await refusal({ credentials: fixed, reply: { status: 403 } });
    expect(causesIn(message)).toStrictEqual(['allowlist', 'not installed']);
  });

  it.each([
    ['another token', (nth: number) => granted(nth)],
    ['the same token again', () => granted(1)],
  ])('names the IP allowlist alone, where Shopify has just issued %s', async (_, grant) => {
    const message = await refusal({ credentials: client, grant, reply: { status: 403 } });
    expect([message.includes('The cause: '), causesIn(message)]).toStrictEqual([true, ['allowlist']]);
  });

  it('names a missing scope first, where only orders are refused', async () => {
    await withShop(
      ({ operation }) => (operation === 'ShopAccess' ? shopAccess() : { status: 403 }),
      async (connector) => {
        const { message } = left(await connector.readRecord('5012345678')());
        expect(causesIn(message)).toStrictEqual(['scope', 'allowlist', 'not installed']);
      },
    );
  });
});

describe('check, where one cause is proven by the answer', () => {
  it.each<[string, Reply, RegExp]>([
    ['a frozen shop', { status: 402 }, /frozen for an unpaid bill \(402\)/],
    ['a locked shop', { status: 423 }, /locked \(423\)/],
    ['a shop that is not there', { status: 404 }, /no such shop.*\(404\)/],
    [
      'a shop that is not active',
      { body: { errors: [{ message: 'x', extensions: { code: 'SHOP_INACTIVE' } }] } },
      /shop is not active/,
    ],
  ])('names it alone: %s', async (_, reply, pattern) => {
    const message = await refusal({ credentials: fixed, reply });
    expect(message).toMatch(pattern);
    expect(causesIn(message)).toStrictEqual([]);
  });

  it.each([
    ['shop_not_permitted', 'belong to different organizations'],
    ['application_cannot_be_found', 'no app with this client id'],
    ['app_not_installed', 'is not installed in this shop'],
    ['invalid_client', 'secret is not that of the app'],
    ['CANARY', 'check both, and that the app is installed'],
  ])('names it alone: the token endpoint says %s', async (error, part) => {
    expect(
      await refusal({ credentials: client, reply: {}, grant: () => ({ status: 400, body: { error } }) }),
    ).toContain(part);
  });
});

describe('check, before Shopify refuses tokens of public apps that do not expire', () => {
  const permanent = { expires: undefined, refreshToken: undefined } as unknown as NonNullable<Situation['session']>;

  it('warns of such a token in a session storage, and of no other', async () => {
    const warned = async (situation: Situation): Promise<readonly string[]> => {
      let subjects: readonly string[] = [];
      await withSessions(situation, async ({ connector }) => {
        const { findings } = right(await connector.check());
        subjects = findings
          .filter(({ level }) => level === 'warns')
          .map(({ subject, message }) => `${subject}: ${message}`);
      });
      return subjects;
    };
    expect(await warned({ session: permanent })).toContainEqual(
      expect.stringMatching(/^access token: .*2027-01-01.*migrate-token/),
    );
    expect((await warned({})).join()).not.toContain('access token');
  });
});
