import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from '../../domain/environment.ts';
import type { StorefrontSource } from '../../mapping/source-connector.ts';
import type { Configuration, StorefrontConfiguration } from '../configuration/configuration.ts';
import { loadConnector } from '../load-connector.ts';
import type { Listener } from './event-hub.ts';
import type { ScreenSettings, TaxNexusSettings } from './settings.ts';

const sourceOf = async (storefront: StorefrontConfiguration): Promise<StorefrontSource> => {
  const connector = await loadConnector(storefront);
  return { open: connector, policy: storefront.policy, since: storefront.since };
};

/** The settings that a checked configuration of the command line stands for. */
export const settingsOfConfiguration = async (
  configuration: Configuration,
  {
    log,
    onEvent,
    screen = null,
  }: { readonly log: Logger; readonly onEvent: Listener; readonly screen?: ScreenSettings | null },
): Promise<TaxNexusSettings> => ({
  foundation: () => E.right(configuration),
  sources: Object.fromEntries(
    await Promise.all(
      Object.entries(configuration.storefronts).map(async ([name, storefront]): Promise<[string, StorefrontSource]> => [
        name,
        await sourceOf(storefront),
      ]),
    ),
  ),
  credentials: null,
  log,
  onEvent,
  beforePush: null,
  isWorker: true,
  screen,
});
