/** The table of a process's storefronts, which come and go while it runs, with connectors whose steps never throw. */
import type {
  SourceConnector,
  SourceEnvironment,
  StorefrontSource,
  WebhookRefusal,
  WebhookMeaning,
} from '../../mapping/source-connector.ts';
import { defaultAccount } from '../../domain/inbox.ts';
import type { PolicyChoices } from '../../mapping/policy.ts';
import type { StorefrontPorts } from '../../pipeline/ports.ts';
import { refusingConnector } from '../refusing-connector.ts';
import { lazily } from './once.ts';
import { type SharedAddresses, sharedAddresses } from './shared-addresses.ts';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { errorName, type SourceError } from '../../domain/errors.ts';
import { fieldOf } from '../../domain/fields.ts';
import { onRejection } from '../../domain/host-function.ts';
import { callSafely, isEither } from '../../pipeline/call-source.ts';

export interface StorefrontTable extends Pick<SharedAddresses, 'addressees'> {
  /**
   * Live: the pipeline and the live worker see each change. A connector is opened at its first use; a failed opening is tried
   * again each time.
   */
  readonly ports: Readonly<Record<string, StorefrontPorts>>;
  readonly names: () => readonly string[];
  /** The sources as the host gave them. */
  readonly sources: () => Readonly<Record<string, StorefrontSource>>;
  /** Live, too: the ports of one account. */
  readonly portsOf: (account: string) => Readonly<Record<string, StorefrontPorts>>;
  /** The account of a storefront; `default` if it names none, or is not in the table. */
  readonly accountOf: (name: string) => string;
  /** Sets the default policy of an account's storefronts, and reopens those whose policy it changes. */
  readonly setPolicy: (account: string, policy: PolicyChoices) => void;
  /** The name itself, or the first storefront of that shop or account. */
  readonly find: (nameOrAccount: string) => string | undefined;
  /** The name itself, or all storefronts of that shop or account. */
  readonly findAll: (nameOrAccount: string) => readonly string[];
  readonly connectorOf: (name: string) => SourceConnector | undefined;
  /** Opens a connector for one use, of a storefront that is not in the table. */
  readonly open: (name: string, source: StorefrontSource) => SourceConnector;
  /** @param after the storefront that it follows in precedence. Default: all others */
  readonly set: (name: string, source: StorefrontSource, after?: string) => void;
  readonly remove: (name: string) => void;
}

/** @param instrument wraps each connector */
export const storefrontTable = (
  sources: Readonly<Record<string, StorefrontSource>>,
  environment: SourceEnvironment,
  instrument: (name: string, connector: SourceConnector) => SourceConnector,
): StorefrontTable => {
  // Without a prototype, so that "constructor" is not found as a storefront.
  const noPorts = (): Record<string, StorefrontPorts> => Object.create(null) as Record<string, StorefrontPorts>;
  const ports = noPorts();
  const accounts = new Map<string, Record<string, StorefrontPorts>>();
  const given = new Map<string, StorefrontSource>();
  const policies = new Map<string, PolicyChoices>();
  const portsOf = (account: string): Record<string, StorefrontPorts> => {
    const known = accounts.get(account) ?? noPorts();
    accounts.set(account, known);
    return known;
  };
  const accountOf = (name: string): string => given.get(name)?.taxAccount ?? defaultAccount;
  const shared = sharedAddresses();
  const open = (name: string, source: StorefrontSource): SourceConnector => {
    const connector = source.open(environment);
    onRejection(connector, ignore);
    if (typeof fieldOf(connector, 'platform') !== 'string') throw new TypeError('it is no connector');
    return instrument(name, containedConnector(connector));
  };
  const set = (name: string, written: StorefrontSource, after?: string): void => {
    const before = accountOf(name);
    given.set(name, written);
    const account = accountOf(name);
    if (before !== account) Reflect.deleteProperty(portsOf(before), name);
    const policy = policies.get(account);
    const source = policy === undefined ? written : (written.withDefaults?.(policy) ?? written);
    const connector = lazily(() => open(name, source));
    const own: StorefrontPorts = {
      get connector() {
        // Timers read this getter, and an exception there would end the host's process.
        try {
          return connector();
        } catch (error) {
          return unopenedConnector(error);
        }
      },
      policy: source.policy,
      since: source.since ?? null,
    };
    for (const table of [ports, portsOf(account)]) insert(table, name, own, after);
    shared.set(name, source.sharedAddress);
  };
  for (const [name, source] of Object.entries(sources)) set(name, source);
  const findAll = (name: string): readonly string[] => (name in ports ? [name] : shared.ofAccount(name));
  return {
    ports,
    names: () => Object.keys(ports),
    sources: () => Object.fromEntries(given),
    portsOf,
    accountOf,
    setPolicy: (account, policy) => {
      if (JSON.stringify(policies.get(account) ?? {}) === JSON.stringify(policy)) return;
      policies.set(account, policy);
      for (const name of Object.keys(portsOf(account))) {
        const source = given.get(name);
        if (source !== undefined) set(name, source);
      }
    },
    addressees: shared.addressees,
    find: (name) => findAll(name)[0],
    findAll,
    connectorOf: (name) => ports[name]?.connector,
    open: (name, source) => {
      try {
        return open(name, source);
      } catch (error) {
        return unopenedConnector(error);
      }
    },
    set,
    remove: (name) => {
      Reflect.deleteProperty(portsOf(accountOf(name)), name);
      Reflect.deleteProperty(ports, name);
      given.delete(name);
      shared.remove(name);
    },
  };
};

