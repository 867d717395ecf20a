import type { Logger } from '../domain/environment.ts';
import { liveWorker } from '../live/index.ts';
import type { Configuration } from './configuration/configuration.ts';
import { logEvent } from './log-event.ts';
import type { TaxNexus } from './plugin/tax-nexus.ts';
import type { ScreenSettings } from './plugin/settings.ts';
import { settingsOfConfiguration } from './plugin/settings-of-configuration.ts';
import { taxNexusOf } from './plugin/tax-nexus-of.ts';

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
  taxNexusOf(await settingsOfConfiguration(configuration, { log, screen, onEvent: logEvent(log) }), liveWorker);
