import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from '../domain/environment.ts';
import type { Configuration } from './configuration/configuration.ts';
import { loadSources } from './load-connector.ts';
import type { TaxNexusSettings } from './plugin/settings.ts';

/** What a configuration file says, as the settings that a host's app has. Loads the connectors that it names. */
export const settingsOfConfiguration = async (
  configuration: Configuration,
  log: Logger,
): Promise<TaxNexusSettings> => ({
  foundation: () => E.right(configuration),
  sources: await loadSources(configuration.storefronts),
  directories: [],
  credentials: null,
  hasKey: true,
  accounts: null,
  log,
  onEvent: null,
  beforePush: null,
  worker: true,
  screen: null,
});
