/** Runs the plugin as a separate process (`tax-nexus serve`) that writes every event to its log. */
import type { Logger } from '../domain/environment.ts';
import { liveWorker } from '../live/index.ts';
import { logEvent } from './plugin/event-hub.ts';
import type { ScreenSettings, TaxNexusSettings } from './plugin/settings.ts';
import { taxNexusOf } from './plugin/tax-nexus-of.ts';
import type { TaxNexus } from './plugin/tax-nexus.ts';

/**
 * Events also go to the app's own listener.
 *
 * @param screen who may open the screen; null turns the screen off
 */
export const serveSettings = (
  settings: TaxNexusSettings,
  log: Logger,
  screen: ScreenSettings | null = null,
): TaxNexus<string> => {
  const writeEvent = logEvent(log);
  const onEvent: TaxNexusSettings['onEvent'] = (event) => {
    writeEvent(event);
    return settings.onEvent?.(event);
  };
  return taxNexusOf({ ...settings, log, onEvent, screen }, liveWorker);
};
