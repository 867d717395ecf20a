import type { SourceConnector, SourceEnvironment, StorefrontSource } from '../../mapping/source-connector.ts';
import type { StorefrontPorts } from '../../pipeline/ports.ts';
import { containedConnector } from '../contained-connector.ts';
import { refusingConnector } from '../refusing-connector.ts';
import { lazily } from './lazily.ts';
import { errorName } from '../../domain/errors.ts';

/** The storefronts of a process, which may come and go while it runs. */
export interface StorefrontTable {
  /** Live: the pipeline and the engine see each change. A connector is made when it is first looked at; one that cannot be is tried again each time. */
  readonly ports: Readonly<Record<string, StorefrontPorts>>;
  readonly names: () => readonly string[];
  readonly has: (name: string) => boolean;
  readonly connectorOf: (name: string) => SourceConnector | undefined;
  readonly set: (name: string, source: StorefrontSource) => void;
  readonly remove: (name: string) => void;
}

/**
 * @param instrument what each connector is wrapped in
 */
export const storefrontTable = (
  sources: Readonly<Record<string, StorefrontSource>>,
  environment: SourceEnvironment,
  instrument: (name: string, connector: SourceConnector) => SourceConnector,
): StorefrontTable => {
  // Without a prototype: a storefront called "constructor" must not be found where there is none.
  const ports: Record<string, StorefrontPorts> = Object.create(null) as Record<string, StorefrontPorts>;
  const set = (name: string, source: StorefrontSource): void => {
    const connector = lazily(() => instrument(name, containedConnector(source.open(environment))));
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
  };
  for (const [name, source] of Object.entries(sources)) set(name, source);
  return {
    ports,
    names: () => Object.keys(ports),
    has: (name) => name in ports,
    connectorOf: (name) => ports[name]?.connector,
    set,
    remove: (name) => {
      Reflect.deleteProperty(ports, name);
    },
  };
};

/**
 * For a storefront whose source threw when it was opened. What was thrown is not repeated: it may hold what its thrower
 * looked up. Pure.
 */
export const unopenedConnector = (thrown: unknown): SourceConnector =>
  refusingConnector(
    `Its source failed when it was opened (${errorName(thrown)}). Correct what the app gives for it, or report it to the connector's author; nothing was lost.`,
  );
