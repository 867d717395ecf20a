import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from '../../core/environment.ts';
import type { StorefrontSource } from '../../mapping/source-connector.ts';
import type { Configuration, StorefrontConfiguration } from '../configuration/configuration.ts';
import { connectorOf } from '../connector-of.ts';
import type { Listener } from './event-hub.ts';
import type { ScreenSettings, TaxNexusSettings } from './settings.ts';

const sourceOf = (storefront: StorefrontConfiguration): StorefrontSource => ({
  open: ({ clock }) => connectorOf(clock)(storefront),
  policy: storefront.policy,
});

/** The settings that a checked configuration of the command line stands for. */
export const settingsOfConfiguration = (
  configuration: Configuration,
  {
    log,
    onEvent,
    screen = null,
  }: { readonly log: Logger; readonly onEvent: Listener; readonly screen?: ScreenSettings | null },
): TaxNexusSettings => ({
  foundation: () => E.right(configuration),
  sources: Object.fromEntries(
    Object.entries(configuration.storefronts).map(([name, storefront]) => [name, sourceOf(storefront)]),
  ),
  credentials: null,
  log,
  onEvent,
  beforePush: null,
  screen,
});
