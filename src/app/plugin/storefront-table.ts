import { unknownPlatform } from '../../mapping/identity.ts';
import type { Clock } from '../../domain/environment.ts';
import type { SourceConnector, StorefrontSource, WebhookRefusal } from '../../mapping/source-connector.ts';
import type { StorefrontPorts } from '../../pipeline/ports.ts';
import { containedConnector } from '../contained-connector.ts';
import { lazily } from './once.ts';
import { type SharedAddresses, sharedAddresses } from './shared-addresses.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { errorName, type SourceError } from '../../domain/errors.ts';

/** The storefronts of a process, which may come and go while it runs. */
export interface StorefrontTable extends Pick<SharedAddresses, 'addressees'> {
  /** Live: the pipeline and the engine see each change. A connector is made when it is first looked at; one that cannot be is tried again each time. */
  readonly ports: Readonly<Record<string, StorefrontPorts>>;
  readonly names: () => readonly string[];
  /** The name itself, or the first storefront of that shop or account. */
  readonly find: (nameOrAccount: string) => string | undefined;
  readonly connectorOf: (name: string) => SourceConnector | undefined;
  readonly set: (name: string, source: StorefrontSource) => void;
  readonly remove: (name: string) => void;
}

/**
 * @param instrument what each connector is wrapped in
 */
export const storefrontTable = (
  sources: Readonly<Record<string, StorefrontSource>>,
  clock: Clock,
  instrument: (name: string, connector: SourceConnector) => SourceConnector,
): StorefrontTable => {
  // Without a prototype: a storefront called "constructor" must not be found where there is none.
  const ports: Record<string, StorefrontPorts> = Object.create(null) as Record<string, StorefrontPorts>;
  const shared = sharedAddresses();
  const set = (name: string, source: StorefrontSource): void => {
    const connector = lazily(() => instrument(name, containedConnector(source.open({ clock }))));
    const entry: StorefrontPorts = {
      get connector() {
        // Looked at from within timers: an exception would end the host's process.
        try {
          return connector();
        } catch (error) {
          return unopenedConnector(error);
        }
      },
      policy: source.policy,
      since: source.since ?? null,
    };
    ports[name] = entry;
    shared.set(name, source.sharedAddress);
  };
  for (const [name, source] of Object.entries(sources)) set(name, source);
  return {
    ports,
    names: () => Object.keys(ports),
    addressees: shared.addressees,
    find: (name) => (name in ports ? name : shared.find(name)),
    connectorOf: (name) => ports[name]?.connector,
    set,
    remove: (name) => {
      Reflect.deleteProperty(ports, name);
      shared.remove(name);
    },
  };
};

/**
 * Stands in for the connector of a storefront whose source threw when it was opened: it refuses whatever is asked, so that
 * the host is sent, and neither its process nor the other storefronts come to harm. No delivery is answered as taken, so
 * that the platform comes again. What was thrown is not repeated: it may hold what its thrower looked up. Pure.
 */
export const unopenedConnector = (thrown: unknown): SourceConnector => {
  const message = `Its source failed when it was opened (${errorName(thrown)}). Correct what the app gives for it, or report it to the connector's author; nothing was lost.`;
  const refused: SourceError = { _tag: 'SourceRefused', message };
  const unreadable: WebhookRefusal = { _tag: 'Unreadable', message };
  return {
    platform: unknownPlatform,
    check: TE.left(refused),
    account: TE.left(refused),
    windows: () => TE.left(refused),
    changes: () => TE.left(refused),
    readPage: () => TE.left(refused),
    readRecord: () => TE.left(refused),
    receiveWebhook: () => E.left(unreadable),
    receiveVerified: () => E.left(unreadable),
    subscriptions: O.none,
  };
};
