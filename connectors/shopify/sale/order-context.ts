import type { Policy } from '../../../src/mapping/policy.ts';
import type { Account } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';

/** What is known beside the order itself. */
export interface OrderContext {
  readonly account: Account;
  readonly policy: Policy;
  /** Whether the places of stores and pickups may be read. */
  readonly readsLocations: boolean;
}

export const orderContextOf = ({ account, access }: Shop, policy: Policy): OrderContext => ({
  account,
  policy,
  readsLocations: access.locations,
});
