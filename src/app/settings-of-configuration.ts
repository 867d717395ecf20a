/** Turns a checked configuration file into the same settings that a host's app has, so that both run the same code. */
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from '../domain/environment.ts';
import type { Configuration } from './configuration/configuration.ts';
import { loadSources } from './load-connector.ts';
import type { TaxNexusSettings } from './plugin/settings.ts';

/** Loads the connectors that it names. */
export const settingsOfConfiguration = async (
  configuration: Configuration,
  log: Logger,
): Promise<TaxNexusSettings> => ({
  foundation: () => E.right(configuration),
  sources: await loadSources(configuration.storefronts),
  directories: [],
  credentials: null,
  hasKey: configuration.service.apiKey !== null,
  accounts: accountsOf(configuration),
  log,
  onEvent: null,
  beforePush: null,
  worker: true,
  screen: null,
  written: configuration.written,
});

/** The accounts of a configuration, as a host would return them; null for a single account. */
const accountsOf = ({ accounts }: Configuration): TaxNexusSettings['accounts'] => {
  if (Object.keys(accounts).length === 0) return null;
  return (name) => {
    const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined;
    if (account === undefined) return null;
    const { baseUrl: _, requestsPerMinute, reviewUrl, ...others } = account;
    return {
      ...{ ...others, apiKey: account.apiKey.reveal() },
      ...(requestsPerMinute !== null && { requestsPerMinute }),
      ...(reviewUrl !== null && { reviewUrl }),
    };
  };
};
