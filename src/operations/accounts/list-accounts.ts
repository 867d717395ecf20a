/** `accounts.list`: the accounts that have storefronts now. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ofAll, operation } from '../operation.ts';
import type { OperationPorts } from '../ports.ts';

/** An account with its storefronts. */
export interface ListedAccount {
  readonly name: string;
  /** In order of precedence. */
  readonly storefronts: readonly string[];
}

export interface ListAccountsPromise {
  readonly list: () => Promise<readonly ListedAccount[]>;
}

/** The accounts that have storefronts, in the order of their first ones. */
export const accountsOf = ({
  storefronts,
  accountOf,
}: Pick<OperationPorts, 'storefronts' | 'accountOf'>): readonly ListedAccount[] => {
  const accounts = new Map<string, string[]>();
  for (const name of storefronts()) {
    const account = accountOf(name);
    const own = accounts.get(account);
    if (own === undefined) accounts.set(account, [name]);
    else own.push(name);
  }
  return [...accounts].map(([name, own]) => ({ name, storefronts: own }));
};

export const listAccounts = operation<ListAccountsPromise['list'], object>()({
  name: 'listAccounts',
  summary: 'The accounts that have storefronts now',
  right: 'view',
  about: ofAll,
  ask: () => ({}),
  run: (ports) => TE.right(accountsOf(ports)),
});
