/** `accounts.overview`: where each account stands. */
import { type AccountOverview, readOverview } from '../overview.ts';
import { ofAll, operation } from '../operation.ts';
import { accountsOf } from './list-accounts.ts';

export interface AccountOverviewPromise {
  /** Where each of them stands, accounts that need work first, from the sync database alone. */
  readonly overview: () => Promise<readonly AccountOverview[]>;
}

export const accountOverview = operation<AccountOverviewPromise['overview'], object>()({
  name: 'accountOverview',
  summary: 'Where each account stands, accounts that need work first',
  right: 'view',
  about: ofAll,
  ask: () => ({}),
  run: (ports) =>
    readOverview(ports, {
      accounts: accountsOf(ports).map(({ name }) => name),
      storefronts: ports.storefronts(),
      isLimited: false,
    }),
});
