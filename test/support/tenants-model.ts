import type { ScreenUser } from '../../src/index.ts';

/** Who owns what, and nothing of how the code finds it out. */
export interface Tenants {
  /** The account of each storefront. */
  readonly storefronts: Readonly<Record<string, string>>;
  readonly runs: Readonly<Record<string, { readonly account: string; readonly storefronts: readonly string[] }>>;
  /** Texts that only those may read who see these storefronts, all of them. */
  readonly secrets: readonly { readonly text: string; readonly account: string; readonly needs: readonly string[] }[];
}

export type Seen = { readonly kind: 'nothing' | 'choice' } | { readonly kind: 'account'; readonly account: string };

export const accountsOf = (world: Tenants, { storefronts, account, accounts }: ScreenUser): readonly string[] => {
  if (account !== undefined) return [account];
  if (accounts !== undefined) return accounts;
  const named = Object.entries(world.storefronts).filter(([name]) => storefronts?.includes(name) ?? true);
  return named.length === 0 ? ['default'] : [...new Set(named.map(([, owner]) => owner))];
};

export const seenBy = (world: Tenants, user: ScreenUser, chosen: string | undefined): Seen => {
  const own = accountsOf(world, user);
  if (chosen !== undefined) return own.includes(chosen) ? { kind: 'account', account: chosen } : { kind: 'nothing' };
  const [only] = own;
  if (only === undefined) return { kind: 'nothing' };
  return own.length === 1 ? { kind: 'account', account: only } : { kind: 'choice' };
};

export const seesStorefront = (world: Tenants, user: ScreenUser, seen: Seen, name: string): boolean =>
  seen.kind === 'account' && world.storefronts[name] === seen.account && (user.storefronts?.includes(name) ?? true);

export const seesRun = (world: Tenants, user: ScreenUser, seen: Seen, id: string): boolean => {
  const run = world.runs[id];
  return (
    run !== undefined &&
    seen.kind === 'account' &&
    run.account === seen.account &&
    run.storefronts.every((name) => seesStorefront(world, user, seen, name))
  );
};

/** The secrets that an answer to this user must not hold. */
export const secretsFrom = (world: Tenants, user: ScreenUser | null, seen: Seen): readonly string[] => {
  const isShown = ({ account, needs }: Tenants['secrets'][number]): boolean =>
    user !== null &&
    seen.kind === 'account' &&
    seen.account === account &&
    needs.every((name) => seesStorefront(world, user, seen, name));
  const accounts = user === null ? [] : accountsOf(world, user);
  return [
    ...world.secrets.filter((secret) => !isShown(secret)).map(({ text }) => text),
    ...new Set(Object.values(world.storefronts).filter((account) => !accounts.includes(account))),
    ...Object.keys(world.storefronts).filter((name) => user === null || !seesStorefront(world, user, seen, name)),
    ...Object.keys(world.runs).filter((id) => user === null || !seesRun(world, user, seen, id)),
  ];
};
