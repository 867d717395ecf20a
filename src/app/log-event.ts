import type { Logger } from '../domain/environment.ts';
import type { TaxNexusEvent } from './plugin/tax-nexus.ts';

const always: ReadonlySet<TaxNexusEvent['type']> = new Set<TaxNexusEvent['type']>([
  'record.failed',
  'record.parked',
  'storefront.stopped',
  'storefront.uninstalled',
  'reconcile.failed',
  'privacy.dataRequested',
]);

/** Whether a person has to act on an event, or has acted. */
const isWorthAWarning = (event: TaxNexusEvent): boolean =>
  event.type === 'reconcile.finished' ? !event.isComplete : always.has(event.type);

/** Writes each event as a line of the log, with its message as `detail`: the message of a line is the type of the event. */
export const logEvent =
  (log: Logger) =>
  (event: TaxNexusEvent): void => {
    const { type, ...fields } = event;
    const level = isWorthAWarning(event) ? 'warn' : 'info';
    log[level](type, 'message' in fields ? { ...fields, detail: fields.message } : fields);
  };
