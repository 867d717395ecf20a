/** The storefronts that directories have added, apart from those of the options, so that a directory removes only its own. */
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from '../../domain/environment.ts';
import { errorName } from '../../domain/errors.ts';
import type { StorefrontSource } from '../../mapping/source-connector.ts';
import type { ListedStorefront, StorefrontDirectory } from '../../mapping/storefront-directory.ts';
import { describeComplaint, storefrontNameComplaint } from '../configuration/complaint.ts';
import type { StorefrontTable } from './storefront-table.ts';
import { accountComplaint, type HasAccounts, sourceComplaint } from './storefronts-at-run-time.ts';
import type { DirectoryEvent } from './tax-nexus.ts';

/** A storefront of the running plugin that a directory has added. */
export interface DirectoryStorefront {
  readonly directory: StorefrontDirectory;
  readonly account: string;
}

export interface DirectoryStorefrontsPorts {
  readonly table: StorefrontTable;
  readonly accounts: HasAccounts;
  readonly log: Logger;
  readonly onEvent: (event: DirectoryEvent) => void;
  /** These inform the live worker, if there is one. */
  readonly added: (name: string) => void;
  readonly removed: (name: string) => void;
}

/** Storefronts of the options and of `storefronts.add` are not among them. */
export interface DirectoryStorefronts {
  readonly find: (name: string) => DirectoryStorefront | undefined;
  readonly of: (directory: StorefrontDirectory) => ReadonlyMap<string, DirectoryStorefront>;
  /** Adds a storefront unless it exists. Left says why it cannot be added; it is logged once. */
  readonly add: (directory: StorefrontDirectory, listed: ListedStorefront) => E.Either<string, 'added' | 'known'>;
  readonly remove: (name: string, reason: 'uninstalled' | 'not listed') => void;
  /** From now on the storefront belongs to the host, and no directory removes it. */
  readonly release: (name: string) => void;
}

const host = 'the app itself (the option storefronts, or storefronts.add)';

export const directoryStorefronts = (ports: DirectoryStorefrontsPorts): DirectoryStorefronts => {
  const { table, log, onEvent } = ports;
  const all = new Map<string, DirectoryStorefront>();
  const reported = new Set<string>();

  /** Two storefronts of one shop or account would read each sale twice. */
  const conflictOf = ({ name: by }: StorefrontDirectory, { name, account }: ListedStorefront): string | undefined => {
    const holder = name in table.ports ? name : table.find(account);
    if (holder === undefined) return undefined;
    const same = holder === name ? 'a storefront of this name' : `storefront "${holder}", of the same shop or account,`;
    const holderBy = all.get(holder)?.directory.name ?? host;
    return `The storefront "${name}" of ${by} was not added, because ${same} was added by ${holderBy}. Remove or rename one of the two`;
  };

  const sourceOf = (directory: StorefrontDirectory, listed: ListedStorefront): E.Either<string, StorefrontSource> => {
    const { name } = listed;
    const misnamed = storefrontNameComplaint(`A storefront of ${directory.name}`, name);
    const conflict = misnamed === undefined ? conflictOf(directory, listed) : describeComplaint(misnamed);
    if (conflict !== undefined) return E.left(conflict);
    try {
      const source = listed.source();
      const complaint =
        sourceComplaint(name, source) ?? accountComplaint(`storefronts.${name}`, source, ports.accounts);
      return complaint === undefined ? E.right(source) : E.left(describeComplaint(complaint));
    } catch (error) {
      // The error is not repeated, because it may hold what its thrower looked up.
      return E.left(`The storefront "${name}" of ${directory.name} failed when it was added (${errorName(error)})`);
    }
  };

  return {
    find: (name) => all.get(name),
    of: (directory) => new Map([...all].filter(([, one]) => one.directory === directory)),
    add: (directory, listed) => {
      const { name, account } = listed;
      const before = all.get(name);
      if (before?.directory === directory && before.account === account) return E.right('known');
      const source = sourceOf(directory, listed);
      if (E.isLeft(source)) {
        if (!reported.has(source.left)) log.error(source.left);
        reported.add(source.left);
        return source;
      }
      all.set(name, { directory, account });
      table.set(name, source.right);
      ports.added(name);
      log.info('A storefront was added.', { storefront: name, directory: directory.name });
      onEvent({ type: 'storefront.added', storefront: name, account, directory: directory.name });
      return E.right('added');
    },
    remove: (name, reason) => {
      const before = all.get(name);
      if (before === undefined) return;
      const { account, directory } = before;
      all.delete(name);
      table.remove(name);
      ports.removed(name);
      log.info('A storefront was removed; its records stay.', { storefront: name, directory: directory.name, reason });
      onEvent({ type: 'storefront.removed', storefront: name, account, directory: directory.name, reason });
    },
    release: (name) => {
      all.delete(name);
    },
  };
};