/**
 * For a storefront whose source threw when it was opened. The error is not repeated, because it may hold what its thrower looked
 * up. Pure.
 */
export const unopenedConnector = (thrown: unknown): SourceConnector =>
  refusingConnector(
    `Its source failed when it was opened (${errorName(thrown)}). Correct what the app gives for it, or report it to the connector's author; nothing was lost.`,
  );

/**
 * The same connector, but its steps never throw or reject: the live worker calls it from timers, where an exception would end the
 * host's process. A thrown value is not repeated, because it may contain a record. Methods keep their `this`, so a connector may
 * be an instance of a class.
 */
export const containedConnector = (connector: SourceConnector): SourceConnector => {
  const receiveVerified = connector.receiveVerified?.bind(connector);
  const readByNumber = connector.readByNumber?.bind(connector);
  const platformTotals = connector.platformTotals?.bind(connector);
  const locations = connector.locations?.bind(connector);
  const recordUrl = connector.recordUrl?.bind(connector);
  const undoneBy = connector.undoneBy?.bind(connector);
  return {
    platform: connector.platform,
    check: contained(() => () => connector.check()),
    account: contained(() => () => connector.account()),
    windows: (range) => contained(() => connector.windows(range)),
    changes: (interval, happenedBefore, besides) =>
      contained(() => connector.changes(interval, happenedBefore, besides)),
    readPage: (window, from) => contained(() => connector.readPage(window, from)),
    readRecord: (id) => contained(() => connector.readRecord(id)),
    ...(readByNumber !== undefined && { readByNumber: (number) => contained(() => readByNumber(number)) }),
    ...(undoneBy !== undefined && { undoneBy: (change) => contained(() => undoneBy(change)) }),
    receiveWebhook: (request) => understood(() => connector.receiveWebhook(request)),
    ...(receiveVerified !== undefined && {
      receiveVerified: (delivery) => understood(() => receiveVerified(delivery)),
    }),
    subscriptions: connector.subscriptions,
    ...(recordUrl !== undefined && {
      recordUrl: (record) => urlOf(() => recordUrl(record)),
    }),
    ...(platformTotals !== undefined && { platformTotals: (range) => contained(() => platformTotals(range)) }),
    ...(locations !== undefined && { locations: contained(() => locations) }),
  };
};

const ignore = (): void => undefined;

/** The step is called inside the task, because it may throw before it returns one, where no promise would carry the error. */
const contained =
  <A>(make: () => TE.TaskEither<SourceError, A>): TE.TaskEither<SourceError, A> =>
  () =>
    callSafely(() => callSafely(make()));

const understood = (read: () => E.Either<WebhookRefusal, WebhookMeaning>): E.Either<WebhookRefusal, WebhookMeaning> => {
  try {
    const meaning = read();
    onRejection(meaning, ignore);
    if (isEither(meaning)) return meaning;
  } catch {
    // As below.
  }
  const message =
    'The connector failed with an internal error; the delivery was not accepted. Report it to the author of the connector.';
  return E.left({ _tag: 'Unreadable', message });
};

const urlOf = (read: () => string | null): string | null => {
  try {
    const url: unknown = read();
    onRejection(url, ignore);
    return typeof url === 'string' ? url : null;
  } catch {
    return null;
  }
};

/** Sets an entry, behind the one named `after`; without that name, where it was or last. The order of entries is the precedence. */
const insert = (
  table: Record<string, StorefrontPorts>,
  name: string,
  own: StorefrontPorts,
  after: string | undefined,
): void => {
  const names = Object.keys(table).filter((one) => one !== name);
  const at = after === undefined ? -1 : names.indexOf(after);
  if (at === -1) {
    table[name] = own;
    return;
  }
  const later = names.slice(at + 1).map((one) => [one, table[one]] as const);
  for (const [one] of [[name] as const, ...later]) Reflect.deleteProperty(table, one);
  table[name] = own;
  for (const [one, ports] of later) if (ports !== undefined) table[one] = ports;
};
