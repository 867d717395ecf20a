import { type Counter, type Histogram, metrics, type ObservableGauge } from '@opentelemetry/api';

/** What is measured, for a host whose SDK collects it. */
export interface Meters {
  /** Records settled, by `storefront` and `outcome`. */
  readonly records: Counter;
  /** Milliseconds of one request that pushes a transaction, by `reply`. */
  readonly pushDuration: Histogram;
  /** Rate limits by platforms, by `storefront`. */
  readonly throttled: Counter;
  /** Deliveries that were refused, by `storefront` and `reason`. */
  readonly refused: Counter;
  /** Records that are due to be read again, by `storefront`. */
  readonly queueDepth: ObservableGauge;
  /** Milliseconds that the oldest of them has waited, by `storefront`. */
  readonly queueOldestAge: ObservableGauge;
  /** Requests of the service's key that may be under way at the same time, as this process has learned. */
  readonly serviceConcurrency: ObservableGauge;
}

/** Made when the sync database is opened: an SDK that the host starts later is not seen by meters made before it. */
export const makeMeters = (): Meters => {
  const meter = metrics.getMeter('tax-nexus-sync');
  return {
    records: meter.createCounter('tax_nexus.records'),
    pushDuration: meter.createHistogram('tax_nexus.push.duration', { unit: 'ms' }),
    throttled: meter.createCounter('tax_nexus.source.throttled'),
    refused: meter.createCounter('tax_nexus.webhook.refused'),
    queueDepth: meter.createObservableGauge('tax_nexus.queue.depth'),
    queueOldestAge: meter.createObservableGauge('tax_nexus.queue.oldest_age', { unit: 'ms' }),
    serviceConcurrency: meter.createObservableGauge('tax_nexus.service.width'),
  };
};
