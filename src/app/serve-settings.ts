import type { Logger } from '../domain/environment.ts';
import { liveWorker } from '../live/index.ts';
import { logEvent } from './plugin/event-hub.ts';
import type { ScreenSettings, TaxNexusSettings } from './plugin/settings.ts';
import { taxNexusOf } from './plugin/tax-nexus-of.ts';
import type { TaxNexus } from './plugin/tax-nexus.ts';

/**
 * The plugin as a process of its own: every event is a line of the log, and goes to the app's own listener as well.
 *
 * @param screen who may open the screen; without it there is none
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
