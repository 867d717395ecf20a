import type { ScreenUser } from '../../src/index.ts';
import type { Asked } from './tenants-routes.ts';

/** Who owns what, and nothing of how the code finds it out. */
export interface Tenants {
  /** The account of each storefront. */
  readonly storefronts: Readonly<Record<string, string>>;
  readonly runs: Readonly<Record<string, { readonly account: string; readonly storefronts: readonly string[] }>>;
  /** Texts that only those may read who see these storefronts, all of them. */
  readonly secrets: readonly { readonly text: string; readonly account: string; readonly needs: readonly string[] }[];
}

/** `overview`: where all accounts of the user stand. */
export type Seen =
  | { readonly kind: 'nothing' | 'choice' | 'overview' }
  | { readonly kind: 'account'; readonly account: string };

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

const isSeenAccount = (world: Tenants, user: ScreenUser, seen: Seen, account: string): boolean =>
  seen.kind === 'account'
    ? seen.account === account
    : seen.kind === 'overview' && accountsOf(world, user).includes(account);

export const seesStorefront = (world: Tenants, user: ScreenUser, seen: Seen, name: string): boolean =>
  isSeenAccount(world, user, seen, world.storefronts[name] ?? '') && (user.storefronts?.includes(name) ?? true);

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

/**
 * The amount of the nth sale, in cents: a power of two, so that each sum of such amounts names its sales, also when shipping and
 * tax are added to each.
 */
export const amountOf = (n: number): bigint => 100_000n * 2n ** BigInt(n);

/** Shipping and tax of a sale, in cents. */
const added = [0n, 500n, 1_225n];

/** The numbers of the sales whose sums an answer states. */
export const salesIn = (text: string): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const [amount] of text.matchAll(/(?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d(?!\d)/g)) {
    const cents = BigInt(amount.replaceAll(/\D/g, ''));
    const bits = (cents / 100_000n).toString(2).split('').reverse();
    const numbers = bits.flatMap((bit, n) => (bit === '1' ? [n] : []));
    if (added.some((one) => one * BigInt(numbers.length) === cents % 100_000n)) for (const n of numbers) found.add(n);
  }
  return found;
};

/** The statuses that the model allows; a refusal must not show whether there is anything. */
export const allowed = (
  world: Tenants,
  asked: Asked,
  user: ScreenUser | null,
  seen: Seen,
  chosen: string | undefined,
): ((status: number) => boolean) => {
  const isOneOf =
    (...statuses: readonly number[]) =>
    (status: number): boolean =>
      statuses.includes(status);
  const names = Object.keys(world.storefronts);
  const { face, right, run, storefront, isOfAll, leavesOut } = asked;
  if (user === null || user.may?.length === 0) return isOneOf(face === 'api' ? 401 : 403);
  if (seen.kind === 'nothing') return isOfAll === true ? isOneOf(200, 404) : isOneOf(403, 404);
  const sees = (name: string): boolean => seesStorefront(world, user, seen, name);
  const seesNone = user.storefronts !== undefined && !names.some(sees);
  if (isOfAll === true) return seen.kind === 'account' && seesNone ? isOneOf(200, 404) : isOneOf(200);
  if (seen.kind !== 'account') return face === 'api' ? isOneOf(409) : isOneOf(200, 404);
  const mayDo = user.may === undefined || right === 'view' || user.may.includes(right);
  // For a user without a storefront there, there is nothing: no account to name, and no page of a screen of their own.
  if (seesNone) return isOneOf(face === 'screen' && chosen === undefined ? 403 : 404);
  if (!mayDo) return isOneOf(403);
  if (run !== undefined && !seesRun(world, user, seen, run)) return isOneOf(404);
  if (storefront !== undefined && !sees(storefront)) return isOneOf(404, 422);
  if (asked.needsAll === true && !names.every((name) => world.storefronts[name] !== seen.account || sees(name)))
    return isOneOf(face === 'api' ? 403 : 409);
  return leavesOut === true ? (status) => ![401, 403].includes(status) : (status) => ![401, 403, 404].includes(status);
};
