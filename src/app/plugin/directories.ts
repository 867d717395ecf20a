/**
 * Keeps the storefronts of a multi-shop app up to date: adds the shops that a directory lists, and removes the ones that left.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../domain/environment.ts';
import { errorName, type SourceError } from '../../domain/errors.ts';
import type { SourceConnector, WebhookMeaning, WebhookRefusal } from '../../mapping/source-connector.ts';
import type { ListedStorefront, StorefrontDirectory } from '../../mapping/storefront-directory.ts';
import { pagesOf } from '../../mapping/pages-of.ts';
import { callWithTimeout } from '../../pipeline/call-source.ts';
import type { Unlisted } from '../../web/index.ts';
import { directoryStorefronts, type DirectoryStorefrontsPorts } from './directory-storefronts.ts';
import type { StorefrontRefresh } from './tax-nexus.ts';

/** Milliseconds between two listings. */
const refreshInterval = 5 * 60_000;

/** Milliseconds until a directory that did not answer is asked again. */
const retryInterval = 30_000;

/**
 * Milliseconds that a start waits for the first listing, because configured storefronts must not wait for a directory that hangs.
 */
const maxStartWait = 10_000;

/** Milliseconds; Shopify cancels a delivery after five seconds. */
const maxDeliveryWait = 4_000;

