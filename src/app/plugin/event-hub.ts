/** Passes events to the host's listeners and to the log, so that a listener that throws never disturbs the work. */
import { errorName } from '../../domain/errors.ts';
import type { Logger } from '../../domain/environment.ts';
import type { TaxNexusEvent } from './tax-nexus.ts';

/** May be asynchronous; it is not awaited. */
export type Listener = (event: TaxNexusEvent) => unknown;

export interface EventHub {
  readonly emit: (event: TaxNexusEvent) => void;
  /** Returns a function that removes the listener. */
  readonly listen: (listener: Listener) => () => void;
}

/** An error of a listener is logged by its kind, once until the listener works again; the other listeners are still called. */
export const eventHub = (log: Logger): EventHub => {
  const listeners = new Set<Listener>();
  const failing = new Set<Listener>();
  const call = async (listener: Listener, event: TaxNexusEvent): Promise<void> => {
    try {
      await listener(event);
      failing.delete(listener);
    } catch (error) {
      if (failing.has(listener)) return;
      failing.add(listener);
      log.error('a listener of events failed; the work continues', {
        event: event.type,
        defect: errorName(error),
      });
    }
  };
  return {
    emit: (event) => {
      for (const listener of listeners) call(listener, event).catch(() => undefined);
    },
    listen: (listener) => {
      // A listener that is registered twice is called twice, and removed separately.
      const own: Listener = (event) => listener(event);
      listeners.add(own);
      return () => {
        listeners.delete(own);
        failing.delete(own);
      };
    },
  };
};

/** Writes each event as a line of the log, with its message as `detail`: the message of a line is the type of the event. */
export const logEvent =
  (log: Logger) =>
  (event: TaxNexusEvent): void => {
    const { type, ...fields } = event;
    const level = isWorthAWarning(event) ? 'warn' : 'info';
    log[level](type, 'message' in fields ? { ...fields, detail: fields.message } : fields);
  };

/** For how many transactions it is remembered that their push was logged. */
const maxLogged = 1_000;

/**
 * Logs the outcome of each record of live work, so that every webhook leaves a trace. Ids and reasons only. A platform reports
 * one sale several times; it is logged as pushed once.
 */
export const logRecord = (log: Logger): Listener => {
  const pushed = new Set<string>();
  return (event) => {
    if (!('outcome' in event)) return;
    const { storefront, transactionId, reason, message, outcome } = event;
    if (outcome === 'held' || outcome === 'failed') {
      log.warn(`A sale ${outcome === 'held' ? 'is held' : 'failed'}.`, { storefront, transactionId, reason, message });
    } else if (outcome === 'skipped') log.info('A sale was skipped.', { storefront, transactionId, reason, message });
    else if (outcome === 'alreadyPresent' || pushed.has(transactionId)) {
      log.info('A sale is already in the service.', { storefront, transactionId });
    } else {
      if (pushed.size >= maxLogged) pushed.clear();
      pushed.add(transactionId);
      log.info('A sale was pushed.', { storefront, transactionId });
    }
  };
};

const always: ReadonlySet<TaxNexusEvent['type']> = new Set<TaxNexusEvent['type']>([
  'record.failed',
  'record.parked',
  'storefront.stopped',
  'storefront.uninstalled',
  'reconcile.failed',
  'privacy.dataRequested',
]);

/** Whether a person must act on the event, or has acted. */
const isWorthAWarning = (event: TaxNexusEvent): boolean =>
  event.type === 'reconcile.finished' ? !event.isComplete : always.has(event.type);
