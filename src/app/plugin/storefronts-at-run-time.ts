/** Adds and removes storefronts while the app runs, and checks each before it could fail in the middle of the work. */
import { errorName } from '../../domain/errors.ts';
import type { StorefrontSource } from '../../mapping/source-connector.ts';
import { isConnector, isOwnStorefront, ownStorefront, type StorefrontOption } from '../../mapping/own-storefront.ts';
import { defaultAccount } from '../../domain/inbox.ts';
import {
  accountNameComplaint,
  type ConfigurationProblem,
  storefrontNameComplaint,
} from '../configuration/complaint.ts';
import type { StorefrontTable } from './storefront-table.ts';
import type { AddedStorefront } from '../../operations/storefront-name.ts';
import type { StorefrontRefresh, Storefronts } from './tax-nexus.ts';
import { ConfigurationError, TaxNexusError } from './tax-nexus-error.ts';
import type { Credentials } from './tax-nexus-options.ts';
import { dayProblem, dayRemedy } from '../../domain/date-range.ts';

export interface StorefrontsPorts {
  readonly table: StorefrontTable;
  readonly credentials: Credentials | null;
  readonly accounts: HasAccounts;
  /** See `Inbox`. */
  readonly reopen: (name: string) => Promise<boolean>;
  /** Informs the live worker, if there is one. */
  readonly added: (name: string) => void;
  readonly removed: (name: string) => void;
  readonly directories: {
    readonly refresh: () => Promise<StorefrontRefresh>;
    /** From now on the storefront belongs to the host. */
    readonly release: (name: string) => void;
  };
}

export const storefrontsAtRunTime = <Name extends string>({
  table,
  credentials,
  accounts,
  reopen,
  added,
  removed,
  directories,
}: StorefrontsPorts): Storefronts<Name> => ({
  add: async (name, given) => {
    // The name may be any text, so it is not repeated.
    const misnamed = storefrontNameComplaint('storefronts.add', name);
    if (misnamed !== undefined) throw new ConfigurationError([misnamed]);
    const option = given ?? (await ask(credentials, name));
    if (option === null) {
      throw new TaxNexusError(
        'UNKNOWN_STOREFRONT',
        `There are no credentials for "${name}". Pass a source to storefronts.add, or give the option "credentials" that knows it.`,
      );
    }
    const complaint = sourceComplaint(name, option) ?? accountComplaint(`storefronts.${name}`, option, accounts);
    if (complaint !== undefined) throw new ConfigurationError([complaint]);
    directories.release(name);
    table.set(name, isOwnStorefront(option) ? ownStorefront(option) : option);
    added(name);
    return name as AddedStorefront;
  },
  remove: (name) => {
    directories.release(name);
    table.remove(name);
    removed(name);
  },
  refresh: directories.refresh,
  reopen: async (name) => {
    const isReopened = await reopen(name);
    if (isReopened && table.connectorOf(name) !== undefined) added(name);
    return isReopened;
  },
  list: () => table.names().map((name) => name as AddedStorefront),
  find: (name) => table.find(name) as AddedStorefront | undefined,
});

/**
 * The source of a storefront; undefined for anything else, because a host without a compiler may pass settings of a configuration
 * file instead.
 */
export const sourceOf = (given: unknown): StorefrontSource | undefined => {
  if (isOwnStorefront(given)) return ownStorefront(given);
  return typeof given === 'object' && given !== null && 'open' in given && typeof given.open === 'function'
    ? (given as StorefrontSource)
    : undefined;
};

/** The accounts of a host. */
export interface HasAccounts {
  /** Whether there is a key for storefronts that name no account. */
  readonly hasKey: boolean;
  /** Whether there is an option `accounts`. */
  readonly hasAccounts: boolean;
}

/** What is wrong with the account that a storefront names; undefined when nothing is. */
export const accountComplaint = (
  path: string,
  storefront: unknown,
  { hasKey, hasAccounts }: HasAccounts,
): ConfigurationProblem | undefined => {
  const taxAccount = sourceOf(storefront)?.taxAccount;
  if (taxAccount === undefined) {
    if (hasKey || !hasAccounts) return undefined;
    return {
      path,
      problem: 'it names no account',
      remedy: 'Give it taxAccount, the id for which "accounts" returns a key',
    };
  }
  if (!hasAccounts && taxAccount !== defaultAccount) {
    const problem = 'it names an account, and there is no option "accounts"';
    return { path: `${path}.taxAccount`, problem, remedy: 'Add the option "accounts", or remove taxAccount' };
  }
  return accountNameComplaint(`${path}.taxAccount`, taxAccount);
};

/**
 * What is wrong with a storefront that would otherwise fail in the middle of the work, or leave out sales; undefined when nothing
 * is.
 */
export const sourceComplaint = (name: string, storefront: unknown): ConfigurationProblem | undefined => {
  const path = `storefronts.${name}`;
  const source = sourceOf(storefront);
  if (source === undefined) {
    if (isConnector(storefront)) {
      const remedy = 'Write { connector: … } around it, with policy, since and taxAccount as you need them';
      return { path, problem: 'it is a connector without its storefront', remedy };
    }
    const remedy =
      'Write shopify({ … }) of tax-nexus-sync/shopify, stripe({ … }) of tax-nexus-sync/stripe, or { connector: … } with a SourceConnector of your own';
    return { path, problem: 'it is not a storefront', remedy };
  }
  if (source.problems !== undefined && source.problems.length > 0) {
    return { path, problem: source.problems.join('; '), remedy: 'Correct the options of this storefront' };
  }
  const since: unknown = source.since ?? null;
  const problem = since === null ? undefined : dayProblem(since);
  return problem === undefined ? undefined : { path: `${path}.since`, problem, remedy: dayRemedy };
};

const ask = async (credentials: Credentials | null, name: string): Promise<StorefrontOption | null> => {
  try {
    return (await credentials?.(name)) ?? null;
  } catch (error) {
    // The error is not repeated, because it may hold what the host looked up.
    throw new TaxNexusError('CONFIGURATION', `The option "credentials" failed for "${name}" (${errorName(error)}).`);
  }
};