export interface DirectoriesPorts extends DirectoryStorefrontsPorts {
  readonly directories: readonly StorefrontDirectory[];
  readonly clock: Clock;
  /** Resolves after so many milliseconds, or at once when it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A delivery of a shop or account without a storefront. */
export interface UnlistedDelivery {
  /** The account that the delivery names, not verified; null when it names none, or the directory is of another platform. */
  readonly accountAt: (directory: StorefrontDirectory) => string | null;
  readonly read: (connector: SourceConnector) => E.Either<WebhookRefusal, WebhookMeaning>;
}

type Received = Extract<Unlisted, { readonly _tag: 'Received' }>;

/** No function here rejects. */
export interface Directories {
  /** Lists all directories, after a listing that is already in progress. */
  readonly refresh: () => Promise<StorefrontRefresh>;
  /** Lists now unless the last listing is recent; waits ten seconds at most. */
  readonly refreshIfDue: () => Promise<void>;
  /** Lists at an interval until `stop`. Resolves after the first listing, or ten seconds. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  /** Checks whether a storefront is gone, because a verified delivery says so. */
  readonly onUninstalled: (storefront: string) => Promise<void>;
  readonly receive: (delivery: UnlistedDelivery) => Promise<Unlisted>;
  /** Called when the host itself adds or removes this storefront. */
  readonly release: (storefront: string) => void;
}

/** A directory that does not answer removes no storefront. Transactions and records of a removed storefront stay. */
export const directoriesOf = (ports: DirectoriesPorts): Directories => {
  const { directories, table, clock, log, sleep } = ports;
  const storefronts = directoryStorefronts(ports);
  /** Uninstalled storefronts, with the installation that their directory still showed; null without one. */
  const uninstalled = new Map<
    string,
    { readonly directory: StorefrontDirectory; readonly installation: string | null }
  >();
  /** Storefronts that a delivery reports as uninstalled while the directory or the platform could not be asked. */
  const unconfirmed = new Set<string>();
  const failing = new Set<StorefrontDirectory>();
  let listedAt = Number.NEGATIVE_INFINITY;
  let running = new AbortController();
  const ask = callWithTimeout({ clock }, () => running.signal.aborted);

  const noteFailure = (directory: StorefrontDirectory, message: string): string => {
    const problem = `The storefronts of ${directory.name} could not be listed, so none was removed: ${message}`;
    if (!failing.has(directory)) log.warn(problem);
    failing.add(directory);
    return problem;
  };

  /** Adds a listed storefront. If it was uninstalled, it is looked up, because the list may be older, or its row may remain. */
  const admit = async (
    directory: StorefrontDirectory,
    listed: ListedStorefront,
  ): Promise<E.Either<string, 'added' | 'known' | 'gone'>> => {
    const before = uninstalled.get(listed.name);
    if (before?.directory !== directory) return storefronts.add(directory, listed);
    const found = await ask(directory.find(listed.account));
    if (E.isLeft(found)) return E.left(found.left.message);
    if (O.isNone(found.right) || installationOf(found.right) === before.installation) return E.right('gone');
    uninstalled.delete(listed.name);
    return storefronts.add(directory, found.right.value);
  };

  const onUninstalled = async (name: string): Promise<void> => {
    const member = storefronts.find(name);
    if (member === undefined) return;
    unconfirmed.add(name);
    const found = await ask(member.directory.find(member.account));
    if (E.isLeft(found)) return;
    const { connector } = table.ports[name] ?? {};
    if (O.isSome(found.right) && connector !== undefined) {
      // The platform decides, because the row of an uninstalled shop may remain, and a delivery may arrive after a reinstall.
      const checked = await ask(connector.check);
      if (E.isRight(checked)) unconfirmed.delete(name);
      if (E.isRight(checked) || checked.left._tag !== 'SourceCredentialsRefused') return;
    }
    if (storefronts.find(name) !== member) return;
    uninstalled.set(name, { directory: member.directory, installation: installationOf(found.right) });
    unconfirmed.delete(name);
    storefronts.remove(name, 'uninstalled');
  };

  /** Right: all names that it lists. */
  const readAll = async (
    directory: StorefrontDirectory,
    onListed: (listed: ListedStorefront) => Promise<void>,
  ): Promise<E.Either<SourceError, ReadonlySet<string>>> => {
    const names = new Set<string>();
    for await (const page of pagesOf((from) => ask(directory.readPage(from)))) {
      if (E.isLeft(page)) return page;
      for (const listed of page.right.storefronts) {
        names.add(listed.name);
        await onListed(listed);
      }
    }
    return E.right(names);
  };

  const refreshOne = async (directory: StorefrontDirectory): Promise<StorefrontRefresh> => {
    const added: string[] = [];
    const problems: string[] = [];
    // Read before the list, because a storefront added during the reading may be missing in the list.
    const before = storefronts.of(directory);
    for (const name of before.keys()) if (unconfirmed.has(name)) await onUninstalled(name);
    const listed = await readAll(directory, async (storefront) => {
      const admitted = await admit(directory, storefront);
      if (E.isLeft(admitted)) problems.push(admitted.left);
      else if (admitted.right === 'added') added.push(storefront.name);
    });
    if (E.isLeft(listed)) {
      return { added, removed: [], problems: [...problems, noteFailure(directory, listed.left.message)] };
    }
    if (failing.delete(directory)) log.info(`${directory.name} lists its storefronts again.`);
    for (const [name, one] of uninstalled) {
      if (one.directory === directory && !listed.right.has(name)) uninstalled.delete(name);
    }
    const removed = [...before].filter(([name, one]) => !listed.right.has(name) && storefronts.find(name) === one);
    for (const [name] of removed) storefronts.remove(name, 'not listed');
    return { added, removed: removed.map(([name]) => name), problems };
  };
  const refreshSafely = async (directory: StorefrontDirectory): Promise<StorefrontRefresh> => {
    try {
      return await refreshOne(directory);
    } catch (error) {
      // A page may have any shape, and the error may hold what its thrower looked up.
      const problem = noteFailure(directory, `its list cannot be read (${errorName(error)})`);
      return { added: [], removed: [], problems: [problem] };
    }
  };

  const refresh = oneBehindAnother(async (): Promise<StorefrontRefresh> => {
    const all = await Promise.all(directories.map(refreshSafely));
    listedAt = clock.now();
    return {
      added: all.flatMap(({ added }) => added),
      removed: all.flatMap(({ removed }) => removed),
      problems: all.flatMap(({ problems }) => problems),
    };
  });

  const within = async <A>(milliseconds: number, work: Promise<A>): Promise<A | 'late'> => {
    const deadline = new AbortController();
    const late = sleep(milliseconds, deadline.signal).then(() => 'late' as const);
    try {
      return await Promise.race([work, late]);
    } finally {
      deadline.abort();
    }
  };

  const loop = async ({ signal }: AbortController): Promise<void> => {
    for (;;) {
      await sleep(failing.size > 0 ? retryInterval : refreshInterval, signal);
      if (signal.aborted) return;
      await refresh();
    }
  };

  const start = async (): Promise<void> => {
    if (directories.length === 0) return;
    running.abort();
    const own = new AbortController();
    running = own;
    const first = refresh();
    first
      .then(() => loop(own))
      .catch((error: unknown) => {
        log.error('Storefronts are no longer listed because of an internal error. Restart the app, and report it.', {
          defect: errorName(error),
        });
      });
    if ((await within(maxStartWait, first)) === 'late') {
      log.warn('The list of storefronts is not available yet. Missing storefronts are added when it is.');
    }
  };

  /** After a verified delivery, looks the account up, and adds its storefront if it exists. */
  const addAfterDelivery = async (directory: StorefrontDirectory, account: string): Promise<Unlisted['_tag']> => {
    const found = await ask(directory.find(account));
    if (E.isLeft(found)) {
      noteFailure(directory, found.left.message);
      return 'Unavailable';
    }
    if (O.isNone(found.right)) return 'Unknown';
    const added = await admit(directory, found.right.value);
    return E.isRight(added) && added.right !== 'gone' ? 'Received' : 'Unknown';
  };

  const receiveOne = async ({ accountAt, read }: UnlistedDelivery): Promise<Unlisted> => {
    for (const directory of directories) {
      const account = accountAt(directory);
      const candidate = account === null ? O.none : (directory.webhooks?.storefrontOf(account) ?? O.none);
      if (O.isNone(candidate) || candidate.value.name in table.ports) continue;
      const { name, source } = candidate.value;
      const meaning = read(table.open(name, source()));
      if (E.isLeft(meaning)) continue;
      const received: Received = { _tag: 'Received', storefront: name, meaning: meaning.right };
      if (meaning.right._tag === 'Uninstalled') return nothingToDo(received);
      if (isPrivacyRequest(meaning.right)) return received;
      const added = await within(maxDeliveryWait, addAfterDelivery(directory, candidate.value.account));
      if (added === 'Received' || (added === 'Unknown' && meaning.right._tag === 'Irrelevant')) return received;
      return { _tag: added === 'late' ? 'Unavailable' : added };
    }
    return { _tag: 'Unknown' };
  };

  const receive = async (delivery: UnlistedDelivery): Promise<Unlisted> => {
    try {
      return await receiveOne(delivery);
    } catch (error) {
      log.error('A directory of storefronts failed; the delivery was not accepted.', { defect: errorName(error) });
      return { _tag: 'Unavailable' };
    }
  };

  return {
    refresh,
    refreshIfDue: async () => {
      if (clock.now() - listedAt >= refreshInterval) await within(maxStartWait, refresh());
    },
    start,
    stop: () => {
      running.abort();
    },
    onUninstalled,
    receive,
    release: storefronts.release,
  };
};

const installationOf = (found: O.Option<ListedStorefront>): string | null =>
  O.isSome(found) ? (found.value.installation ?? '') : null;

/** The stored data of a removed storefront must still be erased, or disclosed, on request. */
const isPrivacyRequest = ({ _tag }: WebhookMeaning): boolean =>
  _tag === 'EraseStorefront' || _tag === 'EraseRecords' || _tag === 'DataRequested';

/** The storefront was removed before, or never added. */
const nothingToDo = ({ storefront, meaning: { deliveryId } }: Received): Unlisted => ({
  _tag: 'Received',
  storefront,
  meaning: { _tag: 'Irrelevant', deliveryId },
});

/**
 * Work that never runs twice at the same time. Calls during one run share the next run, which sees all changes made before them.
 */
const oneBehindAnother = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<A> | undefined;
  return () =>
    (next ??= last.then(() => {
      next = undefined;
      const run = work();
      last = run.catch(() => undefined);
      return run;
    }));
};
