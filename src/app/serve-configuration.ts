import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from '../domain/environment.ts';
import { liveWorker } from '../live/index.ts';
import type { Configuration } from './configuration/configuration.ts';
import { loadSources } from './load-connector.ts';
import { logEvent } from './plugin/event-hub.ts';
import type { ScreenSettings } from './plugin/settings.ts';
import { taxNexusOf } from './plugin/tax-nexus-of.ts';
import type { TaxNexus } from './plugin/tax-nexus.ts';

/**
 * The plugin as a process of its own, from a configuration: every event is a line of the log.
 *
 * @param screen who may open the screen; without it there is none
 */
export const serveConfiguration = async (
  configuration: Configuration,
  log: Logger,
  screen: ScreenSettings | null = null,
): Promise<TaxNexus<string>> =>
  taxNexusOf(
    {
      foundation: () => E.right(configuration),
      sources: await loadSources(configuration.storefronts),
      directories: [],
      credentials: null,
      hasKey: true,
      accounts: null,
      log,
      onEvent: logEvent(log),
      beforePush: null,
      worker: true,
      screen,
    },
    liveWorker,
  );
