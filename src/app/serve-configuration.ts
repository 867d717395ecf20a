import type { Logger } from '../core/environment.ts';
import { liveEngine } from '../worker/index.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { TaxNexus } from './plugin/tax-nexus.ts';
import type { TaxNexusEvent } from './plugin/tax-nexus-event.ts';
import type { ScreenSettings } from './plugin/settings.ts';
import { settingsOfConfiguration } from './plugin/settings-of-configuration.ts';
import { taxNexusOf } from './plugin/tax-nexus-of.ts';

/** `warn` for what a person has to act upon, `info` for everything else. */
const levelOf = ({ type }: TaxNexusEvent): 'info' | 'warn' =>
  ['record.failed', 'record.parked', 'storefront.stopped', 'storefront.uninstalled', 'privacy.dataRequested'].includes(
    type,
  )
    ? 'warn'
    : 'info';

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
    await settingsOfConfiguration(configuration, {
      log,
      screen,
      onEvent: (event) => {
        const { type, ...fields } = event;
        log[levelOf(event)](type, 'message' in fields ? { ...fields, detail: fields.message } : fields);
      },
    }),
    liveEngine,
  );
