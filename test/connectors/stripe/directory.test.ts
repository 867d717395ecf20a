import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { connectedAccounts, type ConnectedAccountsOptions } from '../../../connectors/stripe/index.ts';
import { describeStorefrontDirectory } from '../../contracts/storefront-directory.ts';
import { left, right } from '../../support/right.ts';
import type { Fault } from '../../support/stripe-stand-in.ts';
import { closeStandIns, standInFor } from '../../support/stripe-storefront.ts';
import { stripeData } from '../../support/stripe-stand-in-data.ts';

closeStandIns();

const accountAt = (n: number): string => `acct_${String(n).padStart(4, '0')}`;

const denied: Fault = {
  status: 403,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message:
        "The provided key 'sk_live_CANARY' does not have access to account 'acct_x' (or that account does not exist).",
    },
  },
};

/** Stripe with accounts that are connected to a platform. */
const aPlatform = async (count: number, options: Partial<ConnectedAccountsOptions> = {}) => {
  const standIn = await standInFor(stripeData({}));
  const connected = new Set(Array.from({ length: count }, (_, index) => accountAt(index + 1)));
  const state = { isFailing: false, failsAfter: null as string | null, key: 'sk_live_platform' };
  standIn.fault = ({ path, query, headers }) => {
    if (state.isFailing) return { status: 500, body: { error: { type: 'api_error', message: 'CANARY' } } };
    if (headers['authorization'] !== `Bearer ${state.key}`) return { status: 401, body: { error: { type: 'x' } } };
    expect(headers).not.toHaveProperty('stripe-account');
    if (path.startsWith('accounts/')) {
      const id = path.slice('accounts/'.length);
      return connected.has(id) ? { status: 200, body: { id, object: 'account' } } : denied;
    }
    const after = query.get('starting_after');
    if (after !== null && after === state.failsAfter) return 'drop';
    const all = [...connected];
    const from = after === null ? 0 : all.indexOf(after) + 1;
    const page = all.slice(from, from + Number(query.get('limit')));
    const data = page.map((id) => ({ id, object: 'account' }));
    return { status: 200, body: { object: 'list', data, has_more: from + page.length < all.length } };
  };
  const directory = connectedAccounts({ secretKey: state.key, apiOrigin: standIn.origin, ...options });
  return { standIn, connected, state, directory };
};

describeStorefrontDirectory('The accounts that are connected to a platform', async () => {
  const { standIn, connected, state, directory } = await aPlatform(250);
  return {
    directory,
    accounts: [...connected],
    absent: 'acct_absent',
    install: (account) => Promise.resolve(void connected.add(account)),
    uninstall: (account) => Promise.resolve(void connected.delete(account)),
    setFailing: (isFailing) => {
      state.isFailing = isFailing;
    },
    questions: () => standIn.requests.length,
  };
});

describe('connected accounts', () => {
  it('name their account at the service, in the list and when one is looked up; a failure removes none', async () => {
    const taxAccountOf = (account: string): Promise<string> => Promise.resolve(`tenant-of-${account}`);
    const { directory } = await aPlatform(2, { taxAccountOf });
    const listed = right(await directory.readPage(O.none)()).storefronts.map(({ source }) => source().taxAccount);
    expect(listed).toStrictEqual(['tenant-of-acct_0001', 'tenant-of-acct_0002']);
    const found = right(await directory.find('acct_0002')());
    expect(O.isSome(found) ? found.value.source().taxAccount : null).toBe('tenant-of-acct_0002');
    const { directory: failing } = await aPlatform(2, { taxAccountOf: () => Promise.reject(new Error('CANARY')) });
    expect(left(await failing.readPage(O.none)()).message).toMatch(/^taxAccountOf of your app failed/);
  });

  it('are listed by one request for each hundred', async () => {
    const { directory, standIn } = await aPlatform(250);
    let from: O.Option<string> = O.none;
    let count = 0;
    do {
      const { storefronts, next } = right(await directory.readPage(from)());
      count += storefronts.length;
      from = next;
    } while (O.isSome(from));
    expect([count, standIn.requests.length]).toStrictEqual([250, 3]);
  });

  it('are not taken for fewer when a later page fails', async () => {
    const { directory, state } = await aPlatform(250);
    const { next } = right(await directory.readPage(O.none)());
    state.failsAfter = O.toNullable(next);
    expect(left(await directory.readPage(next)())._tag).toBe('SourceUnreachable');
  });

  it('are asked for with another key once Stripe refuses that of a function', async () => {
    const refused: (string | undefined)[] = [];
    const { directory } = await aPlatform(2, {
      secretKey: (request) => {
        refused.push(request.refused);
        return request.refused === undefined ? 'sk_live_old' : 'sk_live_platform';
      },
    });
    expect(right(await directory.readPage(O.none)()).storefronts).toHaveLength(2);
    expect(refused).toStrictEqual([undefined, 'sk_live_old']);
    expect(right(await directory.find(accountAt(1))())).toMatchObject({ value: { name: accountAt(1) } });
  });

  it('that left are found no more, and a refused key is no departure', async () => {
    const { directory, connected, state } = await aPlatform(2);
    connected.delete(accountAt(1));
    expect(right(await directory.find(accountAt(1))())).toStrictEqual(O.none);
    state.key = 'sk_live_rolled';
    expect(left(await directory.find(accountAt(2))())._tag).toBe('SourceCredentialsRefused');
  });

  it('have the name that the app gives', async () => {
    const { directory } = await aPlatform(1, { nameOf: (account) => `merchant-${account.slice(5)}` });
    expect(right(await directory.readPage(O.none)()).storefronts.map(({ name }) => name)).toStrictEqual([
      'merchant-0001',
    ]);
  });
});
