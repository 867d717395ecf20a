import type { Logger } from '../core/environment.ts';
import type { TaxNexusEvent } from './plugin/tax-nexus-event.ts';

/** Events upon which a person has to act, or that tell of one who did. */
const worthAWarning: ReadonlySet<TaxNexusEvent['type']> = new Set<TaxNexusEvent['type']>([
  'record.failed',
  'record.parked',
  'storefront.stopped',
  'storefront.uninstalled',
  'privacy.dataRequested',
]);

/** Writes each event as a line of the log, with its message as `detail`: the message of a line is the type of the event. */
export const logEvent =
  (log: Logger) =>
  ({ type, ...fields }: TaxNexusEvent): void => {
    const level = worthAWarning.has(type) ? 'warn' : 'info';
    log[level](type, 'message' in fields ? { ...fields, detail: fields.message } : fields);
  };
