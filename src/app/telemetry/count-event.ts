import type { TaxNexusEvent } from '../plugin/tax-nexus-event.ts';
import type { Meters } from './meters.ts';

/** Counts an event; for runs, whose event has totals of the whole run, see `countRun`. */
export const countEvent =
  (meters: () => Meters) =>
  (event: TaxNexusEvent): void => {
    if ('outcome' in event) {
      meters().records.add(1, { storefront: event.storefront, outcome: event.outcome });
    } else if (event.type === 'webhook.refused') {
      meters().refused.add(1, { storefront: event.storefront, reason: event.reason });
    }
  };
