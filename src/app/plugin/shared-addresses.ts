/** Finds the storefront of a webhook at an address that all storefronts of a platform share, by the shop or account it names. */
import type { SharedAddress, StorefrontSource } from '../../mapping/source-connector.ts';
import type { WebPorts } from '../../web/index.ts';

export interface SharedAddresses extends Pick<WebPorts, 'addressees'> {
  readonly set: (storefront: string, address: StorefrontSource['sharedAddress']) => void;
  readonly remove: (storefront: string) => void;
  /** The storefronts of a shop or account, whatever its platform. */
  readonly ofAccount: (account: string) => readonly string[];
}

interface Platform {
  readonly accountIn: SharedAddress['accountIn'];
  /** Storefronts by the shop or account that their deliveries name. */
  readonly accounts: Map<string | null, Set<string>>;
}

/**
 * How many storefronts are asked about one delivery. There is a limit because each verifies all of its bytes, and anyone may send
 * them.
 */
const maxAsked = 10;

/** A lookup takes the same time for one storefront and for thousands. */
export const sharedAddresses = (): SharedAddresses => {
  const addresses = new Map<string, SharedAddress>();
  const platforms = new Map<string, Platform>();

  const remove = (storefront: string): void => {
    const address = addresses.get(storefront);
    const platform = platforms.get(address?.platform ?? '');
    if (address === undefined || platform === undefined) return;
    addresses.delete(storefront);
    const storefronts = platform.accounts.get(address.account);
    storefronts?.delete(storefront);
    if (storefronts?.size === 0) platform.accounts.delete(address.account);
    if (platform.accounts.size === 0) platforms.delete(address.platform);
  };

  return {
    remove,
    set: (storefront, address) => {
      remove(storefront);
      if (address === undefined) return;
      const { platform, account, accountIn } = address;
      const { accounts } = platforms.get(platform) ?? { accounts: new Map<string | null, Set<string>>() };
      accounts.set(account, (accounts.get(account) ?? new Set()).add(storefront));
      platforms.set(platform, { accountIn, accounts });
      addresses.set(storefront, address);
    },
    addressees: (name, delivery) => {
      const platform = platforms.get(name);
      if (platform === undefined) return undefined;
      const account = platform.accountIn(delivery);
      const storefronts = [...(platform.accounts.get(account) ?? [])].slice(0, maxAsked);
      return { account, storefronts, others: storefronts.length > 0 ? [] : someOf(platform) };
    },
    ofAccount: (account) => [...platforms.values()].flatMap(({ accounts }) => [...(accounts.get(account) ?? [])]),
  };
};

/** A few storefronts of the platform, of any shop or account that deliveries name. */
const someOf = ({ accounts }: Platform): readonly string[] => {
  const some: string[] = [];
  for (const [account, storefronts] of accounts) {
    if (some.length >= maxAsked) break;
    if (account !== null) some.push(...storefronts);
  }
  return some.slice(0, maxAsked);
};
