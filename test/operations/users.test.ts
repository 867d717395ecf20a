import { describe, expect, it } from '@jest/globals';
import type { OperationPorts } from '../../src/operations/ports.ts';
import type { UserCaller, UserOperation } from '../../src/operations/operation.ts';
import { accountsOfUser } from '../../src/operations/users/accounts-of-user.ts';
import { me } from '../../src/operations/users/me.ts';
import { left, right } from '../support/right.ts';

/** An app with a storefront for each account. */
const portsWith = (accounts: readonly string[]) =>
  ({
    storefronts: () => accounts.map((name) => `${name}-shop`),
    storefrontsOf: (name: string) => [name],
    accountOf: (name: string) => name.replace(/-shop$/, ''),
  }) as unknown as OperationPorts;

const ask = async (
  operation: UserOperation,
  given: unknown,
  { accounts = ['acme', 'zenith'], ...caller }: Partial<UserCaller> & { readonly accounts?: readonly string[] } = {},
) => {
  const asked = right(operation.read(given));
  return right(await asked({ ports: portsWith(accounts), user: { name: 'Ada' }, account: undefined, ...caller })());
};

describe('GET /me', () => {
  it('answers who asks, with every right unless the host limits it', async () => {
    const all = { name: 'Ada', may: ['view', 'operate', 'approve'] };
    expect(await ask(me, {}, { accounts: ['acme'] })).toStrictEqual({ ...all, account: 'acme' });
    expect(await ask(me, {}, { user: { name: 'Bob', may: ['operate'] }, account: 'zenith' })).toStrictEqual({
      ...{ name: 'Bob', may: ['view', 'operate'] },
      account: 'zenith',
    });
  });

  it('answers no account to a user of several who names none', async () => {
    expect(await ask(me, {})).toMatchObject({ account: null });
  });
});

describe('GET /accounts', () => {
  it('answers the accounts of a user, and no others', async () => {
    const user = { name: 'Bob', storefronts: ['zenith-shop'] };
    expect(await ask(accountsOfUser, {})).toStrictEqual({ items: [{ name: 'acme' }, { name: 'zenith' }], next: null });
    expect(await ask(accountsOfUser, {}, { user })).toStrictEqual({ items: [{ name: 'zenith' }], next: null });
  });

  it('answers those with a part of a name, a hundred at a time', async () => {
    const accounts = Array.from({ length: 101 }, (_, index) => `acme-${1000 + index}`);
    expect(await ask(accountsOfUser, { text: 'ACME-1100' }, { accounts })).toStrictEqual({
      ...{ items: [{ name: 'acme-1100' }], next: null },
    });
    const first = await ask(accountsOfUser, {}, { accounts });
    expect(first).toMatchObject({ next: 'acme-1099' });
    expect(await ask(accountsOfUser, { cursor: 'acme-1099' }, { accounts })).toStrictEqual({
      ...{ items: [{ name: 'acme-1100' }], next: null },
    });
  });

  it('refuses a field that it does not know', () => {
    expect(left(accountsOfUser.read({ name: 'acme' }))).toContain('A field is unknown');
  });
});
